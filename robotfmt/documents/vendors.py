"""Parts of documents that are meant for one known program, and which readers need not understand.

The names were counted in 375 public URDF and 240 public SDF files (example-robot-data, pybullet, Gazebo, and others).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..model import Extension

_NAMESPACES = {
    "drake.mit.edu": "Drake",
    "urn:undeclared:drake": "Drake",
    "urn:undeclared:gz": "Gazebo",
    "urn:undeclared:ignition": "Gazebo",
    "urn:undeclared:mujoco": "MuJoCo",
    "urn:undeclared:tesseract": "Tesseract",
    "gazebosim.org": "Gazebo",
    "playerstage.sourceforge.net/gazebo": "Gazebo",
}
_PREFIXES = {
    "http://drake.mit.edu": "drake",
    "http://gazebosim.org/schema": "gz",
    "http://ignitionrobotics.org/schema": "ignition",
}
"""The prefixes that programs know their words by: they do not look at namespaces."""
_UNDECLARED = re.compile(r"\burn:undeclared:(\w[\w.-]*)")
_INSIDE = {"gazebo": "Gazebo", "mujoco": "MuJoCo", "plugin": "Gazebo"}
"""Elements whose whole content is meant for a program."""
_NAMES = {
    ("link", "contact"): "Bullet",
    ("link", "bullet"): "Bullet",
    ("link", "audio_source"): "Bullet",
    ("link", "gravity"): "Gazebo",
    ("link", "kinematic"): "Gazebo",
    ("link", "drake_ignore"): "Drake",
    ("joint", "dont_collapse"): "Isaac Sim",
    ("robot", "force_element"): "Drake",
    **dict.fromkeys((("mesh", "make_convex"), ("robot", "make_convex"), ("geometry", "cone")), "Tesseract"),
    **dict.fromkeys((("geometry", "convex_mesh"), ("geometry", "sdf_mesh"), ("geometry", "octomap")), "Tesseract"),
    ("link", "self_filter"): "robot_self_filter",
    ("transmission", "gap_joint"): "the PR2's controllers",
    ("transmission", "passive_joint"): "the PR2's controllers",
    ("transmission", "flexJoint"): "the PR2's controllers",
    ("transmission", "leftActuator"): "the PR2's controllers",
    ("transmission", "mechanicalReduction"): "the PR2's controllers",
    ("transmission", "rightActuator"): "the PR2's controllers",
    ("transmission", "rollJoint"): "the PR2's controllers",
    ("transmission", "use_simulated_gripper_joint"): "the PR2's controllers",
    ("collision", "group"): "early versions of ROS",
    ("collision", "verbose"): "early versions of ROS",
    ("link", "type"): "early versions of ROS",
    ("dynamics", "D"): "Franka's simulation",
    ("dynamics", "K"): "Franka's simulation",
    ("dynamics", "mu_coulomb"): "Franka's simulation",
    ("dynamics", "mu_viscous"): "Franka's simulation",
    ("limit", "command_effort"): "ANYmal's controllers",
    ("limit", "current"): "ANYmal's controllers",
    ("limit", "gear_velocity"): "ANYmal's controllers",
    ("robot", "frame"): "Drake",
    ("world", "state"): "Gazebo classic",
}
"""Elements and attributes by their parent element."""
_BLOCKS = {
    "ros2_control": (
        "ros2_control",
        frozenset(("affinity", "async", "data_type", "group", "is_async", "limits", "mimic", "properties", "size")),
    )
}
"""Elements and attributes anywhere in a block that robotfmt reads otherwise: the program, and their names."""
_STANDARD = {
    "sdf": (
        "Gazebo",
        "actor air_pressure air_speed allow_auto_disable ambient_occlusion_map anemometer atmosphere"
        " auto_inertia_params blend bounce bullet canonical_link cast_shadows center cfm_damping"
        " collide_bitmask collide_without_contact collide_without_contact_bitmask contact convex_decomposition"
        " density depth_camera empty enable_metrics enable_orientation enable_wind friction gravity gui"
        " gz_frame_id imu initial_position laser_retro lens lidar light lighting logical_camera magnetic_field"
        " material max_vel metalness metalness_map min_depth normal_map odometer particle_emitter pbr physics"
        " polyline pos projector provide_feedback ray roughness roughness_map scale_to_hfov scene script"
        " segmentation_type self_collide shader slip1 slip2 soft_cfm soft_erp sonar spherical_coordinates"
        " static submesh surface suspension texture torsional transparency use_parent_model_frame"
        " use_terrain_paging velocity_decay wind",
    ),
    "COLLADA": (
        "other readers of COLLADA",
        "asset author authoring_tool comments contributor copyright created extra gravity keywords modified"
        " revision source_data subject time_step title",
    ),
}
"""Elements of a format's standard that no robot needs, by root element: who reads them, and their names."""
_KNOWN = {root: (program, frozenset(names.split())) for root, (program, names) in _STANDARD.items()}
_TAG = re.compile(r"/((?:[^/\[{]|\{[^}]*\})+)")


def program_of(place: str, name: str) -> str | None:
    """Return the program that a part of a document is meant for; None if unknown.

    Args:
        place: The path of the parent element, ``/robot/link[@name='hand']``.
        name: The element or attribute, with its namespace in braces if it has one.
    """
    inside = [_local(tag) for tag in _TAG.findall(place)]
    for namespace, program in _NAMESPACES.items():
        if namespace in name.partition("}")[0] or namespace in place:
            return program
    local = _local(name)
    if local.startswith("isaac"):
        return "Isaac Sim"
    blocks = (_BLOCKS[tag] for tag in inside if tag in _BLOCKS)
    known = next((_INSIDE[tag] for tag in (*inside, local) if tag in _INSIDE), None)
    known = known or next((program for program, names in blocks if local in names), None)
    standard, names = _KNOWN.get(inside[0] if inside else "", (None, frozenset[str]()))
    return known or _NAMES.get((inside[-1] if inside else "", local)) or (standard if local in names else None)


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def prefixes(extensions: Iterable[Extension]) -> dict[str, str]:
    """Return the prefixes that a document with some unrecognised content has to declare, with their namespaces."""
    found: dict[str, str] = {}
    for each in extensions:
        text = f"{each.name} {each.place} {each.content}"
        for uri, prefix in _PREFIXES.items():
            if uri in text:
                found.setdefault(prefix, uri)
        for prefix in _UNDECLARED.findall(text):
            found.setdefault(prefix, f"urn:undeclared:{prefix}")
    return found

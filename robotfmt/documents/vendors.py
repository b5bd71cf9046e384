"""Parts of documents that are meant for one known program, and which readers need not understand.

The names were counted in 375 public URDF files (example-robot-data, pybullet, and others).
"""

from __future__ import annotations

import re

_NAMESPACES = {
    "drake.mit.edu": "Drake",
    "gazebosim.org": "Gazebo",
    "playerstage.sourceforge.net/gazebo": "Gazebo",
}
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
    ("link", "self_filter"): "robot_self_filter",
    ("transmission", "gap_joint"): "the PR2's controllers",
    ("transmission", "passive_joint"): "the PR2's controllers",
}
"""Elements and attributes, by their parent element."""
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
    known = next((_INSIDE[tag] for tag in (*inside, local) if tag in _INSIDE), None)
    return known or _NAMES.get((inside[-1] if inside else "", local))


def _local(name: str) -> str:
    return name.rpartition("}")[2]

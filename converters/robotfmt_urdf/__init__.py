"""URDF, the Unified Robot Description Format of ROS, versions 1.0 to 1.2."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import TARGET, Carries, Feature, Format, MeshFiles, Option

from .document.versions import VERSIONS


def _sniff(data: bytes) -> bool:
    return root_name(data) == "robot"


DRAKE, MUJOCO = "drake", "mujoco"
NAMES = {
    "link@name": "link",
    "joint@name": "joint",
    "material@name": "material",
    "transmission@name": "transmission",
    "actuator@name": "actuator",
    "sensor@name": "sensor",
    "ros2_control@name": "controller",
    "gpio@name": "gpio",
    # Elements of closed loops
    **dict.fromkeys(("loop_joint@name", "ball_constraint@name"), "joint"),
    **dict.fromkeys(("body_a@name", "body_b@name"), "link"),
    "*@link": "link",
    "*@joint": "joint",
    "*@parent_link": "link",
    "*@parent_joint": "joint",
    "*@reference": "link joint",
    # Of Gazebo's and ros_control's plugins
    **dict.fromkeys(("link", "linkName", "link_name", "bodyName", "body_name", "frameName", "frame_name"), "link"),
    **dict.fromkeys(("child_link", "parent_link", "robotBaseFrame", "robot_base_frame"), "link"),
    **dict.fromkeys(("body1", "body2", "linkname", "canonicalBody"), "link"),
    **dict.fromkeys(("joint", "jointName", "joint_name", "mimicJoint", "left_joint", "right_joint"), "joint"),
    **dict.fromkeys(("leftJoint", "rightJoint"), "joint"),
    # Of PR2's transmissions
    **dict.fromkeys(("flexJoint@name", "rollJoint@name", "gap_joint@name", "passive_joint@name"), "joint"),
    **dict.fromkeys(("leftActuator@name", "rightActuator@name"), "actuator"),
}

FORMAT = Format(
    name="urdf",
    title="Unified Robot Description Format",
    versions=VERSIONS,
    suffixes=(".urdf",),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.INERTIA: Carries.FULL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.TEXTURES: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LOOPS: Carries.PARTIAL,
        Feature.LIMITS: Carries.FULL,
        Feature.VELOCITY: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.ACCELERATION: Carries.FULL,
        Feature.JERK: Carries.FULL,
        Feature.SOFT_LIMITS: Carries.PARTIAL,
        Feature.DYNAMICS: Carries.PARTIAL,
        Feature.SAFETY: Carries.FULL,
        Feature.CALIBRATION: Carries.FULL,
        Feature.MIMIC: Carries.FULL,
        Feature.TRANSMISSIONS: Carries.FULL,
        Feature.CONTROLLERS: Carries.FULL,
        Feature.SURFACES: Carries.PARTIAL,
        Feature.SIMULATION: Carries.PARTIAL,
        Feature.SENSORS: Carries.PARTIAL,
        Feature.LIGHTS: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_urdf.reader:read",
    read_world="robotfmt_urdf.reader:read_world",
    check="robotfmt_urdf.check:check",
    adapt="robotfmt_urdf.adapt:adapt",
    write="robotfmt_urdf.writer:write",
    revise="robotfmt_urdf.revise:revise",
    options=(
        Option(
            "loops",
            ("portable", "loop_joint", "two-parents"),
            "closed loops: portable (as read; new ones only in a form that all programs load), loop_joint (Drake "
            "refuses it), or two-parents (a second joint with the same child)",
        ),
        Option(
            TARGET,
            ("portable", MUJOCO, DRAKE),
            "program that will read the document; mujoco: meshes are written as binary STL or OBJ, "
            "and a <mujoco> block keeps visual geometry and fixed links; drake: meshes are written as OBJ",
        ),
    ),
    mesh_files={
        MUJOCO: MeshFiles(title="MuJoCo", formats=("obj", "stl"), most_stl=200_000),
        DRAKE: MeshFiles(title="Drake", formats=("obj", "gltf", "vtk")),
    },
    names=NAMES,
    codes="robotfmt_urdf.codes:CODES",
)

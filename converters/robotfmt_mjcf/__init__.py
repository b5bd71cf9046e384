"""MJCF, the models of MuJoCo, versions 2.3 to 4.0."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format, MeshFiles, Option

from .codes import CODES
from .keys import NAMES


def _sniff(data: bytes) -> bool:
    return root_name(data) in ("mujoco", "mujocoinclude")


FORMAT = Format(
    name="mjcf",
    title="MuJoCo's models",
    versions=("3",),
    suffixes=(".xml", ".mjcf"),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.PLACEMENT: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.LINK_FLAGS: Carries.FULL,
        Feature.LINK_PARAMETERS: Carries.FULL,
        Feature.INERTIA: Carries.FULL,
        Feature.COMPUTED_INERTIA: Carries.FULL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PURPOSES: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.OTHER_SHAPES: Carries.FULL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.APPEARANCE: Carries.FULL,
        Feature.TEXTURES: Carries.FULL,
        Feature.SHADING: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.FULL,
        Feature.LOOPS: Carries.FULL,
        Feature.LIMITS: Carries.FULL,
        Feature.VELOCITY: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.ACCELERATION: Carries.FULL,
        Feature.JERK: Carries.FULL,
        Feature.SOFT_LIMITS: Carries.FULL,
        Feature.DYNAMICS: Carries.FULL,
        Feature.SAFETY: Carries.FULL,
        Feature.CALIBRATION: Carries.FULL,
        Feature.MIMIC: Carries.FULL,
        Feature.FORMULAS: Carries.FULL,
        Feature.JOINT_FLAGS: Carries.FULL,
        Feature.PLANNING: Carries.FULL,
        Feature.DOF_ORDER: Carries.FULL,
        Feature.JOINT_PARAMETERS: Carries.FULL,
        Feature.FRAMES: Carries.FULL,
        Feature.GROUPS: Carries.FULL,
        Feature.STATES: Carries.FULL,
        Feature.SCENE: Carries.FULL,
        Feature.END_EFFECTORS: Carries.FULL,
        Feature.JOINT_ROLES: Carries.FULL,
        Feature.MANIPULATORS: Carries.FULL,
        Feature.SENSORS: Carries.FULL,
        Feature.ACTUATORS: Carries.FULL,
        Feature.TRANSMISSIONS: Carries.FULL,
        Feature.CONTROLLERS: Carries.FULL,
        Feature.LIGHTS: Carries.FULL,
        Feature.SURFACES: Carries.FULL,
        Feature.COLLISION_MASKS: Carries.FULL,
        Feature.SIMULATION: Carries.FULL,
        Feature.CSPACE: Carries.FULL,
        Feature.DEFAULT_POSITIONS: Carries.FULL,
        Feature.TOOL_FRAMES: Carries.FULL,
        Feature.SPHERES: Carries.FULL,
        Feature.BUFFERS: Carries.FULL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.FULL,
        Feature.COLLISION_DEFAULTS: Carries.FULL,
        Feature.INTERFACES: Carries.FULL,
        Feature.GRABS: Carries.FULL,
        Feature.MODIFIERS: Carries.FULL,
        Feature.EXTENSIONS: Carries.FULL,
        Feature.ROBOTS: Carries.FULL,
        Feature.WORLD_JOINTS: Carries.FULL,
        Feature.WORLD_FRAMES: Carries.FULL,
        Feature.GRAVITY: Carries.FULL,
    },
    options=(
        Option(
            "actuators",
            ("none", "motor", "position"),
            "actuators for joints without any: none, motor (the control is a force up to the effort limit), or "
            "position (a drive with an assumed stiffness)",
        ),
    ),
    mesh_files={"": MeshFiles(title="MuJoCo", formats=("obj", "stl", "msh"), most_stl=200_000)},
    read="robotfmt_mjcf.reader:read",
    read_world="robotfmt_mjcf.reader:read_world",
    check="robotfmt_mjcf.checks:check",
    adapt="robotfmt_mjcf.adapt:adapt",
    adapt_world="robotfmt_mjcf.adapt:adapt_world",
    write="robotfmt_mjcf.writer:write",
    write_world="robotfmt_mjcf.writer:write_world",
    names=NAMES,
    codes=CODES,
)

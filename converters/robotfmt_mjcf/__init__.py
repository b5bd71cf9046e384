"""MJCF, the models of MuJoCo, versions 2.3 to 4.0."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import TARGET, Carries, Feature, Format, MeshFiles, Option

from .document.keys import DEFINES, NAMES

_MUJOCO = MeshFiles(title="MuJoCo", formats=("obj", "stl", "msh"), most_stl=200_000, flat_visuals=True, colors=False)


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
        Feature.INERTIA: Carries.PARTIAL,
        Feature.COMPUTED_INERTIA: Carries.PARTIAL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.OTHER_SHAPES: Carries.PARTIAL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.TEXTURES: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LOOPS: Carries.PARTIAL,
        Feature.LIMITS: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.DYNAMICS: Carries.FULL,
        Feature.MIMIC: Carries.FULL,
        Feature.FRAMES: Carries.FULL,
        Feature.BASE: Carries.PARTIAL,
        Feature.STATES: Carries.PARTIAL,
        Feature.SENSORS: Carries.PARTIAL,
        Feature.SURFACES: Carries.PARTIAL,
        Feature.COLLISION_MASKS: Carries.FULL,
        Feature.ACTUATORS: Carries.PARTIAL,
        Feature.SIMULATION: Carries.PARTIAL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.LIGHTS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
        Feature.ROBOTS: Carries.PARTIAL,
        Feature.WORLD_JOINTS: Carries.PARTIAL,
        Feature.GRAVITY: Carries.FULL,
    },
    options=(
        Option(
            "actuators",
            ("none", "motor", "position"),
            "actuators for joints without any: none, motor (the control is a force up to the effort limit), or "
            "position (a drive that holds the robot against gravity)",
        ),
        Option(
            TARGET,
            ("mujoco", "drake"),
            "program that will read the document: mujoco, or drake (meshes are written as OBJ, the only ones it reads)",
        ),
    ),
    mesh_files={"": _MUJOCO, "mujoco": _MUJOCO, "drake": MeshFiles(title="Drake", formats=("obj",), colors=False)},
    mesh_shapes=("CalibrationBoard", "Cage", "Cone", "Container", "Extrusion"),
    read="robotfmt_mjcf.reader:read",
    read_world="robotfmt_mjcf.reader:read_world",
    check="robotfmt_mjcf.check:check",
    adapt="robotfmt_mjcf.adapt:adapt",
    adapt_world="robotfmt_mjcf.adapt:adapt_world",
    write="robotfmt_mjcf.writer:write",
    write_world="robotfmt_mjcf.writer:write_world",
    names=NAMES,
    defines=DEFINES,
    join="robotfmt_mjcf.parts.joining:join",
    follow="robotfmt_mjcf.parts.following:follow",
    codes="robotfmt_mjcf.codes:CODES",
)

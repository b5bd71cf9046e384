"""MJCF, the models of MuJoCo, versions 2.3 to 4.0."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format, MeshFiles

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
        Feature.INERTIA: Carries.FULL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.OTHER_SHAPES: Carries.PARTIAL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LIMITS: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.DYNAMICS: Carries.FULL,
        Feature.MIMIC: Carries.FULL,
        Feature.FRAMES: Carries.FULL,
        Feature.GROUPS: Carries.PARTIAL,
        Feature.STATES: Carries.PARTIAL,
        Feature.SENSORS: Carries.PARTIAL,
        Feature.SIMULATION: Carries.PARTIAL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    mesh_files={"": MeshFiles(title="MuJoCo", formats=("obj", "stl"), most_stl=200_000)},
    read="robotfmt_mjcf.reader:read",
    read_world="robotfmt_mjcf.reader:read_world",
    adapt="robotfmt_mjcf.adapt:adapt",
    write="robotfmt_mjcf.writer:write",
    names=NAMES,
    codes=CODES,
)

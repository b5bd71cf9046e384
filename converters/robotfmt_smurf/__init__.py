"""SMURF and SMURFS: URDFs with annotations in YAML, and scenes of them (Phobos, MARS, Rock, hyrodyn)."""

from __future__ import annotations

import re

from robotfmt.formats import Carries, Feature, Format

_SNIFFED = 20_000
_MODEL = re.compile(rb"""^[ \t{]*["']?modelname["']?[ \t]*:""", re.MULTILINE)
_SCENE = re.compile(rb"""^[ \t{]*["']?(?:entities|smurfs)["']?[ \t]*:""", re.MULTILINE)
_SECTIONS = re.compile(rb"""^[ \t{]*["']?(?:submechanisms|motors|poses)["']?[ \t]*:""", re.MULTILINE)


def _sniff_model(data: bytes) -> bool:
    head = data[:_SNIFFED]
    return b"\0" not in head and b"files" in head and _MODEL.search(head) is not None


def _sniff_scene(data: bytes) -> bool:
    head = data[:_SNIFFED]
    return b"\0" not in head and _SCENE.search(head) is not None and b"smurf" in head


def _sniff_annotations(data: bytes) -> bool:
    known = _sniff_model(data) or _sniff_scene(data)
    return not known and _SECTIONS.search(data[:_SNIFFED]) is not None


NAMES = {
    "motors/*": "actuator",
    "sensors/*": "sensor",
    "poses/*": "state",
    "submechanisms/*/loop_constraints/*": "joint",
    "submechanisms/*/loop_constraints/*/cut_joint=": "joint",
    "motors/*/joint=": "joint",
    **{
        f"submechanisms/*/jointnames{kind}/*=": "joint"
        for kind in ("", "_independent", "_active", "_spanningtree", "_dependent")
    },
    "link/*/name=": "link",
    **{f"joint/*/{key}=": "joint" for key in ("name",)},
    **{f"joint/*/{key}=": "link" for key in ("parent", "child")},
    "interfaces/*/parent=": "link",
}

_FULL = (
    *(Feature.NAME, Feature.LINKS, Feature.INERTIA, Feature.VISUALS, Feature.COLLISIONS, Feature.PRIMITIVES),
    *(Feature.MESHES, Feature.COLORS, Feature.TEXTURES, Feature.JOINTS, Feature.LIMITS),
    *(Feature.VELOCITY, Feature.EFFORT, Feature.SAFETY),
    *(Feature.CALIBRATION, Feature.LIGHTS, Feature.MIMIC, Feature.TRANSMISSIONS, Feature.CONTROLLERS),
    Feature.APPEARANCE,
)
_PARTIAL = (
    *(Feature.SPECIAL_JOINTS, Feature.LOOPS, Feature.SOFT_LIMITS, Feature.DYNAMICS, Feature.SURFACES),
    *(Feature.SIMULATION, Feature.SENSORS, Feature.ACTUATORS, Feature.STATES, Feature.COLLISION_MASKS),
    *(Feature.IGNORED_PAIRS, Feature.CAPSULES, Feature.EXTENSIONS),
)

FORMAT = Format(
    name="smurf",
    title="SMURF models",
    versions=("1",),
    suffixes=(".smurf",),
    sniff=_sniff_model,
    carries={**dict.fromkeys(_FULL, Carries.FULL), **dict.fromkeys(_PARTIAL, Carries.PARTIAL)},
    inner="urdf",
    read="robotfmt_smurf.reader:read",
    adapt="robotfmt_smurf.adapt:adapt",
    write="robotfmt_smurf.writer:write",
    names=NAMES,
    codes="robotfmt_smurf.codes:CODES",
)

SCENES = Format(
    name="smurfs",
    title="SMURFS scenes of models",
    versions=("1",),
    suffixes=(".smurfs", ".smurfa"),
    sniff=_sniff_scene,
    carries={
        Feature.ROBOTS: Carries.FULL,
        Feature.PLACEMENT: Carries.FULL,
        Feature.STATES: Carries.FULL,
        Feature.GRAVITY: Carries.FULL,
        Feature.WORLD_JOINTS: Carries.PARTIAL,
        Feature.BASE: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    robots="smurf",
    read="robotfmt_smurf.reader:read",
    read_world="robotfmt_smurf.reader:read_world",
    adapt_world="robotfmt_smurf.parts.world_writer:adapt_world",
    write_world="robotfmt_smurf.parts.world_writer:write_world",
    names={"entities/*": "robot"},
    codes="robotfmt_smurf.codes:CODES_OF_SCENES",
)

ANNOTATIONS = Format(
    name="hyrodyn",
    title="annotations of SMURF and hyrodyn",
    versions=("1",),
    suffixes=(".yml", ".yaml"),
    sniff=_sniff_annotations,
    overlay=True,
    carries={},
    read="robotfmt_smurf.reader:read",
)
"""The sections of a SMURF model in a document of their own, which add to a URDF."""

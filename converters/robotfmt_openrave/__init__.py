"""OpenRAVE's XML: robots, kinbodies and environments."""

from __future__ import annotations

import re

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format

from .document.keys import NAMES, ROOTS

_PART = re.compile(rb"<(?:kinbody|body|manipulator|attachedsensor)[\s>]|<robot\s[^>]*\bfile\s*=", re.IGNORECASE)
"""Elements by which a robot of OpenRAVE differs from one of URDF, whose root has the same name in small letters."""


def _sniff(data: bytes) -> bool:
    name = root_name(data) or ""
    return name.lower() in ROOTS and (name != "robot" or _PART.search(data) is not None)


FORMAT = Format(
    name="openrave",
    title="OpenRAVE's XML",
    versions=("0.9",),
    suffixes=(".robot.xml", ".kinbody.xml", ".env.xml"),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.PLACEMENT: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.LINK_FLAGS: Carries.FULL,
        Feature.INERTIA: Carries.PARTIAL,
        Feature.COMPUTED_INERTIA: Carries.PARTIAL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.PARTIAL,
        Feature.OTHER_SHAPES: Carries.PARTIAL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.APPEARANCE: Carries.PARTIAL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LOOPS: Carries.PARTIAL,
        Feature.LIMITS: Carries.FULL,
        Feature.VELOCITY: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.ACCELERATION: Carries.PARTIAL,
        Feature.MIMIC: Carries.FULL,
        Feature.FORMULAS: Carries.FULL,
        Feature.JOINT_FLAGS: Carries.PARTIAL,
        Feature.PLANNING: Carries.FULL,
        Feature.BASE: Carries.PARTIAL,
        Feature.SCENE: Carries.FULL,
        Feature.MANIPULATORS: Carries.PARTIAL,
        Feature.SENSORS: Carries.PARTIAL,
        Feature.SIMULATION: Carries.PARTIAL,
        Feature.SPHERES: Carries.PARTIAL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.PARTIAL,
        Feature.INTERFACES: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
        Feature.ROBOTS: Carries.FULL,
        Feature.GRAVITY: Carries.FULL,
    },
    read="robotfmt_openrave.reader:read",
    read_world="robotfmt_openrave.reader:read_world",
    adapt="robotfmt_openrave.adapt:adapt",
    write="robotfmt_openrave.writer:write",
    adapt_world="robotfmt_openrave.adapt:adapt_world",
    write_world="robotfmt_openrave.writer:write_world",
    names=NAMES,
    codes="robotfmt_openrave.codes:CODES",
)

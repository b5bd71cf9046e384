"""OpenRAVE's XML: robots, kinbodies and environments."""

from __future__ import annotations

import re

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format

from .keys import NAMES, ROOTS

_PART = re.compile(rb"<(?:kinbody|body|manipulator|attachedsensor)[\s>]|<robot\s[^>]*\bfile\s*=", re.IGNORECASE)
"""Elements by which a robot of OpenRAVE differs from one of URDF, whose root has the same name in small letters."""


def _sniff(data: bytes) -> bool:
    name = root_name(data) or ""
    return name.lower() in ROOTS and (name != "robot" or _PART.search(data) is not None)


_PARTIAL = (
    *(Feature.INERTIA, Feature.CAPSULES, Feature.OTHER_SHAPES, Feature.LOOPS, Feature.SPECIAL_JOINTS),
    Feature.EXTENSIONS,
)
_NOT = (Feature.PURPOSES, Feature.TEXTURES, Feature.DOF_ORDER, Feature.WORLD_JOINTS, Feature.WORLD_FRAMES)

FORMAT = Format(
    name="openrave",
    title="OpenRAVE's XML",
    versions=("0.9",),
    suffixes=(".robot.xml", ".kinbody.xml", ".env.xml"),
    sniff=_sniff,
    carries={
        **dict.fromkeys((each for each in Feature if each not in _NOT), Carries.FULL),
        **dict.fromkeys(_PARTIAL, Carries.PARTIAL),
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

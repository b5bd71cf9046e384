"""OpenRAVE's XML: robots, kinbodies and environments."""

from __future__ import annotations

import re

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format

from .codes import CODES
from .keys import NAMES, ROOTS


_PART = re.compile(rb"<(?:kinbody|body|manipulator|attachedsensor)[\s>]|<robot\s[^>]*\bfile\s*=", re.IGNORECASE)
"""Elements that tell a robot of OpenRAVE from one of URDF, whose root has the same name in small letters."""


def _sniff(data: bytes) -> bool:
    name = root_name(data) or ""
    return name.lower() in ROOTS and (name != "robot" or _PART.search(data) is not None)


_FULL = (
    Feature.NAME,
    Feature.PLACEMENT,
    Feature.LINKS,
)

FORMAT = Format(
    name="openrave",
    title="OpenRAVE's XML",
    versions=("0.9",),
    suffixes=(".robot.xml", ".kinbody.xml", ".env.xml"),
    sniff=_sniff,
    carries={**dict.fromkeys(_FULL, Carries.FULL)},
    read="robotfmt_openrave.reader:read",
    read_world="robotfmt_openrave.reader:read_world",
    names=NAMES,
    codes=CODES,
)

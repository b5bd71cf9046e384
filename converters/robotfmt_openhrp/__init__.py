"""OpenHRP's bodies: robots in VRML 2.0, with its prototypes Humanoid, Joint and Segment (``.wrl``). Read only."""

from __future__ import annotations

import re

from robotfmt.formats import Format

_SNIFFED = 200_000
_BODY = re.compile(rb"\bHumanoid\s*\{|\bPROTO\s+Humanoid\b")


def _sniff(data: bytes) -> bool:
    return b"#VRML V2" in data[:100] and _BODY.search(data[:_SNIFFED]) is not None


FORMAT = Format(
    name="openhrp",
    title="OpenHRP's bodies in VRML",
    versions=("1",),
    suffixes=(".wrl",),
    sniff=_sniff,
    carries={},
    read="robotfmt_openhrp.reader:read",
    read_mesh="robotfmt_openhrp.parts.shapes:read_mesh",
    codes="robotfmt_openhrp.codes:CODES",
)

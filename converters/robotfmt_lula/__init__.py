"""Lula's robot description: the YAML that NVIDIA's Lula reads together with a URDF. Its successor is XRDF."""

from __future__ import annotations

import re

from robotfmt.formats import Carries, Feature, Format

_SNIFFED = 1_000_000
_VERSION = re.compile(rb"""^["']?api_version["']?[ \t]*:""", re.MULTILINE)
_CSPACE = re.compile(rb"""^["']?(?:cspace|cspace_to_urdf_rules|default_q)["']?[ \t]*:""", re.MULTILINE)


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    return bool(_VERSION.search(head) and _CSPACE.search(head))


FORMAT = Format(
    name="lula",
    title="Lula robot description",
    versions=("1.0",),
    suffixes=(".yaml", ".yml"),
    sniff=_sniff,
    overlay=True,
    carries={
        Feature.CSPACE: Carries.FULL,
        Feature.DEFAULT_POSITIONS: Carries.PARTIAL,
        Feature.SPHERES: Carries.PARTIAL,
        Feature.MODIFIERS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_lula.reader:read",
    names={"collision_spheres/*/*": "link"},
    codes="robotfmt_lula.codes:CODES",
)

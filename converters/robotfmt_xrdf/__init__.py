"""XRDF, the Extended Robot Description Format of NVIDIA's Isaac and cuMotion, versions 1.0 and 2.0."""

from __future__ import annotations

import re

from robotfmt.formats import TARGET, Carries, Feature, Format, Option

from .document.consumers import CONSUMERS, PORTABLE
from .document.versions import VERSIONS, WORLD

_FORMAT = re.compile(rb"""(?:^|[{,])[ \t]*["']?format["']?[ \t]*:[ \t]*["']?xrdf\b""", re.MULTILINE)
_SNIFFED = 1_000_000  # cuRobo writes the keys in alphabetical order, 'format' after the collision section


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    return _FORMAT.search(head.removeprefix(b"\xef\xbb\xbf")) is not None


_COLLISIONS = (*WORLD.values(), "self_collision")
NAMES = {
    "geometry/*": "spheres",
    "geometry/*/spheres/*": "link",
    "default_joint_positions/*": "joint",
    "self_collision/ignore/*": "link",
    "self_collision/ignore/*/*=": "link",
    "tool_frames/*=": "link",
    "cspace/joint_names/*=": "joint",
    **{f"{section}/buffer_distance/*": "link" for section in _COLLISIONS},
}

FORMAT = Format(
    name="xrdf",
    title="XRDF (Isaac / cuMotion)",
    versions=VERSIONS,
    suffixes=(".xrdf",),
    sniff=_sniff,
    overlay=True,
    carries={
        Feature.CSPACE: Carries.FULL,
        Feature.DEFAULT_POSITIONS: Carries.PARTIAL,
        Feature.TOOL_FRAMES: Carries.FULL,
        Feature.SPHERES: Carries.FULL,
        Feature.BUFFERS: Carries.FULL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.PARTIAL,
        Feature.MODIFIERS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_xrdf.reader:read",
    check="robotfmt_xrdf.check:check",
    adapt="robotfmt_xrdf.adapt:adapt",
    write="robotfmt_xrdf.writer:write",
    options=(
        Option(
            TARGET,
            (PORTABLE, *CONSUMERS),
            "program that will read the document; its requirements are added or changed (curobo: "
            "version 1.0 only, since it loads 2.0 without any spheres)",
            versions=CONSUMERS,
        ),
    ),
    revise="robotfmt_xrdf.writer:revise",
    names=NAMES,
    codes="robotfmt_xrdf.codes:CODES",
)

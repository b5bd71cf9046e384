"""The bodies of Choreonoid: robots and things in YAML (``.body``), in its versions 1.0 and 2.0."""

from __future__ import annotations

import re

from robotfmt.formats import Carries, Feature, Format

_SNIFFED = 100_000
_PROJECT = re.compile(rb"""^items:.*?\bBodyItem\b""", re.MULTILINE | re.DOTALL)
_FORMAT = re.compile(rb"""^(?:\{[ \t]*)?["']?format["']?[ \t]*:[ \t]*["']?ChoreonoidBody\b""", re.MULTILINE)


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    return _FORMAT.search(head) is not None or _PROJECT.search(head) is not None


NAMES = {
    "links/*": "link",
    "links/*/sensor/*": "sensor",
    **{f"links/*/{key}=": "link" for key in ("name", "parent")},
    "links/*/joint_name=": "joint",
}

FORMAT = Format(
    name="choreonoid",
    title="Choreonoid bodies",
    versions=("1.0", "2.0"),
    suffixes=(".body",),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.PLACEMENT: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.INERTIA: Carries.PARTIAL,
        Feature.VISUALS: Carries.FULL,
        Feature.COLLISIONS: Carries.FULL,
        Feature.PRIMITIVES: Carries.FULL,
        Feature.CAPSULES: Carries.FULL,
        Feature.OTHER_SHAPES: Carries.PARTIAL,
        Feature.MESHES: Carries.FULL,
        Feature.COLORS: Carries.FULL,
        Feature.APPEARANCE: Carries.PARTIAL,
        Feature.TEXTURES: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LOOPS: Carries.FULL,
        Feature.LIMITS: Carries.FULL,
        Feature.VELOCITY: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.DYNAMICS: Carries.PARTIAL,
        Feature.DOF_ORDER: Carries.FULL,
        Feature.GROUPS: Carries.PARTIAL,
        Feature.STATES: Carries.PARTIAL,
        Feature.SENSORS: Carries.PARTIAL,
        Feature.LIGHTS: Carries.PARTIAL,
        Feature.BASE: Carries.FULL,
        Feature.DEFAULT_POSITIONS: Carries.PARTIAL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.COLLISION_DEFAULTS: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_choreonoid.reader:read",
    read_mesh="robotfmt_choreonoid.parts.inline_shapes:read_mesh",
    adapt="robotfmt_choreonoid.adapt:adapt",
    write="robotfmt_choreonoid.writer:write",
    revise="robotfmt_choreonoid.revise:revise",
    names=NAMES,
    codes="robotfmt_choreonoid.codes:CODES",
)

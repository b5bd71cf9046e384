"""The elements and attributes of MJCF, from the table of MuJoCo 4.0 and the changes before it."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data

OBSOLETE: dict[str, frozenset[str]] = {
    "compiler": frozenset({"exactmeshinertia", "convexhull", "convexhullratio", "mjcconvexhull"}),
    "option": frozenset({"apirate", "collision", "mpr_tolerance", "mpr_iterations"}),
    "size": frozenset({"njnt", "nuserdata", "nuser_eq"}),
    "joint": frozenset({"actuatorforcerange", "actuatorforcelimited"}),
    "flag": frozenset({"sensornoise", "passive"}),
    "quality": frozenset({"numarrows"}),
}
"""Attributes of MuJoCo 2 and 3 that 4.0 refuses."""
GONE = frozenset({"composite"})
"""Elements that MuJoCo 4.0 refuses."""
MACROS = {
    "include": frozenset({"file", "prefix"}),
    "frame": frozenset({"name", "childclass", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis"}),
    "replicate": frozenset({"count", "offset", "euler", "sep"}),
}
"""Elements that are allowed in every body and that compiling removes; MuJoCo's printed schema lacks them."""


@cache
def table() -> dict[str, frozenset[str]]:
    """Return the attributes of each element, by ``parent/tag``, and by the tag alone below the root."""
    text = (get_data("robotfmt_mjcf.document", "schema.txt") or b"").decode().replace("\n  ", " ")
    rows = (line.partition(":") for line in text.splitlines())
    return {key: frozenset(attributes.split()) for key, _, attributes in rows} | MACROS


def attributes_of(parent: str, tag: str) -> frozenset[str] | None:
    """Return the attributes of an element; None if MJCF has no such element there."""
    parent = "body" if parent in ("worldbody", "frame", "replicate") else parent
    rows = table()
    return rows.get(f"{parent}/{tag}", rows.get(tag))


def is_known(parent: str, tag: str, attribute: str | None = None) -> bool:
    """Return True if MJCF has an element, or an attribute of it."""
    found = attributes_of(parent, tag)
    if found is None:
        return False
    return attribute is None or attribute in found


def is_obsolete(tag: str, attribute: str | None = None) -> bool:
    """Return True if an older MuJoCo had an element or attribute that 4.0 refuses."""
    if attribute is None:
        return tag in GONE
    return attribute in OBSOLETE.get(tag, ())

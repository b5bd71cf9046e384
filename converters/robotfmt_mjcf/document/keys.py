"""Keys of the elements of an MJCF among their siblings, and attributes that name parts of a robot."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data

KEYS: dict[str, tuple[str, ...]] = {
    "default": ("class",),
    "joint": ("name", "joint1"),
    "exclude": ("name", "body1 body2"),
    "": ("name",),
}
"""The attributes that identify an element among its siblings in paths."""

_TYPED = {
    "body": "link",
    "xbody": "link",
    "joint": "joint",
    "freejoint": "joint",
    "site": "link",
    **{each: each for each in ("geom", "tendon", "actuator", "light", "mesh", "hfield", "texture", "material")},
    **{each: each for each in ("equality", "numeric", "text", "tuple", "skin", "flex")},
    "camera": "sensor",
    "sensor": "measurement",
    "key": "state",
    "exclude": "exclude",
    "pair": "pair",
}
"""The kind of part for each ``objtype``."""
_DEFINITIONS = {
    "default@class": "class",
    "actuator/*@name": "actuator",
    "tendon/*@name": "tendon",
    "sensor/*@name": "measurement",
    "equality/*@name": "equality",
    "exclude@name": "exclude",
    "contact/pair@name": "pair",
    "plugin/instance@name": "instance",
    "key@name": "state",
    "camera@name": "sensor",
    "site@name": "link",
    "geom@name": "geom",
    "flexcomp@name": "flex",
    **{f"{each}@name": each for each in ("light", "mesh", "hfield", "texture", "material", "skin", "flex")},
    **{f"{each}@name": each for each in ("numeric", "text", "tuple")},
}
DEFINES = frozenset(_DEFINITIONS)
"""The attributes by which elements that are no parts of the model get their names; each kind has its own scope."""
NAMES = {
    **_DEFINITIONS,
    "body@name": "link",
    "joint@name": "joint",
    "freejoint@name": "joint",
    **dict.fromkeys(("*@body", "*@body1", "*@body2", "*@subtree1", "*@subtree2"), "link"),
    **dict.fromkeys(("*@site", "*@site1", "*@site2"), "link"),
    **dict.fromkeys(("*@sidesite", "*@refsite", "*@cranksite", "*@slidersite", "*@target"), "link"),
    **dict.fromkeys(("*@joint", "*@joint1", "*@joint2", "*@jointinparent"), "joint"),
    **dict.fromkeys(("*@geom", "*@geom1", "*@geom2"), "geom"),
    **dict.fromkeys(("*@tendon", "*@tendon1", "*@tendon2"), "tendon"),
    **dict.fromkeys(("*@class", "*@childclass"), "class"),
    **dict.fromkeys(("flex@body", "flex@node"), "link*"),
    "*@camera": "sensor",
    **{f"*@{each}": each for each in ("actuator", "material", "texture", "mesh", "hfield", "instance", "flex")},
    "*@objname": "@objtype",
    "*@refname": "@reftype",
    **{f"@{which}={word}": kind for which in ("objtype", "reftype") for word, kind in _TYPED.items()},
}
"""The attributes that name parts of a robot or of the document, by the kinds of these."""


# The elements and attributes of MJCF, from the table of MuJoCo 4.0 and the changes before it

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
    "worldbody": frozenset[str](),
    "include": frozenset({"file", "prefix"}),
    "frame": frozenset({"name", "childclass", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis"}),
    "replicate": frozenset({"count", "offset", "euler", "sep"}),
}
"""Elements that MuJoCo's printed schema lacks: the world, and those that are allowed in every body and that compiling
removes.
"""


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


def tags_in(parent: str) -> set[str]:
    """Return the tags of the elements that an element can have."""
    parent = "body" if parent in ("worldbody", "frame", "replicate") else parent
    return {key.rpartition("/")[2] for key in table() if key.rpartition("/")[0] in ("", parent)}


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

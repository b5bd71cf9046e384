"""Keys of the elements of an MJCF among their siblings, and attributes that name parts of a robot."""

from __future__ import annotations

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

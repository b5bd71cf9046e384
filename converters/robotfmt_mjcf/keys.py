"""Keys of the elements of an MJCF among their siblings, and attributes that name parts of a robot."""

from __future__ import annotations

KEYS: dict[str, tuple[str, ...]] = {
    "default": ("class",),
    "joint": ("name", "joint1"),
    "exclude": ("name", "body1 body2"),
    "": ("name",),
}
"""The attributes that identify an element among its siblings in paths."""

NAMES = {
    "body@name": "link",
    "joint@name": "joint",
    "freejoint@name": "joint",
    "site@name": "link",
    "camera@name": "sensor",
    **dict.fromkeys(("*@body", "*@body1", "*@body2", "*@site", "*@site1", "*@site2"), "link"),
    **dict.fromkeys(("*@sidesite", "*@refsite", "*@cranksite", "*@slidersite", "*@target"), "link"),
    **dict.fromkeys(("*@objname", "*@refname"), "link joint"),
    **dict.fromkeys(("*@joint", "*@joint1", "*@joint2", "*@jointinparent"), "joint"),
    "*@camera": "sensor",
}

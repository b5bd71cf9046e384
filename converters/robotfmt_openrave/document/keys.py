"""Roots of documents, attributes that identify elements, and elements that name parts of a robot."""

from __future__ import annotations

ROOTS = frozenset({"robot", "kinbody", "environment"})
"""The names of root elements, in small letters."""

_NAMED = ("Robot", "KinBody", "Body", "Joint", "Manipulator", "AttachedSensor")
KEYS: dict[str, tuple[str, ...]] = dict.fromkeys(_NAMED, ("name",))
"""The attributes that distinguish an element from its siblings in paths."""

NAMES = {
    "Body@name": "link",
    "Joint@name": "joint",
    "Manipulator@name": "manipulator",
    "AttachedSensor@name": "sensor",
    **dict.fromkeys(("Body", "offsetfrom", "base", "effector", "link", "adjacent", "sphere@link"), "link"),
    **dict.fromkeys(("joints", "gripperjoints"), "joint"),
}

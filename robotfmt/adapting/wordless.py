"""What a format has no words for: the fields of records are cleared, and names that it needs to be unique are
changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias, TypeVar

from ..model import Robot
from ..model.record import Record, replace
from ..model.renaming import unique_names

# Fields

Wordless: TypeAlias = Mapping[type[Record], Collection[str]]
"""The fields without words, by the class of the record."""
_R = TypeVar("_R", bound=Record)


def without_fields(it: _R, wordless: Wordless) -> _R:
    """Return a record in which neither it nor a record in it has some fields; a record without them stays the same."""
    made: _R = _cleared(it, wordless)
    return made


def _cleared(it: Any, wordless: Wordless) -> Any:
    """Return a record, or a tuple of records, without the fields that the format has no words for."""
    if isinstance(it, tuple):
        parts = [_cleared(each, wordless) if isinstance(each, Record | tuple) else each for each in it]
        return it if all(new is old for new, old in zip(parts, it, strict=True)) else tuple(parts)
    gone = wordless.get(it.record_type, ())
    changes: dict[str, Any] = {}
    for name in it.compared_fields:
        value = getattr(it, name)
        if name in gone:
            if value is not None and value != ():
                changes[name] = () if isinstance(value, tuple) else None
        elif isinstance(value, Record) or (isinstance(value, tuple) and value):
            made = _cleared(value, wordless)
            if made is not value:
                changes[name] = made
    return replace(it, **changes) if changes else it


# Unique names


def with_unique_names(robot: Robot) -> Robot:
    """Return the robot with the later ones of several manipulators, or sensors, with one name numbered."""
    manipulators, sensors = unique_names(robot.manipulators), unique_names(robot.sensors)
    if (manipulators, sensors) == (robot.manipulators, robot.sensors):
        return robot
    return replace(robot, manipulators=manipulators, sensors=sensors)

"""Which parts of a robot the changes of a sidecar refer to: changes that belong together, and parts that must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ..model import Robot, World
from ..model.json import to_object
from .keys import keyed, words_in

Change: TypeAlias = Mapping[str, Any]
ROBOT_FIELDS = ("links", "joints", "loops", "frames", "groups", "states", "sensors", "virtual_joints", "actuators")
"""The rows whose parts refer to one another: such changes are made together or not at all."""
_NAMED = ("links", "joints", "loops", "frames", "virtual_joints")
"""The rows of parts that others name."""
_STRUCTURAL = ("parent", "child", "type", "name", "link", "joint")
"""The fields by which a part refers to others, or is another kind of part."""


def names_of(robot: Robot) -> set[str]:
    """Return the names of the parts of a robot that others name."""
    return {each.name for field in _NAMED for each in getattr(robot, field)}


def related(made: dict[str, Any], found: Robot | World) -> dict[str, Any]:
    """Return the changes of a robot with the names of what they refer to; those of a world as they are."""
    if not isinstance(found, Robot):
        return made
    for row, key, change in entries_of(made):
        if row in ROBOT_FIELDS and is_structural(change):
            now = (keyed(getattr(found, row)) or {}).get(key)
            its = names_of(found) & {*words_in(to_object(now))} - {key} if now is not None else set()
            if its:
                change["with"] = sorted(its)
    used = names_of(found) & {*words_in(made["fields"]), *keys_in(made["fields"])}
    return {**made, "names": sorted(used)} if used else made


def is_structural(change: Change) -> bool:
    """Return True if a part is added, removed, or refers to other parts after the change."""
    fields = change.get("fields", {})
    return "gone" in change or "value" in change or any(each in fields for each in _STRUCTURAL)


def entries_of(change: Change) -> Iterator[tuple[str, str, Any]]:
    """Yield the changes of parts of a robot, with their rows and keys."""
    for row, its in change["fields"].items():
        parts = its.get("parts") if isinstance(its, Mapping) else None
        for key, each in parts.items() if isinstance(parts, Mapping) else ():
            if isinstance(each, Mapping):
                yield row, key, each


def keys_in(value: object) -> Iterator[str]:
    """Yield the keys of changes of parts: a pair of links has both names in its key."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from (key, *key.split("|"))
            yield from keys_in(each)

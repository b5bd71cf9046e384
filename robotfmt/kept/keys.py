"""What identifies a part in a row of parts, what is recorded of a value that a change replaces, and which parts the
changes refer to.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from hashlib import blake2b
from typing import Any, TypeAlias

from ..model import Extension, IgnoredPair, Robot, World
from ..model.json import to_object
from ..model.record import Record

# Keys

Row = tuple[object, ...]


def keyed(row: Row) -> dict[str, Record] | None:
    """Return the parts of a row by their names; None if they are not records with names.

    The later ones of several with the same name are numbered, as their facts are.
    """
    return _numbered(row, _key)


def called(row: Row) -> dict[str, Record] | None:
    """Return the parts of a row as their facts call them, also those without a name; None if they have no names."""
    return _numbered(row, lambda part: _key(part) or (str(None) if hasattr(part, "name") else None))


def _numbered(row: Row, key_of: Callable[[object], str | None]) -> dict[str, Record] | None:
    found: dict[str, Record] = {}
    seen: Counter[str] = Counter()
    for part in row:
        key = key_of(part)
        if key is None:
            return None
        seen[key] += 1
        found[key if seen[key] == 1 else f"{key}#{seen[key]}"] = part  # type: ignore[assignment]
    return found


def _key(part: object) -> str | None:
    if isinstance(part, IgnoredPair):
        return f"{part.first}|{part.second}"
    if isinstance(part, Extension):
        return f"{part.format}:{part.place}:{part.kind.value}:{part.name}"
    name = getattr(part, "name", None)
    return name if isinstance(part, Record) and isinstance(name, str) else None


def digest(value: object) -> str | None:
    """Return a digest of a value of the model, None for no value."""
    if value is None or value == ():
        return None
    text = json.dumps(to_object(value), sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def character(it: Record) -> str | None:
    """Return a digest of the words of a record: its class, its names, its type; not of its numbers."""
    words = {name: getattr(it, name) for name in it.compared_fields}
    plain = {name: value for name, value in words.items() if isinstance(value, str | Enum)}
    return digest((it.record_type.__name__, *(part for pair in plain.items() for part in pair)))


def words_in(value: object) -> Iterable[str]:
    """Yield the texts in a JSON value, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from words_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from words_in(each)


# Relations

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
            mentioned = names_of(found) & {*words_in(to_object(now))} - {key} if now is not None else set()
            if mentioned:
                change["with"] = sorted(mentioned)
    used = names_of(found) & {*words_in(made["fields"]), *keys_in(made["fields"])}
    return {**made, "names": sorted(used)} if used else made


def is_structural(change: Change) -> bool:
    """Return True if a part is added, removed, or refers to other parts after the change."""
    fields = change.get("fields", {})
    return "gone" in change or "value" in change or any(each in fields for each in _STRUCTURAL)


def entries_of(change: Change) -> Iterator[tuple[str, str, Any]]:
    """Yield the changes of parts of a robot, with their rows and keys."""
    for row, fields in change["fields"].items():
        parts = fields.get("parts") if isinstance(fields, Mapping) else None
        for key, each in parts.items() if isinstance(parts, Mapping) else ():
            if isinstance(each, Mapping):
                yield row, key, each


def keys_in(value: object) -> Iterator[str]:
    """Yield the keys of changes of parts: a pair of links has both names in its key."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from (key, *key.split("|"))
            yield from keys_in(each)

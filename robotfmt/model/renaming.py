"""Find and change every name in a record of the model, both definitions and references.

The annotations of :mod:`robotfmt.model.names` mark the fields with names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any, TypeAlias, TypeVar, get_args

from .. import model
from . import AddFrame, Manipulator, Node, PlacedRobot, Robot, Sensor
from .record import Record, replace

Change: TypeAlias = Callable[[str, str], "str | None"]
"""Maps a kind and a name to the new name; None if the part is removed."""
_R = TypeVar("_R", bound=Record)
_Part = TypeVar("_Part", PlacedRobot, Manipulator, Sensor)
_NAME = re.compile(r"\b([A-Z][a-z]+)Name\b")
_WORD = re.compile(r"\w+")


_FIELDS: dict[type[Record], dict[str, str | None]] = {}


def fields_with_names(kind: type[Record]) -> dict[str, str | None]:
    """Return the fields of a record that contain names: with the kind of part, or None if the names are nested."""
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = _fields_with_names(kind)
    return found


def _fields_with_names(kind: type[Record]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for field, annotation in kind.field_types.items():
        name = _NAME.search(annotation)
        if name is not None:
            found[field] = name.group(1).lower()
        elif any(map(_has_names, records_in(annotation))):
            found[field] = None
    return found


def _has_names(kind: type[Record]) -> bool:
    """Return True if a record or its content contains names."""
    pending, seen = [kind], {kind}
    while pending:
        for annotation in pending.pop().field_types.values():
            if _NAME.search(annotation):
                return True
            new = [each for each in records_in(annotation) if each not in seen]
            seen.update(new)
            pending += new
    return False


@cache
def records_in(annotation: str) -> tuple[type[Record], ...]:
    """Return the record types that the annotation of a field names, those of unions too."""
    named = [getattr(model, word, None) for word in _WORD.findall(annotation)]
    kinds = [kind for each in named for kind in (each, *get_args(each))]
    return tuple(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Record))


def with_names(it: _R, change: Change) -> _R | None:
    """Return a record with all its names changed; itself if none changes, and None if a required name is removed.

    Removed names and nodes are dropped from lists, and an optional node becomes None. Any other record that contains
    a removed name is removed: a formula with its coupling, a chain.
    """
    changes: dict[str, object] = {}
    for field, kind in fields_with_names(type(it)).items():
        value = getattr(it, field)
        if value is None or value == ():
            continue
        new = _changed(value, kind, change)
        if new is value:
            continue
        if new is None and not (kind is None and isinstance(it, Node) and "None" in it.field_types[field]):
            return None
        changes[field] = new
    return replace(it, **changes) if changes else it


def _changed(value: Any, kind: str | None, change: Change) -> Any:
    if isinstance(value, tuple):
        return _row(value, kind, change)
    if isinstance(value, Record):
        return with_names(value, change)
    return change(kind, value) if kind is not None else value


def _row(values: tuple[Any, ...], kind: str | None, change: Change) -> tuple[Any, ...] | None:
    new = [_changed(each, kind, change) for each in values]
    if all(a is b for a, b in zip(new, values, strict=True)):
        return values
    # Values that are no nodes belong together: the operands of an operation.
    if kind is None and any(a is None and not isinstance(b, Node) for a, b in zip(new, values, strict=True)):
        return None
    return tuple(each for each in new if each is not None)


def renamed(it: _R, change: Callable[[str, str], str]) -> _R:
    """Return a record with all its names changed."""
    found = with_names(it, change)
    assert found is not None
    return found


def names_in(it: Record) -> list[tuple[str, str]]:
    """Return every name in a record with the kind of part, in order, including repetitions."""
    found: list[tuple[str, str]] = []

    def note(kind: str, name: str) -> str:
        found.append((kind, name))
        return name

    with_names(it, note)
    return found


def given_names(robot: Robot) -> dict[str, list[str]]:
    """Return the names of all parts of a robot, by kind; including frames and joints that modifiers add."""
    found: dict[str, list[str]] = {}
    for field in fields_with_names(Robot):
        value = getattr(robot, field)
        for node in value if isinstance(value, tuple) else ():
            for kind, name in _given(node):
                found.setdefault(kind, []).append(name)
    return found


def _given(node: object) -> Iterable[tuple[str, str]]:
    if isinstance(node, AddFrame):
        return ("link", node.frame), ("joint", node.joint)
    kind = fields_with_names(type(node)).get("name") if isinstance(node, Record) else None
    name = getattr(node, "name", None)
    return ((kind, name),) if kind is not None and name is not None else ()


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number appended if it is taken."""
    number = 2
    candidate = name
    while candidate in taken:
        candidate = f"{name}_{number}"
        number += 1
    return candidate


def unique_names(parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """Return parts with unique names: of several with the same name, the later ones are numbered."""
    taken: set[str] = set()
    found: list[_Part] = []
    for each in parts:
        name = free_name(each.name, taken) if each.name else each.name
        taken.add(name or "")
        found.append(each if name == each.name else replace(each, name=name))
    return tuple(found)

"""Mark the nodes of a robot, so that each is recognised after an operation, even at another place.

A mark replaces the origin of a node: operations keep origins, use them in messages only, and never compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeVar

from ..model import Node, Origin
from ..model.node import OriginMark
from ..model.record import Record, replace
from ..model.renaming import records_in

_R = TypeVar("_R", bound=Record)


class Mark(OriginMark, kw_only=False, lazy=True):
    """The origin of a node, together with the node and a key of its own."""

    node: Any = None
    key: int = 0


def marked(it: _R, keys: count[int]) -> _R:
    """Return a record with a mark on every node in it."""

    def mark(node: Node) -> Mark:
        return Mark("", None, "", node.origin, node, next(keys))

    return _with_origins(it, mark)


def unmarked(it: _R) -> _R:
    """Return a record without marks."""

    def origin(node: Node) -> Origin | None:
        return node.origin.original if isinstance(node.origin, Mark) else node.origin

    return _with_origins(it, origin)


def mark_of(origin: Origin | None) -> Mark | None:
    """Return the mark that replaces an origin, if one does."""
    return origin if isinstance(origin, Mark) else None


def marks_in(it: object) -> Iterator[Mark]:
    """Yield the marks of all nodes in a record."""
    pending = [it]
    while pending:
        found = pending.pop()
        if isinstance(found, tuple):
            pending += found
        elif isinstance(found, Record):
            mark = mark_of(found.origin) if isinstance(found, Node) else None
            if mark is not None:
                yield mark
            pending += (getattr(found, field) for field in _fields(found.record_type))


def keys_in(it: object) -> Iterator[int]:
    """Yield the keys of all marked nodes in a record."""
    return (mark.key for mark in marks_in(it))


def _with_origins(it: _R, origin: Callable[[Node], Origin | None]) -> _R:
    changes: dict[str, Any] = {field: _value(getattr(it, field), origin) for field in _fields(it.record_type)}
    if isinstance(it, Node):
        changes["origin"] = origin(it)
    return replace(it, **changes) if changes else it


def _value(value: Any, origin: Callable[[Node], Origin | None]) -> Any:
    if isinstance(value, Record):
        return _with_origins(value, origin)
    return tuple(_value(each, origin) for each in value) if isinstance(value, tuple) else value


_FIELDS: dict[type[Record], tuple[str, ...]] = {}


def _fields(kind: type[Record]) -> tuple[str, ...]:
    """Return the fields of a record that contain nodes."""
    found = _FIELDS.get(kind)
    if found is None:
        kinds = kind.field_types.items()
        found = tuple(name for name, annotation in kinds if any(map(_has_nodes, records_in(annotation))))
        _FIELDS[kind] = found
    return found


def _has_nodes(kind: type[Record]) -> bool:
    pending, seen = [kind], {kind}
    while pending:
        found = pending.pop()
        if issubclass(found, Node):
            return True
        inner = {each for annotation in found.field_types.values() for each in records_in(annotation)}
        pending += inner - seen
        seen |= inner
    return False

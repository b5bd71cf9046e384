"""Generic walks over the model's records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from .node import Node
from .record import Record, replace

_R = TypeVar("_R", bound=Record)


def given_fields(it: object) -> Iterator[tuple[str, object]]:
    """Yield the fields of a record that have a value (neither None nor empty) and take part in comparisons."""
    assert isinstance(it, Record)
    for name in it.compared_fields:
        value = getattr(it, name)
        if value is not None and value != ():
            yield name, value


def without_empty(it: _R) -> _R:
    """Return a record without the optional nodes in it that have no values: a noise without numbers is none."""
    changes: dict[str, object] = {}
    for name, value in given_fields(it):
        if isinstance(value, tuple):
            made: object = tuple(without_empty(each) if isinstance(each, Record) else each for each in value)
        elif isinstance(value, Record):
            inner = without_empty(value)
            is_empty = isinstance(inner, Node) and not any(given_fields(inner))
            made = None if is_empty and name not in it.required_fields else inner
        else:
            continue
        if made != value:
            changes[name] = made
    return replace(it, **changes) if changes else it

"""Generic walks over the model's records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

_NAMES: dict[type, tuple[str, ...]] = {}


def field_names(record: Any) -> tuple[str, ...]:
    """The fields of a record that count in comparisons."""
    kind = type(record)
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(record) if field.compare)
    return _NAMES[kind]


def fields_said(record: object) -> Iterator[tuple[str, object]]:
    """The fields of a record that say something: neither None nor empty."""
    for name in field_names(record):
        value = getattr(record, name)
        if value is not None and value != ():
            yield name, value

"""The model as JSON, lossless: for golden files, for other programs, for ``--json``.

A record is an object whose ``is`` names its class, with the fields that have a value. Provenance and layouts are
omitted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Any

from .. import model
from .fields import given_fields
from .record import Record

_NAMES = {name: getattr(model, name) for name in model.__all__}
_KINDS: dict[str, type[Record]] = {
    name: kind for name, kind in _NAMES.items() if isinstance(kind, type) and issubclass(kind, Record)
}
_ENUMS: dict[str, type[Enum]] = {
    name: kind for name, kind in _NAMES.items() if isinstance(kind, type) and issubclass(kind, Enum)
}


def to_json(robot: model.Robot, indent: int | None = 2) -> str:
    """Return a robot as JSON text."""
    return json.dumps(to_object(robot), indent=indent, ensure_ascii=False)


def from_json(text: str) -> model.Robot:
    """Return the robot of a JSON text.

    Raises:
        ValueError: The text is not a robot.
    """
    robot = from_object(json.loads(text))
    if not isinstance(robot, model.Robot):
        raise ValueError("the text contains no robot")
    return robot


def to_object(value: object) -> object:
    """Return a record of the model as JSON-compatible objects."""
    if isinstance(value, Enum):
        return {"is": type(value).__name__, "value": value.value}
    if isinstance(value, Record):
        return {"is": value.record_type.__name__} | {name: to_object(each) for name, each in given_fields(value)}
    if isinstance(value, tuple):
        return [to_object(each) for each in value]
    return value


def from_object(value: Any) -> Any:
    """Return the record of JSON-compatible objects.

    Raises:
        ValueError: The objects are not a record.
    """
    if isinstance(value, list):
        return tuple(from_object(each) for each in value)
    if not isinstance(value, Mapping):
        return value
    name = str(value.get("is"))
    if name in _ENUMS:
        return _ENUMS[name](value["value"])
    if name not in _KINDS:
        raise ValueError(f"the model has no record named '{name}'")
    fields = {key: from_object(each) for key, each in value.items() if key != "is"}
    return _KINDS[name](**_defaults(_KINDS[name]) | fields)


def _defaults(kind: type[Record]) -> dict[str, tuple[()] | None]:
    """Return the defaults of required fields for values that a document does not give: empty, or None."""
    return {name: () if _is_row(kind.field_types[name]) else None for name in kind.required_fields}


def _is_row(annotation: str) -> bool:
    return annotation.startswith("tuple") and "None" not in annotation

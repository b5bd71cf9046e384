"""Convert records of the model to JSON and back: a record is an object, and its keys are the fields with a value."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, TypeVar

from robotfmt import model
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence
from robotfmt.documents.yaml.values import Value
from robotfmt.facts.fact import moves
from robotfmt.model import LinearCoupling, Parameter, Pose, Quaternion
from robotfmt.model.fields import given_fields
from robotfmt.model.pose import quaternion_of
from robotfmt.model.record import Record

from ..codes import BAD_VALUE

_R = TypeVar("_R", bound=Record)
_ROW = re.compile(r"tuple\[(\w+), \.\.\.\]")
_NUMBERS = {"Vector3": 3, "Rgba": 4}
_LEFT_OUT = ("origin", "layouts", "extensions", "expression", "first_partials", "second_partials")
_NAMED: dict[str, type[Record]] = {"Coupling": LinearCoupling}
"""Unions of records, each with its only supported record."""


def to_object(it: Record) -> dict[str, Any]:
    """Return a record as an object."""
    return {name: _object(value) for name, value in given_fields(it) if name not in _LEFT_OUT}


def _object(value: Any) -> Any:
    if isinstance(value, Pose):
        return pose_object(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Record):
        return to_object(value)
    if isinstance(value, tuple):
        return [_object(each) for each in value]
    return value


def pose_object(pose: Pose) -> dict[str, Any]:
    """Return a pose as position and quaternion (w, x, y, z)."""
    found: dict[str, Any] = {"position": list(pose.xyz)}
    if moves(Pose((0.0, 0.0, 0.0), pose.rotation)):
        turn = quaternion_of(pose.matrix)
        found["quaternion"] = [turn.w, turn.x, turn.y, turn.z]
    return found


def read_pose(it: Mapping) -> Pose | None:
    """Take the position and the quaternion of an object; None if it has neither."""
    position = it.vector("position")
    given = it.get("quaternion")
    numbers: tuple[float, ...] | None = None
    if isinstance(given, Sequence) and len(given.items) == 4:
        numbers = given.numbers()
    elif given is not None:
        given.report(BAD_VALUE, "'quaternion' must be a list of four numbers: w, x, y, z")
    if position is None and numbers is None:
        return None
    turned = numbers is not None and any(numbers)
    return Pose(position or (0.0, 0.0, 0.0), Quaternion(*numbers) if numbers and turned else None)


def read_record(kind: type[_R], it: Mapping) -> _R:
    """Take a record of a kind from an object; invalid values of fields are reported, and stay in the ledger."""
    found: dict[str, Any] = {"origin": it.origin} if "origin" in kind.field_types else {}
    for name, annotation in kind.field_types.items():
        value = it.get(name)
        if value is not None and name not in _LEFT_OUT:
            read = _read(annotation.removesuffix(" | None"), name, it, value)
            found |= {name: read} if read is not None else {}
    for name in kind.required_fields:
        found.setdefault(name, "" if kind.field_types[name].endswith("Name") else None)
    return kind(**found)


def _read(kind: str, name: str, it: Mapping, value: Value) -> Any:
    """Return the value of a field, by the name of its type; None if it is invalid."""
    row = _ROW.fullmatch(kind)
    if row is not None:
        return _rows(row.group(1), name, it)
    if kind in _NUMBERS:
        return _numbers(name, value, _NUMBERS[kind])
    named = _NAMED.get(kind, getattr(model, kind, None))
    if named is Pose:
        inner = it.mapping(name)
        return read_pose(inner) if inner is not None else None
    if isinstance(named, type) and issubclass(named, Enum):
        return _word(named, name, it, value)
    if isinstance(named, type) and issubclass(named, Record):
        inner = it.mapping(name)
        return read_record(named, inner) if inner is not None else None
    return _plain(kind, name, it, value)


def _plain(kind: str, name: str, it: Mapping, value: Value) -> Any:
    match kind:
        case "float":
            return it.number(name)
        case "int":
            number = it.number(name)
            return int(number) if number is not None else None
        case "bool":
            return _flag(name, value)
    if kind.startswith("tuple[") and isinstance(value, Sequence):  # a list of numbers, of Parameter.values
        return value.numbers()
    return it.text(name)


def _flag(name: str, value: Value) -> bool | None:
    if isinstance(value, Scalar) and value.source in ("true", "false"):
        value.take()
        return value.source == "true"
    value.report(BAD_VALUE, f"'{name}' must be true or false, not {value.kind}")
    return None


def _word(kind: type[Enum], name: str, it: Mapping, value: Value) -> Enum | None:
    words = {str(each.value): each for each in kind}
    if isinstance(value, Scalar) and value.source in words:
        value.take()
        return words[value.source]
    value.report(BAD_VALUE, f"'{name}' must be one of {', '.join(words)}, not {value.kind}")
    return None


def _numbers(name: str, value: Value, count: int) -> tuple[float, ...] | None:
    if isinstance(value, Sequence) and len(value.items) == count:
        return value.numbers()
    value.report(BAD_VALUE, f"'{name}' must be a list of {count} numbers, not {value.kind}")
    return None


def _rows(kind: str, name: str, it: Mapping) -> tuple[Record, ...] | None:
    named = Parameter if kind == "Parameter" else getattr(model, kind, None)
    rows = it.sequence(name)
    if rows is None or not (isinstance(named, type) and issubclass(named, Record)):
        return None
    return tuple(read_record(named, each) for each in mappings(rows))


def mappings(rows: Sequence) -> list[Mapping]:
    """Take the objects in a list; anything else is reported."""
    found: list[Mapping] = []
    for each in rows.items:
        if isinstance(each, Mapping):
            each.take()
            found.append(each)
        else:
            each.report(BAD_VALUE, f"expected an object, not {each.kind}")
    return found

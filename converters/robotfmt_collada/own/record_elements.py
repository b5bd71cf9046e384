"""Records as elements, one for each field that has a value: for data without an element in OpenRAVE."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, TypeVar

from robotfmt import model
from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Pose
from robotfmt.model.fields import fields_said
from robotfmt.model.record import Record

from ..devices.fields import Take, field_text, matrix, number, numbers, text
from ..scenes.transforms import read_pose, write_pose

_V = TypeVar("_V")


def write_record(record: object, without: Collection[str] = ()) -> list[Node]:
    """Return the elements of the fields of a record."""
    given = ((name, value) for name, value in fields_said(record) if name not in without)
    return [node for name, value in given for node in _write(name, value)]


def _write(name: str, value: object) -> list[Node]:
    if isinstance(value, Enum):
        return [make(name, text=value.value)]
    if isinstance(value, Pose):
        return [make(name, None, *write_pose(value))]
    if isinstance(value, Record):
        return [make(name, None, *write_record(value))]
    if isinstance(value, tuple) and isinstance(value[0], Record | str):
        return [node for each in value for node in _write(name, each)]
    return [make(name, text=field_text(value))]


def read_record(element: Element, kind: type[Record]) -> dict[str, Any]:
    """Take the fields of a record from the children of an element."""
    found: dict[str, Any] = {}
    for name, annotation in kind.field_types.items():
        leaves = [child for child in element.children if child.tag == name]
        if annotation.startswith("tuple[") and annotation.endswith(", ...]"):
            values = [_read(leaf, annotation[6:-6]) for leaf in leaves]
            found[name] = tuple(value for value in values if value is not None)
        elif leaves:
            found[name] = _read(leaves[0], annotation.removesuffix(" | None"))
    return {name: value for name, value in found.items() if value not in (None, ())}


def _read(element: Element, annotation: str) -> Any:
    take = _TAKES.get(annotation)
    if take is None and annotation.startswith("tuple[float"):
        take = numbers(None if "..." in annotation else annotation.count("float"))
    if take is not None:
        return take(element, 1.0)
    kind = getattr(model, annotation)
    if issubclass(kind, Enum):
        return _token(element, lambda word: _member(kind, word))
    element.take()
    return read_pose(element, 1.0) or Pose() if kind is Pose else kind(**read_record(element, kind))


def _token(element: Element, parse: Callable[[str], _V]) -> _V | None:
    """Return the value of a text; an unknown one stays in the ledger."""
    try:
        value = parse(element.text)
    except tokens.BadToken:
        return None
    element.take_text()
    return value


def _member(kind: type[Enum], word: str) -> Enum:
    try:
        return kind(word.strip())
    except ValueError as error:
        raise tokens.BadToken("is not one of the allowed values") from error


def whole(element: Element, _meter: float = 1.0) -> int | None:
    """Return one whole number."""
    return _token(element, tokens.whole)


def flag(element: Element, _meter: float = 1.0) -> bool | None:
    """Return True or False."""
    return _token(element, tokens.boolean)


_TAKES: dict[str, Take] = {
    "str": text,
    "LinkName": text,
    "SensorName": text,
    "int": whole,
    "float": number,
    "bool": flag,
    "Vector3": numbers(3),
    "Matrix3": matrix,
}

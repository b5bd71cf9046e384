"""Records as elements with numbers and words as attributes, and further records inside."""

from __future__ import annotations

from typing import Any, TypeVar

from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    ActuatorEnd,
    GpioComponent,
    Interface,
    JointComponent,
    JointEnd,
    Parameter,
    SensorComponent,
    Transmission,
)
from robotfmt.model.fields import fields_said
from robotfmt.model.record import Record

_R = TypeVar("_R", bound=Record)
_INNER: dict[str, type[Record]] = {
    "ActuatorEnd": ActuatorEnd,
    "GpioComponent": GpioComponent,
    "JointComponent": JointComponent,
    "SensorComponent": SensorComponent,
    "JointEnd": JointEnd,
    "Interface": Interface,
    "Transmission": Transmission,
}


def write_attributes(tag: str, it: Record | None, **whose: str) -> Node | None:
    """Return the element of a record; None without a record.

    Args:
        tag: The tag of the element.
        it: The record.
        **whose: Further attributes, which name its owner.
    """
    if it is None:
        return None
    attributes: dict[str, str | None] = {**whose}
    children: list[Node | None] = []
    for name, value in fields_said(it):
        if isinstance(value, tuple) and not isinstance(value[0], float):
            children += [_write_inner(name, each) for each in value]
        else:
            attributes[name] = _written(value)
    return make(tag, attributes, *children)


def _write_inner(tag: str, it: Any) -> Node | None:
    if isinstance(it, Parameter):
        return make(tag, {"name": it.name}, text=_written(it.values))
    return write_attributes(tag, it) if isinstance(it, Record) else make(tag, text=it)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return tokens.written_all(value)
    return value if isinstance(value, str) else tokens.written(value)


def named_children(parent: Element, tag: str) -> list[Element]:
    """Return the children of a tag that have a name."""
    return [each for each in parent.children if each.tag == tag and each.peek("name") is not None]


def read_attributes(element: Element, kind: type[_R]) -> _R:
    """Take the values of an element for the fields of a record; the rest stays in the ledger."""
    given: dict[str, Any] = {"origin": element.take().origin}
    for name, annotation in kind.field_types.items():
        plain = annotation.removesuffix(" | None")
        if plain.startswith("tuple["):
            given[name] = _read_row(element, name, plain[len("tuple[") :].partition(",")[0])
        elif name != "origin":
            given[name] = _read_attribute(element, name, plain)
    return kind(**given)


def _read_row(parent: Element, tag: str, kind: str) -> tuple[Any, ...]:
    if kind == "str":
        return tuple(each.take_text() for each in parent.children_of(tag))
    if kind == "Parameter":
        return tuple(
            Parameter(origin=each.origin, name=each.attribute("name") or "", values=each.take_text())
            for each in named_children(parent, tag)
        )
    return tuple(read_attributes(each, _INNER[kind]) for each in named_children(parent, tag))


def _read_attribute(element: Element, name: str, kind: str) -> Any:
    if kind == "float":
        return element.number(name)
    if kind == "Vector3":
        return element.vector(name)
    if kind == "str" or kind.endswith("Name"):
        return element.attribute(name)
    try:
        value = {"bool": tokens.boolean, "int": tokens.whole}[kind](element.peek(name) or "")
    except tokens.BadToken:
        return None
    element.attribute(name)
    return value

"""Elements with one value each, mapped to the fields of a device's record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from robotfmt.documents import tokens
from robotfmt.documents.tokens import written, written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Matrix3

Take: TypeAlias = Callable[[Element, float], Any]
"""Takes the value of an element, given the metres per unit of length; None if there is none."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record, and the function that reads its element."""

    name: str
    take: Take


def number(element: Element, _meter: float) -> float | None:
    """Return one number."""
    return element.text_number()


def whole(element: Element, _meter: float = 1.0) -> int | None:
    """Return one whole number; another text stays in the ledger."""
    try:
        value = tokens.whole(element.text)
    except tokens.BadToken:
        return None
    element.take_text()
    return value


def length(element: Element, meter: float) -> float | None:
    """Return one length, in metres."""
    value = element.text_number()
    return value if value is None or meter == 1 else value * meter


def text(element: Element, _meter: float) -> str:
    """Return the text."""
    return element.take_text()


def numbers(count: int | None) -> Take:
    """Return a fixed count of numbers, or any."""
    return lambda element, _meter: element.text_numbers(count)


def matrix(element: Element, _meter: float = 1.0) -> Matrix3 | None:
    """Return the three rows of a matrix."""
    values = element.text_numbers(9)
    if values is None:
        return None
    a, b, c, d, e, f, g, h, i = values
    return (a, b, c), (d, e, f), (g, h, i)


def read_fields(parent: Element, table: Mapping[str, Field], meter: float = 1.0) -> dict[str, Any]:
    """Return the fields that the children of an element specify; the first valid one if a field is given several
    times.
    """
    found: dict[str, Any] = {}
    for child in parent.children:
        field = table.get(child.tag)
        if field is not None and field.name not in found:
            value = field.take(child, meter)
            if value is not None:
                found[field.name] = value
    return found


def write_fields(record: object, table: Mapping[str, Field]) -> list[Node]:
    """Return an element for every field of the table that a record specifies."""
    given = ((tag, getattr(record, field.name)) for tag, field in table.items())
    return [make(tag, text=field_text(value)) for tag, value in given if value is not None]


def field_text(value: Any) -> str:
    """Return a value as text: unchanged, one number, a row of numbers, or the rows of a matrix."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return written(value)
    if value and isinstance(value[0], tuple):
        return " ".join(written_all(row) for row in value)
    return written_all(value)

"""Texts and numbers of blocks. They are taken if they are valid; otherwise they stay in the ledger.

Programs differ in what they accept here, so an invalid number is only a warning.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from robotfmt.diagnostics import Severity
from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Parameter


def read_text(parent: Element, tag: str) -> str | None:
    """Take the first child with a tag, if it contains only text."""
    first = parent.find(tag)
    return first.take_text() if first is not None and _is_text(first) else None


def read_texts(parent: Element, tag: str) -> tuple[str, ...]:
    """Take the children with a tag, up to the first that is not a text."""
    found = takewhile(_is_text, parent.findall(tag))
    return tuple(each.take_text() for each in found)


def read_number(parent: Element, tag: str) -> float | None:
    """Take the first child with a tag, if it is a number; an invalid one is reported."""
    first = parent.find(tag)
    if first is None or not _is_text(first):
        return None
    values = first.text_numbers(1, severity=Severity.WARNING)
    return values[0] if values is not None else None


def read_number_attribute(element: Element, name: str) -> float | None:
    """Take an attribute, if it is a number; an invalid one is reported."""
    return element.number(name, severity=Severity.WARNING)


def read_named(parent: Element, tag: str) -> list[Element]:
    """Take the children with a tag that have a name."""
    return [each.take() for each in parent.findall(tag) if each.peek("name")]


def read_parameters(parent: Element) -> tuple[Parameter, ...]:
    """Take the ``<param name="...">`` of an element that contain only text."""
    return tuple(
        Parameter(origin=each.origin, name=each.attribute("name") or "", values=each.take_text())
        for each in parent.findall("param")
        if each.peek("name") and not len(each)
    )


def as_number(text: str) -> float | None:
    """Return the number in a text, or None."""
    try:
        return tokens.row(text, 1)[0]
    except tokens.BadToken:
        return None


def _is_text(element: Element) -> bool:
    return not len(element) and bool(element.text.strip())


def write_text(tag: str, text: str | None) -> Node | None:
    """Return an element with a text; None without one."""
    return make(tag, text=text) if text is not None else None


def write_number(tag: str, value: float | None) -> Node | None:
    """Return an element with a number; None without one."""
    return make(tag, text=value) if value is not None else None


def write_parameters(parameters: Iterable[Parameter]) -> list[Node]:
    """Return parameters with texts or numbers as ``<param name="...">``."""
    return [make("param", {"name": each.name}, text=written_values(each.values)) for each in parameters]


def written_values(values: tuple[float, ...] | tuple[int, ...] | str) -> str:
    """Return a text unchanged, or numbers separated by spaces."""
    return values if isinstance(values, str) else tokens.written_all(values)

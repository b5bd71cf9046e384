"""Children of sensors and actuators without a field in the model, as named values.

A parameter is an element of its own name, unless the name is not an XML name, or is taken by a field, or the text
would be read as a number.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TypeAlias

from robotfmt.documents import tokens
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Parameter

Values: TypeAlias = tuple[float, ...] | tuple[int, ...] | str

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*", re.ASCII)
_PADDED = re.compile(r"[+-]?0[0-9]")
_NEVER = ("extra", "technique", "newparam", "asset")


def read_parameters(element: Element, known: Collection[str]) -> list[Parameter]:
    """Take every child that has a single plain value and an unknown name."""
    return [
        read_parameter(child) for child in element.children if is_plain(child) and child.tag not in (*known, *_NEVER)
    ]


def is_plain(child: Element) -> bool:
    """Return True if an element has a single value: it has no children, and was not taken."""
    return not child.children and _NAME.fullmatch(child.tag) is not None and not child.is_taken


def read_parameter(child: Element) -> Parameter:
    """Take an element as a parameter of its name."""
    return Parameter(
        origin=child.origin,
        name=child.tag,
        values=values_of(child.take_text()),
        attributes=_attributes(child),
    )


def _attributes(element: Element) -> tuple[tuple[str, str], ...]:
    """Take every attribute; those of other namespaces stay in the ledger."""
    names = [str(name) for name in element.attributes if "{" not in name]
    return tuple((name, element.attribute(name) or "") for name in names)


def values_of(text: str) -> Values:
    """Return whole numbers, numbers, or the text; digits with a leading zero are a text, such as a serial number."""
    words = text.split()
    if not words or any(_PADDED.match(word) for word in words):
        return text.strip()
    try:
        return tuple(tokens.whole(word) for word in words)
    except tokens.BadToken:
        pass
    try:
        return tokens.reals(text)
    except tokens.BadToken:
        return text.strip()


def text_of(values: Values) -> str:
    """Return the text that :func:`values_of` reads as the same values, if there is one."""
    if isinstance(values, str):
        return values
    if all(isinstance(value, int) for value in values):
        return " ".join(map(str, values))
    if all(float(value).is_integer() for value in values):
        return " ".join(repr(float(value)) for value in values)
    return written_all(values)


def write_parameters(parameters: Collection[Parameter], known: Collection[str]) -> list[Node]:
    """Return the parameters that can be elements of their own names."""
    return [
        make(parameter.name, dict(parameter.attributes), text=text_of(parameter.values))
        for parameter in parameters
        if is_readable_back(parameter, known)
    ]


def is_readable_back(parameter: Parameter, known: Collection[str]) -> bool:
    """Return True if a parameter reads back unchanged from an element of its own name."""
    free = parameter.name not in (*known, *_NEVER)
    names = (parameter.name, *(name for name, _ in parameter.attributes))
    read_back = values_of(text_of(parameter.values))
    same = type(read_back) is type(parameter.values) and read_back == parameter.values
    return free and same and all(_NAME.fullmatch(name) for name in names)

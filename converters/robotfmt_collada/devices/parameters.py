"""Children of sensors and actuators without a field in the model, as named values.

Almost every parameter can be an element of its own name. If the name is not an XML name, or is taken by a field, or the
text would be read as a number, the parameter goes into robotfmt's technique.
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
_TAG = "parameter"
_ATTRIBUTE = "attribute"
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
        if can_stand(parameter, known)
    ]


def can_stand(parameter: Parameter, known: Collection[str]) -> bool:
    """Return True if a parameter reads back unchanged from an element of its own name."""
    free = parameter.name not in (*known, *_NEVER)
    names = (parameter.name, *(name for name, _ in parameter.attributes))
    read_back = values_of(text_of(parameter.values))
    same = type(read_back) is type(parameter.values) and read_back == parameter.values
    return free and same and all(_NAME.fullmatch(name) for name in names)


def read_awkward(technique: Element) -> list[Parameter]:
    """Return the parameters in robotfmt's technique."""
    return [_read_awkward(child) for child in technique.children_of(_TAG)]


def _read_awkward(child: Element) -> Parameter:
    is_text = child.attribute("type") == "text"
    value = child.attribute("value") or ""
    attributes = [each for each in child.children_of(_ATTRIBUTE) if each.attribute("name") is not None]
    return Parameter(
        origin=child.origin,
        name=child.attribute("name") or "",
        values=value if is_text else values_of(value) if value else (),
        attributes=tuple((each.peek("name") or "", each.attribute("value") or "") for each in attributes),
    )


def write_awkward(parameters: Collection[Parameter], known: Collection[str]) -> list[Node]:
    """Return the parameters that cannot be elements of their own names."""
    return [_write_awkward(parameter) for parameter in parameters if not can_stand(parameter, known)]


def _write_awkward(parameter: Parameter) -> Node:
    values = parameter.values
    attributes = [make(_ATTRIBUTE, {"name": name, "value": value}) for name, value in parameter.attributes]
    kind = "text" if isinstance(values, str) else "numbers"
    return make(_TAG, {"name": parameter.name, "type": kind, "value": text_of(values)}, *attributes)

"""Properties that SDF does not have, in attributes and elements with a prefix, which other programs skip.

``<link robotfmt:static="true"/>``, ``<robotfmt:interface name="BarrettWAM" type="robot"/>`` in a model, and
``<robotfmt:parameter name="power" type="numbers" value="1 5"/>`` in a sensor.
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.codes import BAD_WORD
from robotfmt.documents.tokens import BadToken, reals, written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import One, Part
from robotfmt.model import InterfaceType, Parameter

from .contact import FLAG
from .keys import own

LINK: tuple[Part, ...] = tuple(One(f"@{own(each)}", each, FLAG) for each in ("static", "enabled", "visible"))
"""The flags of a link."""
SHAPE: tuple[Part, ...] = (One(f"@{own('visible')}", "visible", FLAG),)
"""The flags of a visual or a collision."""
_INTERFACE, _PARAMETER, _ATTRIBUTE = own("interface"), own("parameter"), own("attribute")
_NUMBERS, _COUNTS = "numbers", "whole numbers"
_KINDS = (_NUMBERS, _COUNTS, None)


def read_interfaces(model: Element) -> tuple[InterfaceType, ...]:
    """Take the implementations that consumers of other formats should load for a model."""
    return tuple(
        InterfaceType(
            origin=each.origin,
            name=each.attribute("name") or "",
            type=each.attribute("type"),
            plugin=each.attribute("plugin"),
        )
        for each in model.children_of(_INTERFACE)
    )


def write_interface(interface: InterfaceType) -> Node:
    """Return the element of an implementation."""
    return make(
        _INTERFACE, {"name": interface.name, "type": interface.type, "plugin": interface.plugin or None}
    )


def read_parameters(sensor: Element) -> tuple[Parameter, ...]:
    """Take the values of a sensor that have no field in the model; an invalid one stays in the ledger."""
    return tuple(
        found
        for child in sensor.children
        if child.tag == _PARAMETER and (found := _parameter(child)) is not None
    )


def _parameter(element: Element) -> Parameter | None:
    kind = element.peek("type")
    if kind not in _KINDS:
        element.report(
            BAD_WORD, f"'{kind}' is not a kind of value; expected one of {_NUMBERS}, {_COUNTS}", "type"
        )
        return None
    text = element.peek("value") or ""
    values: tuple[float, ...] | tuple[int, ...] | str = text
    if kind is not None:
        try:
            numbers = reals(text)
        except BadToken as error:
            element.report_token(error, "value")
            return None
        values = tuple(map(int, numbers)) if kind == _COUNTS else numbers
    name = element.take().required("name") or ""
    element.attribute("type")
    element.attribute("value")
    attributes = tuple(
        (each.attribute("name") or "", each.attribute("value") or "")
        for each in element.children_of(_ATTRIBUTE)
    )
    return Parameter(origin=element.origin, name=name, values=values, attributes=attributes)


def write_parameter(parameter: Parameter) -> Node:
    """Return the element of a value."""
    values = parameter.values
    is_text = isinstance(values, str)
    kind = None if is_text else _COUNTS if values and all(type(each) is int for each in values) else _NUMBERS
    text = values if isinstance(values, str) else written_all(values)
    return make(_PARAMETER, {"name": parameter.name, "type": kind, "value": text}, *_attributes(parameter))


def _attributes(parameter: Parameter) -> Iterator[Node]:
    for name, value in parameter.attributes:
        yield make(_ATTRIBUTE, {"name": name, "value": value})

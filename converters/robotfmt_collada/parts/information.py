"""Interface types, and the values that OpenRAVE stores for links and joints under arbitrary names.

The extension text, "interface_type", "link_info" and "joint_info"; ``string_value`` is OpenRAVE's own, and so is the
control of joints in newer files: ``controlMode`` and its details.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import InterfaceType, Joint, Link, Parameter
from robotfmt.model.record import replace

from ..document.values import OPENRAVE, claim_extra, first, make_extra, quiet_numbers, quiet_wholes, technique_of
from .body import Body, Ids
from .parameters import is_plain, is_readable_back, read_parameter, read_parameters, text_of

_MODE = "controlMode"
_DETAILS = re.compile(r"jointcontrolinfo_[a-z]+")


def read_control(technique: Element) -> list[Parameter]:
    """Return the parameters of a joint in OpenRAVE's elements for its control."""
    found: list[Parameter] = []
    for child in technique.children:
        if child.tag == _MODE and is_plain(child):
            found.append(read_parameter(child))
        elif _DETAILS.fullmatch(child.tag):
            inside = read_parameters(child, ())
            if inside:
                child.take()
            found += [replace(each, name=f"{child.tag}/{each.name}") for each in inside]
    return found


def is_control(parameter: Parameter) -> bool:
    """Return True if a parameter can be written in OpenRAVE's elements for joint control."""
    details, _, tag = parameter.name.rpartition("/")
    named = _DETAILS.fullmatch(details) is not None if details else tag == _MODE
    return named and is_readable_back(replace(parameter, name=tag), ())


def write_control(parameters: Iterable[Parameter]) -> list[Node]:
    """Return the elements of control parameters, grouped by kind of control."""
    nodes: list[Node] = []
    groups: dict[str, Node] = {}
    for each in parameters:
        details, _, tag = each.name.rpartition("/")
        node = make(tag, dict(each.attributes), text=text_of(each.values))
        if not details:
            nodes.append(node)
        elif details in groups:
            groups[details].append(node)
        else:
            groups[details] = make(details, None, node)
    return [*nodes, *groups.values()]


_ARRAYS = ("float_array", "int_array", "string_value")
_REDUNDANT = ("count", "digits")


def read_interface(extra: Element) -> InterfaceType | None:
    """Return the interface that an extra names; None if it names none, and then nothing is taken."""
    technique = technique_of(extra)
    found = _read_interface(technique) if technique is not None else None
    if technique is not None and found is not None:
        claim_extra(extra, technique)
    return found


def read_inner_interface(parent: Element) -> InterfaceType | None:
    """Return the ``interface_type`` in an element: with a technique, as OpenRAVE requires, or without."""
    element = first(parent, "interface_type")
    if element is None:
        return None
    technique = technique_of(element)
    found = _read_interface(technique if technique is not None else element)
    if found is not None:
        element.take()
        if technique is not None:
            technique.attribute("profile")
    return found


def _read_interface(holder: Element) -> InterfaceType | None:
    element = first(holder, "interface")
    if element is None:
        return None
    plugin = holder.child("plugin")
    return InterfaceType(
        origin=element.origin,
        name=element.take_text(),
        type=element.attribute("type"),
        plugin=plugin.take_text() if plugin is not None else None,
    )


def write_interface(interface: InterfaceType) -> Node:
    """Return the extra that names an interface."""
    return make("extra", {"type": "interface_type"}, _write_interface(interface))


def write_inner_interface(interface: InterfaceType | None) -> Node | None:
    """Return the ``interface_type`` for the inside of a solver, a sensor or an actuator."""
    return make("interface_type", None, _write_interface(interface)) if interface is not None else None


def _write_interface(interface: InterfaceType) -> Node:
    plugin = make("plugin", text=interface.plugin) if interface.plugin is not None else None
    name = make("interface", {"type": interface.type}, text=interface.name)
    return make("technique", {"profile": OPENRAVE}, name, plugin)


def read_information(body: Body, extras: Iterable[Element]) -> None:
    """Read every ``link_info`` and ``joint_info`` among some extras into the drafts of a body."""
    for extra in extras:
        kind, technique = extra.peek("type"), technique_of(extra)
        if technique is None:
            continue
        if kind == "link_info":
            _read_link(body, extra, technique)
        elif kind == "joint_info":
            _read_joint(body, extra, technique)


def _read_link(body: Body, extra: Element, technique: Element) -> None:
    draft = body.link(extra.peek("name"), extra, "name")
    if draft is not None:
        claim_extra(extra, technique, "name")
        draft.parameters += _read_parameters(technique, "link", extra.peek("name") or "")


def _read_joint(body: Body, extra: Element, technique: Element) -> None:
    draft = body.joint(extra.peek("name"), extra, "name")
    if draft is not None:
        claim_extra(extra, technique, "name")
        found = _read_parameters(technique, "joint", extra.peek("name") or "") + read_control(technique)
        draft.joint = replace(draft.joint, parameters=(*draft.joint.parameters, *found))


def _read_parameters(technique: Element, reference: str, owner: str) -> list[Parameter]:
    found = (_read_parameter(child, reference, owner) for child in technique.children if child.tag in _ARRAYS)
    return [parameter for parameter in found if parameter is not None]


def _read_parameter(element: Element, reference: str, owner: str) -> Parameter | None:
    """Read one named value. It may repeat the name of its owner; one with another owner stays in the ledger."""
    values = _read_values(element)
    if values is None:
        return None
    if (element.peek(reference) or "").rpartition("/")[2] == owner.rpartition("/")[2]:
        element.attribute(reference)
    for name in _REDUNDANT:
        element.attribute(name)
    return Parameter(origin=element.origin, name=element.attribute("name") or "", values=values)


def _read_values(element: Element) -> tuple[float, ...] | tuple[int, ...] | str | None:
    if element.tag == "string_value":
        element.take_text()
        return element.text
    wholes = quiet_wholes(element) if element.tag == "int_array" else None
    if wholes is not None:
        element.take_text()
        return wholes
    if element.tag == "int_array" and quiet_numbers(element) is not None:
        # Fractions in an <int_array>, which OpenRAVE would truncate silently.
        return None
    return element.text_numbers()


def write_link_information(link: Link, ids: Ids) -> Node | None:
    """Return the ``link_info`` of a link, if it has values."""
    content = map(_write_parameter, link.parameters)
    return make_extra("link_info", *content, name=ids.link(link.name))


def write_joint_information(joint: Joint, ids: Ids) -> Node | None:
    """Return the ``joint_info`` of a joint, if it has values."""
    values = (each for each in joint.parameters if not is_control(each))
    control = write_control(filter(is_control, joint.parameters))
    content = (*map(_write_parameter, values), *control)
    return make_extra("joint_info", *content, name=ids.joint(joint.name))


def _write_parameter(parameter: Parameter) -> Node:
    attributes: dict[str, str | None] = {"name": parameter.name}
    values = parameter.values
    if isinstance(values, str):
        return make("string_value", attributes, text=values)
    whole = bool(values) and all(isinstance(value, int) for value in values)
    text = " ".join(map(str, values)) if whole else written_all(values)
    return make("int_array" if whole else "float_array", attributes, text=text)

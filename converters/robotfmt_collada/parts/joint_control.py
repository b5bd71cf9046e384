"""Joint control in newer files of OpenRAVE: ``controlMode`` and its details in ``joint_info``.

The text does not describe them. Each is a parameter of the joint: ``controlMode``,
``jointcontrolinfo_io/moveIONames``, and so on, with its axis as an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Parameter
from robotfmt.model.record import replace

from .parameters import can_stand, is_plain, read_parameter, read_parameters, text_of

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
    return named and can_stand(replace(parameter, name=tag), ())


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

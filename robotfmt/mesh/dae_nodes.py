"""What readers of COLLADA geometry take from an element, by names without their namespace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import Report
from ..documents import xml
from ..documents.tokens import BadToken, whole
from .numbers import reals
from .problems import refuse, warn
from .triangles import Floats

if TYPE_CHECKING:
    from ..documents.xml import Node


def children(node: Node, *names: str) -> list[Node]:
    """The child elements of some names, in order; without names all."""
    return [each for each in node if xml.is_element(each) and (not names or xml.local_name(each) in names)]


def text_of(node: Node) -> bytes:
    """The text of an element, also where comments split it."""
    return ((node.text or "") + " ".join(child.tail or "" for child in node)).encode("utf-8")


def numbers_of(node: Node, name: str) -> Floats:
    """The numbers of an element, NaN for those that are not finite."""
    try:
        return reals(text_of(node))
    except BadToken as error:
        refuse(name, f"{place(node)} {error}")


def count_of(node: Node, attribute: str, default: int | None, name: str) -> int:
    """An attribute that is a whole number, not negative."""
    text = node.get(attribute)
    if text is None and default is not None:
        return default
    try:
        value = whole(text or "")
    except BadToken:
        value = -1
    if value < 0:
        refuse(name, f"'{attribute}' of {place(node)} is no count: {ascii(text)[:24]}")
    return value


def compare_count(node: Node, there: int, what: str, name: str, report: Report) -> None:
    """Say where fewer are there than declared; more are no loss: old exporters count positions here."""
    declared = count_of(node, "count", 0, name)
    if declared > there:
        warn(report, name, f"{place(node)} says {declared} {what} and has {there}; those there were read")


def place(node: Node) -> str:
    """An element in a message."""
    return f"<{xml.local_name(node)}> on line {node.sourceline}"


def vertices_of(source: str, named: dict[str | None, Node]) -> Node | None:
    """The ``vertices`` that an input refers to; OpenRAVE says ``#<geometry>/vertices``, which is no id."""
    key = source.lstrip("#")
    return named.get(key, named.get(key.rpartition("/")[2]))


def accessor_of(source: Node, name: str) -> Node:
    """The accessor of a source."""
    commons = children(source, "technique_common")
    found = [accessor for common in commons for accessor in children(common, "accessor")]
    if not found:
        refuse(name, f"the source '{source.get('id')}' has no accessor")
    return found[0]


def accessed(values: Floats, source: Node, accessor: Node, name: str, report: Report) -> Floats:
    """The positions among the numbers of a source, (count, 3), as its accessor says."""
    named = [i for i, param in enumerate(children(accessor, "param")) if param.get("name")]
    columns = np.array(named[:3] if len(named) >= 3 else [0, 1, 2], dtype=np.int64)
    stride, offset = count_of(accessor, "stride", 1, name), count_of(accessor, "offset", 0, name)
    count = count_of(accessor, "count", None, name)
    if stride <= columns[-1]:
        refuse(name, f"the source '{source.get('id')}' has a stride of {stride}, too small for positions")
    there = max((len(values) - offset - int(columns[-1]) - 1) // stride + 1, 0)
    if count > there:  # what an index asks for in vain is found out later
        warn(report, name, f"the source '{source.get('id')}' says {count} positions and has {there}")
    rows = offset + stride * np.arange(min(count, there), dtype=np.int64)
    points: Floats = values[rows[:, None] + columns]
    return points

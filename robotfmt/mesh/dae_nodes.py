"""What readers of COLLADA geometry take from an element, by names without their namespace."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

"""The order of a source, which is kept where it does not change what is read: a body before those that name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from robotfmt.documents.xml.nodes import Node
from robotfmt.documents.xml.paths import step_of
from robotfmt.model import Layout, LayoutItem, Robot, World
from robotfmt.model.record import replace

from ..document.keys import KEYS

_ORDERED = ("Body", "Joint")
_W = TypeVar("_W", Robot, World)


def with_safe_order(whole: _W, root: Node) -> _W:
    """Return a robot or a world without the layout of its source, if bodies or joints would change their order."""
    layout = whole.layout("openrave")
    if layout is None or _is_safe(layout, root):
        return whole
    return replace(whole, layouts=tuple(each for each in whole.layouts if each is not layout))


def _is_safe(layout: Layout, root: Node) -> bool:
    place = {path: index for index, path in enumerate(_in_source(layout.items, ""))}
    known = [place[path] for path in _in_tree(root, "") if path in place]
    return known == sorted(known)


def _in_source(items: Iterable[LayoutItem], above: str) -> Iterator[str]:
    """Yield the paths of bodies and joints in the order of the source."""
    pending = [(item, above) for item in reversed([*items])]
    while pending:
        item, path = pending.pop()
        if item.kind != "element":
            continue
        here = f"{path}/{item.step}"
        if item.step.startswith(_ORDERED):
            yield here
        else:
            pending += [(each, here) for each in reversed(item.items)]


def _in_tree(root: Node, above: str) -> Iterator[str]:
    """Yield the paths of bodies and joints in the order of the writer."""
    pending = [(root, above)]
    while pending:
        node, path = pending.pop()
        tag = str(node.tag)
        attributes = {str(name): str(value) for name, value in node.attrib.items()}
        here = f"{path}/{step_of(tag, attributes, KEYS.get(tag, ()))}"
        if tag in _ORDERED:
            yield here
        else:
            pending += [(each, here) for each in reversed(list(node))]

"""The places of the parts of documents in the one document that a writer makes, for content that is not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.documents.xml.paths import step_of
from robotfmt.model import Extension, Layout, LayoutItem, Robot, World
from robotfmt.model.record import replace

from ..document.keys import KEYS
from .drafts import BodyDraft, JointDraft, LinkDraft


class Places:
    """The places of the parts of one body.

    Args:
        body: The body, whose names are final when the places are asked for.
    """

    def __init__(self, body: BodyDraft) -> None:
        self.body = body
        self._found: dict[tuple[Document, str], tuple[str, LinkDraft | JointDraft | str | None]] = {}

    def container(self, element: Element) -> None:
        """Note where a robot or a kinbody is read, so that its unread content goes into the element of the body."""
        self._found[element.document, element.path] = (element.tag, None)

    def part(self, element: Element, tag: str, draft: LinkDraft | JointDraft) -> None:
        """Note where a body or a joint is read; its name is final only when the content is written."""
        self._found[element.document, element.path] = (tag, draft)

    def named(self, element: Element, tag: str, name: str) -> None:
        """Note where a manipulator or a sensor is read, so that its unread content is written into the element of the
        same name.
        """
        self._found[element.document, element.path] = (tag, name)

    def moved(self, extension: Extension, document: Document) -> Extension | None:
        """Return unread content at its place in a document that is written; None if it is not of this body."""
        place = extension.place
        end = len(place)
        while end > 0 and (document, place[:end]) not in self._found:
            end = place.rfind("/", 0, end)
        if end <= 0:
            return None
        target = self._place(*self._found[document, place[:end]]) + place[end:]
        if target == place:
            return extension
        return Extension(
            origin=extension.origin,
            format=extension.format,
            place=target,
            kind=extension.kind,
            name=extension.name,
            content=extension.content,
        )

    def _place(self, tag: str, part: LinkDraft | JointDraft | str | None) -> str:
        kind, name = self.body.kind, self.body.name or ""
        top = "/" + step_of(kind, {"name": name}, KEYS[kind])
        inner = f"{top}/KinBody" if kind == "Robot" else top
        if part is None:
            return top if tag == kind or kind == "KinBody" else inner
        holder = inner if tag in ("Body", "Joint") else top
        part_name = part if isinstance(part, str) else part.name
        return f"{holder}/{step_of(tag, {'name': part_name}, KEYS[tag])}"


# The order of a source, which is kept where it does not change what is read

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

"""The order of what was read, for a document that is written: as MuJoCo numbers the elements, without includes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.paths import numbered, step_of
from robotfmt.model import LayoutItem
from robotfmt.model.record import replace

from ..document.keys import KEYS
from ..document.model import Model
from ..document.tree import Item
from .leftovers import ROWS
from .robots import RobotReader

Added = Mapping[str, Sequence[str]]
Places = Mapping[tuple[int, str], str]
_NUMBER = re.compile(r"\[\d+\]$")
_KEY = re.compile(r"\[.*$")


class FlatOrder:
    """The order of a document with what it includes and attaches; computed on demand.

    Args:
        document: The main document.
        included: The documents that take the places of elements.
        steps: The steps in a written document of elements that have another one there.
        added: The steps of what attached models add to the sections of the document, in their order.
    """

    def __init__(
        self,
        document: Document,
        included: Sequence[tuple[Element, Document]],
        steps: Sequence[tuple[Element, str]],
        added: Added,
    ) -> None:
        self._document, self._included, self._steps, self._added = document, included, steps, added

    def items(self) -> tuple[LayoutItem, ...]:
        """Return the order of all content, as if included files were written in the place of their ``<include>``."""
        items = self._document.layout_items()
        if not (self._included or self._steps or self._added):
            return items
        inside = {(id(at.document), at.path): document for at, document in self._included}
        steps = {(id(each.document), each.path): step for each, step in self._steps}
        spliced = _spliced(items, "", self._document, inside, steps)
        return tuple(_whole(each, self._added) if each.kind == "element" else each for each in spliced)


def _spliced(
    items: Iterable[LayoutItem],
    above: str,
    document: Document,
    inside: Mapping[tuple[int, str], Document],
    steps: Places,
) -> Iterator[LayoutItem]:
    """Yield items, and instead of each include those of its document with the comments around its root."""
    for item in items:
        path = f"{above}/{item.step}"
        other = inside.get((id(document), path)) if item.kind == "element" else None
        if other is not None:
            for each in other.layout_items():
                is_root = each.kind == "element"
                yield from _spliced(each.items, f"/{each.step}", other, inside, steps) if is_root else (each,)
        elif item.kind == "element":
            step = steps.get((id(document), path), item.step)
            yield replace(item, step=step, items=tuple(_spliced(item.items, path, document, inside, steps)))
        else:
            yield item


def _whole(root: LayoutItem, added: Added) -> LayoutItem:
    """Return the root with one section of each kind, as MuJoCo joins them, each with what is added to it."""
    sections: dict[str, LayoutItem] = {}
    order: list[LayoutItem | str] = []
    for item in root.items:
        tag = _KEY.sub("", item.step)
        if item.kind != "element":
            order.append(item)
        elif tag in sections:
            first = sections[tag]
            attributes = tuple(dict.fromkeys((*first.attributes, *item.attributes)))
            sections[tag] = replace(first, attributes=attributes, items=(*first.items, *item.items))
        else:
            order.append(tag)
            sections[tag] = item
    for tag, steps in added.items():
        if tag not in sections:
            order.append(tag)
        section = sections.get(tag, LayoutItem(kind="element", step=tag))
        more = (LayoutItem(kind="element", step=step) for step in steps)
        sections[tag] = replace(section, items=(*section.items, *more))
    return replace(root, items=tuple(_numbered(sections[each]) if isinstance(each, str) else each for each in order))


def _numbered(item: LayoutItem) -> LayoutItem:
    """Return an item whose content from several documents has its numbers among equal elements."""
    elements = [each for each in item.items if each.kind == "element"]
    steps = numbered(_NUMBER.sub("", each.step) for each in elements)
    made = iter([replace(each, step=step) for each, step in zip(elements, steps, strict=True)])
    return replace(item, items=tuple(next(made) if each.kind == "element" else each for each in item.items))


_SECTIONS = (*ROWS, "asset", "keyframe")
"""The sections to which attached models add elements."""


def order_of(reader: RobotReader) -> FlatOrder:
    """Return the order of a document, once the places of its elements are known."""
    model = reader.model
    added: dict[str, list[str]] = {}
    for each in reader.expansion.models:
        for section in each.root.children:
            if section.tag in _SECTIONS:
                added.setdefault(section.tag, []).extend(_steps(section, each, reader))
    return FlatOrder(model.document, model.opener.included, list(_moved(model)), added)


def _moved(model: Model) -> Iterator[tuple[Element, str]]:
    """Yield the elements of the sections that have another name in a written document."""
    for section in model.root.children:
        for item in section.children if section.tag in _SECTIONS else ():
            step = _step(item, section, item.place)
            if step != item.element.plain_step:
                yield item.element, step


def _steps(section: Item, model: Model, reader: RobotReader) -> list[str]:
    """Return the steps of what an attached model adds to a section, copy by copy."""
    suffixes = ("",) if section.tag in ("asset", "keyframe") else tuple(model.suffixes)
    rows = [reader.copies.get(id(item), ()) for item in section.children]
    return [
        _step(item, section, copies[number][1] if number < len(copies) else item.place, model.prefix, suffix)
        for number, suffix in enumerate(suffixes)
        for item, copies in zip(section.children, rows, strict=True)
    ]


def _step(item: Item, section: Item, place: str, prefix: str = "", suffix: str = "") -> str:
    """Return the step of an element in a written document: that of its place, or the one of its own name."""
    last = place.removeprefix(f"/mujoco/{section.tag}/")
    if last and ("[@name=" in last or item.element.peek("name") is None):
        return last
    names = {key: f"{prefix}{value}{suffix}" for key, value in item.element.attributes.items()}
    return step_of(item.tag, names, KEYS.get(item.tag) or KEYS[""])

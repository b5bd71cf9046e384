"""The order of what was read, for a document that is written: as MuJoCo numbers the elements."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.paths import step_of

from ..document.keys import KEYS
from ..document.model import Model
from ..document.order import FlatOrder
from ..document.tree import Item
from .leftovers import ROWS
from .robots import RobotReader

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

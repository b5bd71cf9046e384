"""Describe the place of a value for a message: ``joint 'elbow': origin xyz '0,5 0 0'``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import quoted

if TYPE_CHECKING:
    from .element import Element

_NAMES = ("name", "reference")
"""The attributes that name an element."""
_PARTS = {"joint": "joint", "axis": "joint", "link": "link", "body": "body"}
"""Attributes that name the part of a robot that an element is about, and the kind of the part."""
_IDS = ("id", "target")
"""Attributes that distinguish an element from others."""
_FRAMES = ("technique_common", "technique")
"""Elements that are only containers."""


def value_of_element(element: Element, attribute: str | None) -> str:
    """Return the owner of an attribute or of a text, the path from the owner, and the value."""
    way: list[str] = []
    owner = _own_name(element) if attribute is not None else None
    if owner is None:
        way.append(element.local)
        for each in element.ancestors:
            owner = _name(each)
            if owner is not None:
                break
            if each.local not in _FRAMES and each.parent is not None:
                way.append(each.local)
    value = element.text
    if attribute is not None:
        way.insert(0, attribute)
        value = element.attributes.get(attribute, "")
    given = f"{' '.join(reversed(way))} {quoted(value.strip())}"
    return f"{owner}: {given}" if owner is not None else given


def _own_name(element: Element) -> str | None:
    name = element.attributes.get("name")
    return f"{element.local} {quoted(name)}" if name else None


def _name(element: Element) -> str | None:
    """Return an element with its name: ``joint 'elbow'``; None if it has none, or one with little meaning alone."""
    given = element.attributes
    for name in _NAMES:
        if given.get(name):
            return f"{element.local} {quoted(given[name])}"
    for name, kind in _PARTS.items():
        if given.get(name):
            return f"{kind} {quoted(given[name])}"
    for name in _IDS:
        if given.get(name):
            return f"{element.local} {quoted(given[name])}"
    return None

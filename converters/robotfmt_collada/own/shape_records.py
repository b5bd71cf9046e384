"""The contact, laser and simulator properties of shapes: once for all equal shapes of a link.

::

    <shape link="hand" in="collision" laser_retro="5"><surface friction="0.9"/></shape>
    <shape link="foot" in="collision" index="1"><collision_mask collides_with="6" category="1"/></shape>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import CollisionMask, Geometry, Link, Surface
from robotfmt.model.record import Record, replace

from .record_attributes import read_attributes, write_attributes

SHAPE = "shape"
_KINDS = {"visual": "visuals", "collision": "collisions"}
_RECORDS: dict[str, type[Record]] = {"surface": Surface, "collision_mask": CollisionMask}


def write_shapes(link: Link) -> Iterator[Node]:
    """Yield the records about the shapes of a link."""
    for kind, field in _KINDS.items():
        shapes: tuple[Geometry, ...] = getattr(link, field)
        agree = len({_said(each) for each in shapes}) == 1
        for index, each in enumerate(shapes[:1] if agree else shapes):
            if any(value is not None for value in _said(each)):
                yield _element(each, {"link": link.name, "in": kind, "index": None if agree else str(index)})


def _said(it: Geometry) -> tuple[object, ...]:
    return (it.laser_retro, it.script, it.surface, it.collision_mask)


def _element(it: Geometry, whose: dict[str, str | None]) -> Node:
    retro = tokens.written(it.laser_retro) if it.laser_retro is not None else None
    records = (write_attributes(name, getattr(it, name)) for name in _RECORDS)
    return make(SHAPE, {**whose, "laser_retro": retro, "script": it.script}, *records)


def read_shapes(link: Link, element: Element) -> Link:
    """Return a link with the values of an element for its shapes; those for missing shapes are ignored."""
    field, index = _KINDS.get(element.peek("in") or ""), _whole(element, "index")
    shapes: list[Geometry] = list(getattr(link, field)) if field is not None else []
    chosen = [index] if index is not None else range(len(shapes))
    if field is None or not shapes or any(each >= len(shapes) for each in chosen):
        return link
    for name in ("link", "in", "index"):
        element.attribute(name)
    found = _read(element.take())
    for each in chosen:
        shapes[each] = replace(shapes[each], **found)
    return replace(link, **{field: tuple(shapes)})


def _whole(element: Element, name: str) -> int | None:
    try:
        return tokens.whole(element.peek(name) or "")
    except tokens.BadToken:
        return None


def _read(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = {
        "laser_retro": element.number("laser_retro"),
        "script": element.attribute("script"),
    }
    for each in element.children:
        kind = _RECORDS.get(each.tag)
        if kind is Surface or (kind is CollisionMask and _whole(each, "collides_with") is not None):
            found[each.tag] = read_attributes(each, kind)
    return {name: value for name, value in found.items() if value is not None}

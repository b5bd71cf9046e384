"""Shapes: the content of a ``<geometry>``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Extrusion,
    Heightmap,
    Mesh,
    Shape,
    Texture,
)
from robotfmt.model.record import replace
from robotfmt.words.notations import NUMBER, VECTOR

from ..document.leaves import read_leaf
from ..words import SHAPES

Point = tuple[float, float]


def read(parent: Element) -> Shape | None:
    """Return the shape of a ``<visual>`` or ``<collision>``; None for an empty or unknown one."""
    element = parent.child("geometry")
    if element is None:
        return None
    for shape in element.children:
        if shape.tag == "polyline":
            return _polylines(element.findall("polyline"))
        if shape.tag in _READERS:
            found: Shape = _READERS[shape.tag](shape.take())
            return found
    return None


def _text(element: Element, name: str) -> str | None:
    child = element.child(name)
    return (child.take_text() or None) if child is not None else None


def _polyline(element: Element) -> Extrusion:
    points: list[Point] = []
    for each in element.findall("point"):
        try:
            x, y = reals(each.text, 2)
        except BadToken as error:
            each.take().report_token(error)
        else:
            each.take().take_text()
            points.append((x, y))
    return Extrusion(tuple(points), read_leaf(element, "height", NUMBER))


def _polylines(elements: list[Element]) -> Shape | None:
    """Return one shape of several outlines, if all are of one height; nothing is taken otherwise."""
    if len({(each.find("height") or each).text.strip() for each in elements}) > 1:
        return None
    first, *others = (_polyline(each.take()) for each in elements)
    return replace(first, further=tuple(each.points for each in others))


def _heightmap(element: Element) -> Heightmap:
    image = Texture(origin=element.origin, uri=_text(element, "uri"))
    return Heightmap(image, read_leaf(element, "size", VECTOR))


def _mesh(element: Element) -> Mesh:
    """Read a mesh: ``filename`` until SDF 1.2, and in some later documents."""
    uri = _text(element, "uri") or _text(element, "filename") or element.attribute("filename")
    mesh = Mesh(uri=uri, scale=read_leaf(element, "scale", VECTOR))
    part = element.find("submesh")
    name = part.find("name") if part is not None else None
    if part is None or name is None or not name.text.strip():
        return mesh
    center = part.take().child("center")
    centered = center.text_boolean() if center is not None else None
    return replace(mesh, submesh=name.take().take_text(), centered=centered)


_READERS: dict[str, Callable[[Element], Any]] = {
    **{words.tag: words.read_element for words in SHAPES.values()},
    "heightmap": _heightmap,
    "mesh": _mesh,
}


def has_words(shape: Shape | None) -> bool:
    """Return True if SDF has an element for a shape; it has none for heights without an image."""
    if isinstance(shape, Heightmap):
        return not (shape.image.uri or "").startswith("#")
    return shape is None or shape.record_type in (*SHAPES, Extrusion, Mesh)


def write(shape: Shape | None) -> Node:
    """Return the ``<geometry>`` of a shape."""
    if isinstance(shape, Extrusion):
        return make("geometry", None, *(_outline(each, shape.height) for each in (shape.points, *shape.further)))
    return make("geometry", None, _shape(shape))


def _outline(points: tuple[Point, ...], height: float | None) -> Node:
    return make("polyline", None, *(_leaf("point", each) for each in points), _leaf("height", height))


def _shape(shape: Shape | None) -> Node | None:
    if shape is not None and shape.record_type in SHAPES:
        return SHAPES[shape.record_type].write(shape)
    match shape:
        case Heightmap(image, size):
            return make("heightmap", None, _leaf("uri", image.uri), _leaf("size", size))
        case Mesh(uri, scale):
            return make("mesh", None, _leaf("uri", uri), _submesh(shape), _leaf("scale", scale))
    return None


def _submesh(mesh: Mesh) -> Node | None:
    if mesh.submesh is None:
        return None
    return make("submesh", None, _leaf("name", mesh.submesh), _leaf("center", mesh.centered))


def _leaf(tag: str, value: str | float | tuple[float, ...] | None) -> Node | None:
    return make(tag, text=value) if value is not None else None

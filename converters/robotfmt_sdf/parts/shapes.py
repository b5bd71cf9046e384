"""Shapes: the content of a ``<geometry>``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Extrusion,
    Heightmap,
    Mesh,
    Plane,
    Shape,
    Sphere,
    Texture,
    Vector3,
)
from robotfmt.model.record import replace
from robotfmt.words.notations import NUMBER, VECTOR, Notation

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
            return _READERS[shape.tag](shape.take())
    return None


def _number(element: Element, name: str) -> float | None:
    """Return a number in a child, or in an attribute as before SDF 1.2."""
    found: float | None = _value(element, name, NUMBER)
    return found


def _vector(element: Element, name: str) -> Vector3 | None:
    found: Vector3 | None = _value(element, name, VECTOR)
    return found


def _value(element: Element, name: str, token: Notation) -> Any:
    child = element.find(name)
    if child is None:
        return token.take(element, name) if name in element.attributes else None
    value = token.take(child, None)
    if value is not None:
        child.take()
    return value


def _text(element: Element, name: str) -> str | None:
    child = element.child(name)
    return (child.take_text() or None) if child is not None else None


def _box(element: Element) -> Box:
    return Box(_vector(element, "size"))


def _cylinder(element: Element) -> Cylinder:
    return Cylinder(_number(element, "radius"), _number(element, "length"))


def _capsule(element: Element) -> Capsule:
    return Capsule(_number(element, "radius"), _number(element, "length"))


def _cone(element: Element) -> Cone:
    return Cone(_number(element, "radius"), _number(element, "length"))


def _sphere(element: Element) -> Sphere:
    return Sphere(_number(element, "radius"))


def _ellipsoid(element: Element) -> Ellipsoid:
    return Ellipsoid(_vector(element, "radii"))


def _plane(element: Element) -> Plane:
    return Plane(_vector(element, "normal"), _pair(element, "size"))


def _pair(element: Element, name: str) -> Point | None:
    child = element.find(name)
    if child is None:
        return None
    values = child.take().text_numbers(2)
    return (values[0], values[1]) if values is not None else None


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
    return Extrusion(tuple(points), _number(element, "height"))


def _polylines(elements: list[Element]) -> Shape | None:
    """Return one shape of several outlines, if all are of one height; nothing is taken otherwise."""
    if len({(each.find("height") or each).text.strip() for each in elements}) > 1:
        return None
    first, *others = (_polyline(each.take()) for each in elements)
    return replace(first, further=tuple(each.points for each in others))


def _heightmap(element: Element) -> Heightmap:
    image = Texture(origin=element.origin, uri=_text(element, "uri"))
    return Heightmap(image, _vector(element, "size"))


def _mesh(element: Element) -> Mesh:
    """Read a mesh: ``filename`` until SDF 1.2, and in some later documents."""
    uri = _text(element, "uri") or _text(element, "filename") or element.attribute("filename")
    mesh = Mesh(uri=uri, scale=_vector(element, "scale"))
    part = element.find("submesh")
    name = part.find("name") if part is not None else None
    if part is None or name is None or not name.text.strip():
        return mesh
    center = part.take().child("center")
    centered = center.text_boolean() if center is not None else None
    return replace(mesh, submesh=name.take().take_text(), centered=centered)


_READERS: dict[str, Callable[[Element], Shape]] = {
    "box": _box,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "cone": _cone,
    "sphere": _sphere,
    "ellipsoid": _ellipsoid,
    "plane": _plane,
    "heightmap": _heightmap,
    "mesh": _mesh,
}
_SUPPORTED = (Box, Cylinder, Capsule, Cone, Sphere, Ellipsoid, Plane, Extrusion, Heightmap, Mesh)


def has_words(shape: Shape | None) -> bool:
    """Return True if SDF has an element for a shape; it has none for heights without an image."""
    if isinstance(shape, Heightmap):
        return not (shape.image.uri or "").startswith("#")
    return shape is None or isinstance(shape, _SUPPORTED)


def write(shape: Shape | None) -> Node:
    """Return the ``<geometry>`` of a shape."""
    if isinstance(shape, Extrusion):
        return make("geometry", None, *(_outline(each, shape.height) for each in (shape.points, *shape.further)))
    return make("geometry", None, _shape(shape))


def _outline(points: tuple[Point, ...], height: float | None) -> Node:
    return make("polyline", None, *(_leaf("point", each) for each in points), _leaf("height", height))


def _shape(shape: Shape | None) -> Node | None:
    match shape:
        case Box(size):
            return make("box", None, _leaf("size", size))
        case Cylinder(radius, length):
            return make("cylinder", None, _leaf("radius", radius), _leaf("length", length))
        case Capsule(radius, length):
            return make("capsule", None, _leaf("radius", radius), _leaf("length", length))
        case Cone(radius, length):
            return make("cone", None, _leaf("radius", radius), _leaf("length", length))
        case Sphere(radius):
            return make("sphere", None, _leaf("radius", radius))
        case Ellipsoid(radii):
            return make("ellipsoid", None, _leaf("radii", radii))
        case Plane(normal, size):
            return make("plane", None, _leaf("normal", normal), _leaf("size", size))
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

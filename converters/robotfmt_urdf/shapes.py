"""Shapes: the content of a ``<geometry>``."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Box, Capsule, Cylinder, Mesh, Shape, Sphere

from .codes import NO_GEOMETRY
from .versions import has, report_newer, version_of


def read(parent: Element) -> Shape | None:
    """Return the shape of a ``<visual>`` or ``<collision>``: the first one that URDF supports."""
    element = parent.child("geometry")
    if element is not None:
        for shape in element.children:
            if shape.tag in _READERS:
                return _READERS[shape.tag](shape.take())
        element.give_back()
    parent.report(NO_GEOMETRY, f"<{parent.local}> has no shape that URDF supports")
    return None


def _box(element: Element) -> Box:
    return Box(element.vector("size"))


def _cylinder(element: Element) -> Cylinder:
    return Cylinder(element.number("radius"), element.number("length"))


def _capsule(element: Element) -> Capsule:
    # MuJoCo and Drake, the first to have it, read it whatever the version.
    if not has(version_of(element), "capsule"):
        report_newer(element, "capsule", "it is read anyway")
    return Capsule(element.number("radius"), element.number("length"))


def _sphere(element: Element) -> Sphere:
    return Sphere(element.number("radius"))


def _mesh(element: Element) -> Mesh:
    return Mesh(uri=element.required("filename"), scale=element.vector("scale"))


SAID = (Box, Cylinder, Capsule, Sphere, Mesh)
"""The shapes that URDF has an element for."""
_READERS: dict[str, Callable[[Element], Shape]] = {
    "box": _box,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "sphere": _sphere,
    "mesh": _mesh,
}


def write(shape: Shape | None) -> Node | None:
    """Return the element of a shape."""
    match shape:
        case Box(size):
            return make("box", {"size": size})
        case Cylinder(radius, length):
            return make("cylinder", {"radius": radius, "length": length})
        case Capsule(radius, length):
            return make("capsule", {"radius": radius, "length": length})
        case Sphere(radius):
            return make("sphere", {"radius": radius})
        case Mesh(uri, scale):
            return make("mesh", {"filename": uri, "scale": scale})
    return None

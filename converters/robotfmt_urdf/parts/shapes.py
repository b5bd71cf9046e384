"""Shapes: the content of a ``<geometry>``."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.documents.vendors import program_of
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Box, Capsule, Cylinder, Mesh, Shape, Sphere

from ..codes import FOREIGN_SHAPE, NO_GEOMETRY
from ..document.versions import has, report_newer, version_of


def read(parent: Element) -> Shape | None:
    """Return the shape of a ``<visual>`` or ``<collision>``: the first one that URDF supports."""
    element = parent.child("geometry")
    if element is not None:
        for shape in element.children:
            if shape.tag in _READERS:
                return _READERS[shape.tag](shape.take())
        for shape in element.children:
            if shape.local in _FOREIGN:
                return _foreign(shape.take())
        element.give_back()
    _report_none(parent, element)
    return None


def _report_none(parent: Element, geometry: Element | None) -> None:
    """Report that a visual or collision has no shape, with the elements that it has instead."""
    link = parent.parent.peek("name") if parent.parent is not None else None
    owner = f"<{parent.local}> of link '{link}'" if link else f"<{parent.local}>"
    shapes = list(geometry.children) if geometry is not None else []
    names = ", ".join(f"<{each.local}>" for each in shapes)
    programs = dict.fromkeys(program_of(geometry.path, each.tag) for each in shapes) if geometry is not None else {}
    readers = " and ".join(filter(None, programs))
    what = f"has {names}, which is no shape of URDF" if names else "has no shape"
    parent.report(NO_GEOMETRY, f"{owner} {what}{f'; {readers} reads it' if readers else ''}")


def _foreign(element: Element) -> Shape:
    """Return a shape that another program has given a name of its own."""
    own = _FOREIGN[element.local]
    space = element.tag.rpartition("}")[0].removeprefix("{")
    which = f" of the namespace '{space}'" if space else ""
    element.report(FOREIGN_SHAPE, f"<{element.local}>{which}, which URDF does not have, is read as <{own}>")
    return _READERS[own](element)


def _box(element: Element) -> Box:
    return Box(element.vector("size"))


def _cylinder(element: Element) -> Cylinder:
    return Cylinder(element.number("radius"), element.number("length"))


def _capsule(element: Element) -> Capsule:
    # MuJoCo and Drake, the first to have it, read it whatever the version.
    if element.tag == "capsule" and not has(version_of(element), "capsule"):
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
_FOREIGN = {**{name: name for name in _READERS}, "convex_mesh": "mesh"}
"""The shapes of other programs, in any namespace, with the attributes of one of URDF's: Tesseract's, and Drake's."""


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

"""Shapes: the content of a ``<geometry>``."""

from __future__ import annotations

from robotfmt.documents.vendors import program_of
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import Shape

from ..codes import FOREIGN_SHAPE, NO_GEOMETRY
from ..document.versions import has, report_newer, version_of
from ..words import SHAPES


def read(parent: Element) -> Shape | None:
    """Return the shape of a ``<visual>`` or ``<collision>``: the first one that URDF supports."""
    element = parent.child("geometry")
    if element is not None:
        for shape in element.children:
            if shape.tag in _WORDS:
                return _read(shape.take(), shape.tag)
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
    tag = _FOREIGN[element.local]
    space = element.tag.rpartition("}")[0].removeprefix("{")
    which = f" of the namespace '{space}'" if space else ""
    element.report(FOREIGN_SHAPE, f"<{element.local}>{which}, which URDF does not have, is read as <{tag}>")
    return _read(element, tag)


def _read(element: Element, tag: str) -> Shape:
    # MuJoCo and Drake, the first to have it, read a capsule whatever the version.
    if element.tag == "capsule" and not has(version_of(element), "capsule"):
        report_newer(element, "capsule", "it is read anyway")
    shape: Shape = _WORDS[tag].read_element(element)
    return shape


_WORDS = {words.tag: words for words in SHAPES.values()}
_FOREIGN = {**{name: name for name in _WORDS}, "convex_mesh": "mesh"}
"""The shapes of other programs, in any namespace, with the attributes of one of URDF's: Tesseract's, and Drake's."""


def write(shape: Shape | None) -> Node | None:
    """Return the element of a shape."""
    words = SHAPES.get(shape.record_type) if shape is not None else None
    return words.write(shape) if words is not None else None

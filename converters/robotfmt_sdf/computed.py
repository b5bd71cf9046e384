"""Inertia that is computed from shapes: ``<inertial auto="true">``, and the densities that it is computed with.

Versions before 1.11 have neither, and no version has the mass of a shape: attributes that other programs skip keep
them.
"""

from __future__ import annotations

from typing import Any

from robotfmt.documents.tokens import BadToken, boolean, written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.documents.xml.parts import NUMBER, One, Part, read_parts, write_parts
from robotfmt.model import Geometry, Inertial

from .contact import FLAG
from .keys import own

_DENSITY: tuple[Part, ...] = (One("density", "density", NUMBER),)
_COMPUTED: tuple[Part, ...] = (One("@auto", "computed", FLAG), *_DENSITY)


def read_computed(inertial: Element) -> dict[str, Any]:
    """Take the flag of a computed inertia, and the density of shapes that give none."""
    found = read_parts(inertial, _COMPUTED)
    try:
        marked = boolean(inertial.peek(own("auto")) or "")
    except BadToken:
        return found
    inertial.attribute(own("auto"))
    return {"computed": marked, **_marked(inertial, "density"), **found}


def read_filling(shape: Element) -> dict[str, Any]:
    """Take the density and the mass of a shape."""
    plain = read_parts(shape, _DENSITY) if shape.local == "collision" else {}
    return {**_marked(shape, "density"), **_marked(shape, "mass"), **plain}


def _marked(element: Element, name: str) -> dict[str, Any]:
    value = element.number(own(name)) if own(name) in element.attributes else None
    return {} if value is None else {name: value}


def write_computed(node: Node, inertial: Inertial, has_auto: bool) -> None:
    """Write the flag of a computed inertia.

    Args:
        node: The element of the inertia.
        inertial: The inertia.
        has_auto: True if the document's version can declare it.
    """
    if has_auto:
        write_parts(node, _COMPUTED, inertial)
    elif inertial.computed is not None:
        node.set(own("auto"), FLAG.text(inertial.computed))
        _mark(node, "density", inertial.density)


def write_filling(node: Node, shape: Geometry, has_auto: bool) -> None:
    """Write the density and the mass of a shape."""
    _mark(node, "mass", shape.mass)
    if has_auto:
        write_parts(node, _DENSITY, shape)
    else:
        _mark(node, "density", shape.density)


def _mark(node: Node, name: str, value: float | None) -> None:
    if value is not None:
        node.set(own(name), written(value))

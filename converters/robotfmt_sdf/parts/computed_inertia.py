"""Inertia that is computed from shapes: ``<inertial auto="true">``, and the densities that it is computed with.

Versions before 1.11 have neither.
"""

from __future__ import annotations

from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.gazebo.tokens import FLAG
from robotfmt.model import Geometry, Inertial
from robotfmt.words.elements import One, Part, read_parts, write_parts
from robotfmt.words.notations import NUMBER

_DENSITY: tuple[Part, ...] = (One("density", "density", NUMBER),)
_COMPUTED: tuple[Part, ...] = (One("@auto", "computed", FLAG), *_DENSITY)


def read_computed(inertial: Element) -> dict[str, Any]:
    """Take the flag of a computed inertia, and the density of shapes that give none."""
    return read_parts(inertial, _COMPUTED)


def read_filling(shape: Element) -> dict[str, Any]:
    """Take the density of a collision shape."""
    return read_parts(shape, _DENSITY) if shape.local == "collision" else {}


def write_computed(node: Node, inertial: Inertial) -> None:
    """Write the flag of a computed inertia."""
    write_parts(node, _COMPUTED, inertial)


def write_filling(node: Node, shape: Geometry) -> None:
    """Write the density of a collision shape."""
    write_parts(node, _DENSITY, shape)

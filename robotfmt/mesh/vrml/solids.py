"""Shapes of sizes: boxes, spheres, cylinders and cones, whose axis is y.

VRML 2.0: 6.7 (Box), 6.11 (Cone), 6.14 (Cylinder), 6.43 (Sphere). VRML 1.0 and Open Inventor: Cube, and ``parts``.
"""

from __future__ import annotations

import numpy as np

from ...model import Box, Cone, Cylinder, Shape, Sphere
from ..shapes import tessellate
from ..triangles import Floats, Triangles, join
from .document import Document, Node

_FINENESS = 1e-3
"""The largest deviation of a round shape from its tessellation, relative to its size."""
_Z_TO_Y = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


def box(document: Document, node: Node) -> Triangles:
    """Return a Box: ``size``."""
    return _solid(document, node, *document.vector(node, "size", (2.0, 2.0, 2.0)).tolist())


def cube(document: Document, node: Node) -> Triangles:
    """Return a Cube: ``width``, ``height``, ``depth`` along x, y, z."""
    return _solid(document, node, *(document.scalar(node, each, 2.0) for each in ("width", "height", "depth")))


def sphere(document: Document, node: Node) -> Triangles:
    """Return a Sphere."""
    radius = document.scalar(node, "radius", 1.0)
    return _tessellated(document, node, Sphere(radius), radius)


def cylinder(document: Document, node: Node) -> Triangles:
    """Return a Cylinder, or some of its side, top and bottom."""
    radius, height = document.scalar(node, "radius", 1.0), document.scalar(node, "height", 2.0)
    whole = _tessellated(document, node, Cylinder(radius, height), max(radius, height))
    return _parts(document, node, whole, height)


def cone(document: Document, node: Node) -> Triangles:
    """Return a Cone, whose apex is up, or one of its side and bottom."""
    radius, height = document.scalar(node, "bottomRadius", 1.0), document.scalar(node, "height", 2.0)
    whole = _tessellated(document, node, Cone(radius, height), max(radius, height))
    return _parts(document, node, whole, height)


def _solid(document: Document, node: Node, x: float, y: float, z: float) -> Triangles:
    # The tessellated axes are turned from z to y.
    return _tessellated(document, node, Box((x, z, y)), max(x, y, z))


def _tessellated(document: Document, node: Node, shape: Shape, size: float) -> Triangles:
    found = tessellate(shape, _FINENESS * size)
    if found is None:
        document.warn(node, "has a size that is not positive; it was dropped")
        return join([])
    return found.moved(_Z_TO_Y, 0.0)


def _parts(document: Document, node: Node, whole: Triangles, height: float) -> Triangles:
    """Return the parts that are wanted: by flags in VRML 2.0, by words in VRML 1.0 and Open Inventor."""
    words = document.words(node, "parts", "ALL", ("ALL", "SIDES", "TOP", "BOTTOM"))
    wanted = {
        part: ("ALL" in words or word in words) and document.flag(node, part, True)
        for part, word in (("side", "SIDES"), ("top", "TOP"), ("bottom", "BOTTOM"))
    }
    heights: Floats = whole.corners[:, :, 1]
    top, bottom = (heights == height / 2).all(axis=1), (heights == -height / 2).all(axis=1)
    kept = np.where(top, wanted["top"], np.where(bottom, wanted["bottom"], wanted["side"]))
    return whole.only(kept)

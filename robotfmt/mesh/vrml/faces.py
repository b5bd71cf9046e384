"""Shapes of vertices: face sets, strips, meshes of quadrilaterals and grids.

VRML 2.0: 6.23 (IndexedFaceSet), 6.17 (ElevationGrid). Open Inventor: SoIndexedFaceSet, SoFaceSet, SoTriangleStripSet,
SoIndexedTriangleStripSet, SoQuadMesh.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..polygons import fans, strips, without_overlaps
from ..problems import check_triangles
from ..triangles import Floats, Ints, Triangles
from .document import Document, Node

_REST = -1
"""The number of corners that means all vertices that are left."""


@dataclass(frozen=True, slots=True)
class Faces:
    """A surface, and the face that each triangle belongs to."""

    triangles: Triangles
    owner: Ints


def indexed_faces(document: Document, node: Node, given: Floats | None) -> Faces:
    """Return the polygons of an IndexedFaceSet; concave ones are triangulated, whatever ``convex`` is."""
    points, corners, counts = _indexed(document, node, given)
    return _polygons(document, node, points, corners, counts)


def indexed_strips(document: Document, node: Node, given: Floats | None) -> Faces:
    """Return the strips of an IndexedTriangleStripSet."""
    points, corners, counts = _indexed(document, node, given)
    return _strips(points, corners, counts)


def faces(document: Document, node: Node, given: Floats | None) -> Faces:
    """Return the polygons of a FaceSet: consecutive vertices."""
    points, corners, counts = _consecutive(document, node, given)
    return _polygons(document, node, points, corners, counts)


def triangle_strips(document: Document, node: Node, given: Floats | None) -> Faces:
    """Return the strips of a TriangleStripSet: consecutive vertices."""
    return _strips(*_consecutive(document, node, given))


def quad_mesh(document: Document, node: Node, given: Floats | None) -> Faces:
    """Return the quadrilaterals of a QuadMesh: rows of consecutive vertices."""
    points = vertices_of(document, node, given)
    rows, columns = (document.whole(node, each, 1) for each in ("verticesPerColumn", "verticesPerRow"))
    start = document.whole(node, "startIndex", 0)
    if min(rows, columns) < 1 or start < 0 or start + rows * columns > len(points):
        document.refuse(node, f"needs {rows} x {columns} vertices from {start} on; there are {len(points)}")
    return _grid(document, node, points, rows, columns, start)


def elevation_grid(document: Document, node: Node, _given: Floats | None) -> Faces:
    """Return the quadrilaterals of an ElevationGrid: heights along y over the plane of x and z."""
    along_x, along_z = (document.whole(node, each, 0) for each in ("xDimension", "zDimension"))
    found = document.numbers(node, "height")
    heights = found.reshape(-1) if found is not None else np.zeros(0)
    if min(along_x, along_z) < 0 or len(heights) != along_x * along_z:
        document.refuse(node, f"has {len(heights)} heights; expected {along_x} x {along_z}")
    number = np.arange(len(heights))
    x = number % max(along_x, 1) * document.scalar(node, "xSpacing", 1.0)
    z = number // max(along_x, 1) * document.scalar(node, "zSpacing", 1.0)
    points: Floats = np.stack([x, heights, z], axis=1).astype(np.float64)
    return _grid(document, node, points, along_z, along_x, 0)


def vertices_of(document: Document, node: Node, given: Floats | None) -> Floats:
    """Return the vertices of a shape: its own, or else those that the nodes before it have given."""
    for field, kind, name in (
        ("coord", "Coordinate", "point"),
        ("vertexProperty", "VertexProperty", "vertex"),
    ):
        source = document.one(node, field, kind)
        points = document.numbers(source, name, 3) if source is not None else None
        if points is not None:
            return points
    return given if given is not None else np.zeros((0, 3))


def _indexed(document: Document, node: Node, given: Floats | None) -> tuple[Floats, Ints, Ints]:
    """Return the vertices, the corners' indices without separators, and the number of corners of each face."""
    points = vertices_of(document, node, given)
    indices = document.wholes(node, "coordIndex")
    if indices is None:
        return points, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    lowest, highest = (int(indices.min()), int(indices.max())) if len(indices) else (-1, -1)
    if lowest < -1 or highest >= len(points):
        wrong = lowest if lowest < -1 else highest
        document.refuse(node, f"has the index {wrong}, outside of its {len(points)} vertices")
    ends = np.flatnonzero(indices == -1)
    if len(indices) and indices[-1] != -1:
        ends = np.append(ends, len(indices))
    return points, indices[indices >= 0], np.diff(ends, prepend=-1) - 1


def _consecutive(document: Document, node: Node, given: Floats | None) -> tuple[Floats, Ints, Ints]:
    points = vertices_of(document, node, given)
    start = document.whole(node, "startIndex", 0)
    counts = document.wholes(node, "numVertices")
    counts = counts.copy() if counts is not None else np.array([_REST], dtype=np.int64)
    if len(counts) and counts[-1] == _REST:
        counts[-1] = max(len(points) - start - int(counts[:-1].sum()), 0)
    if start < 0 or (counts < 0).any() or (counts > len(points)).any() or start + counts.sum() > len(points):
        document.refuse(node, f"needs more than its {len(points)} vertices")
    return points, start + np.arange(counts.sum(), dtype=np.int64), counts


def _polygons(document: Document, node: Node, points: Floats, corners: Ints, counts: Ints) -> Faces:
    lone = int(((counts > 0) & (counts < 3)).sum())
    if lone:
        document.mended(node, f"has {lone} faces with fewer than three corners; they were dropped")
    check_triangles(int(np.maximum(counts - 2, 0).sum()), document.name, document.limits)
    picks = without_overlaps(fans(counts), counts, points[corners])
    return _without_repeats(points, corners[picks], np.repeat(np.arange(len(counts)), np.maximum(counts - 2, 0)))


def _strips(points: Floats, corners: Ints, counts: Ints) -> Faces:
    owner = np.arange(int(np.maximum(counts - 2, 0).sum()), dtype=np.int64)
    return _without_repeats(points, corners[strips(counts)], owner)


def _grid(document: Document, node: Node, points: Floats, rows: int, columns: int, start: int) -> Faces:
    row, column = np.divmod(np.arange(max(rows - 1, 0) * max(columns - 1, 0)), max(columns - 1, 1))
    first = start + row * columns + column
    corners = np.stack([first, first + columns, first + columns + 1, first + 1], axis=1).reshape(-1)
    return _polygons(document, node, points, corners, np.full(len(first), 4, dtype=np.int64))


def _without_repeats(points: Floats, triangles: Ints, owner: Ints) -> Faces:
    """Return the triangles without those that use a vertex twice, which separate the strips."""
    a, b, c = triangles.T
    kept = (a != b) & (b != c) & (a != c)
    return Faces(Triangles(points, triangles[kept]), owner[kept])

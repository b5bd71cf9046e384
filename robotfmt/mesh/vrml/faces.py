"""Shapes of vertices: face sets, strips, meshes of quadrilaterals, grids, and extrusions.

VRML 2.0: 6.23 (IndexedFaceSet), 6.17 (ElevationGrid). Open Inventor: SoIndexedFaceSet, SoFaceSet, SoTriangleStripSet,
SoIndexedTriangleStripSet, SoQuadMesh.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...model import AxisAngle, axis_angle_matrix
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


# Extrusion: a cross-section in the plane of x and z along a spine. VRML 2.0, 6.18

_SQUARE = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
# The default of spine: one unit along y (VRML 2.0, 6.18).
_SPINE = np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def extrusion(document: Document, node: Node, _given: Floats | None) -> Faces:
    """Return the sides of an Extrusion, and its caps.

    Raises:
        MeshError: Its fields have invalid counts, or exceed a limit.
    """
    section = _rows(document, node, "crossSection", 2, _SQUARE)
    spine = _rows(document, node, "spine", 3, _SPINE)
    sizes = _one_each(document, node, "scale", 2, np.ones((1, 2)), len(spine))
    turns = _one_each(document, node, "orientation", 4, np.array([[0.0, 0.0, 1.0, 0.0]]), len(spine))
    if len(spine) < 2 or len(section) < 2:
        document.refuse(node, "needs at least two points of 'spine' and of 'crossSection'")
    check_triangles(2 * (len(spine) - 1) * (len(section) - 1), document.name, document.limits)
    frames = _frames(spine)
    for index, turn in enumerate(turns.tolist()):
        if turn[3]:
            x, y, z, angle = turn
            frames[index] = frames[index] @ np.array(axis_angle_matrix(AxisAngle((x, y, z), angle)))
    sized = section[None] * sizes[:, None]
    flat = np.stack([sized[..., 0], np.zeros(sized.shape[:2]), sized[..., 1]], axis=2)
    points = (flat @ frames.transpose(0, 2, 1) + spine[:, None]).reshape(-1, 3)
    parts = [_sides(len(spine), len(section)), *_caps(document, node, points, section, len(spine))]
    triangles = np.concatenate(parts)
    return Faces(Triangles(points, triangles), np.arange(len(triangles)))


def _rows(document: Document, node: Node, name: str, width: int, default: Floats) -> Floats:
    rows = document.numbers(node, name, width)
    if rows is None:
        return default
    if not np.isfinite(rows).all():
        document.refuse(node, f"field '{name}' has a number that is not finite")
    return rows


def _one_each(document: Document, node: Node, name: str, width: int, default: Floats, count: int) -> Floats:
    """Return a row for each point of the spine; a single row is used for all, and the last one for the rest."""
    rows = _rows(document, node, name, width, default)
    if not len(rows):
        document.refuse(node, f"field '{name}' has no values")
    return rows[np.minimum(np.arange(count), len(rows) - 1)]


def _frames(spine: Floats) -> Floats:
    """Return (n, 3, 3): the axes of the cross-section's plane at each point, as columns."""
    closed = bool((spine[0] == spine[-1]).all())
    before, after = np.roll(spine, 1, axis=0), np.roll(spine, -1, axis=0)
    if closed:
        before[0], after[-1] = spine[-2], spine[1]
    else:
        before[0], after[-1] = spine[0], spine[-1]
    ys = _filled(_units(after - before), np.array([0.0, 1.0, 0.0]))
    across = np.cross(after - spine, before - spine)
    if not closed:
        across[0] = across[-1] = 0.0
    zs = _units(across)
    if np.isnan(zs).all():
        return _straight(ys)
    zs = _filled(zs, zs[0])
    for index in range(1, len(zs)):
        if zs[index] @ zs[index - 1] < 0:
            zs[index] = -zs[index]
    return np.stack([np.cross(ys, zs), ys, zs], axis=2)


def _straight(ys: Floats) -> Floats:
    """Return the axes for a spine on one line: the shortest rotation from y to its direction."""
    y = np.array([0.0, 1.0, 0.0])
    axis = np.cross(y, ys[0])
    angle = float(np.arctan2(np.linalg.norm(axis), ys[0] @ y))
    x, second, z = axis.tolist() if axis.any() else (1.0, 0.0, 0.0)
    turn = np.array(axis_angle_matrix(AxisAngle((x, second, z), angle)))
    return np.repeat(turn[None], len(ys), axis=0)


def _units(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Floats = np.where(lengths > 0, vectors / np.where(lengths > 0, lengths, 1.0), np.nan)
    return found


def _filled(rows: Floats, first: Floats) -> Floats:
    """Return the rows with those that are not defined as the one before, at the start as the first defined one."""
    good = np.flatnonzero(~np.isnan(rows).any(axis=1))
    if not len(good):
        return np.repeat(first[None], len(rows), axis=0)
    latest = np.maximum.accumulate(np.where(np.isnan(rows).any(axis=1), good[0], np.arange(len(rows))))
    return rows[np.where(np.arange(len(rows)) < good[0], good[0], latest)]


def _sides(rings: int, around: int) -> Ints:
    ring, step = np.divmod(np.arange((rings - 1) * (around - 1)), around - 1)
    first = ring * around + step
    quads = np.stack([first, first + 1, first + around + 1, first + around], axis=1)
    found: Ints = quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
    return found


def _caps(document: Document, node: Node, points: Floats, section: Floats, rings: int) -> list[Ints]:
    """Return the caps; that of the start faces against the spine."""
    is_closed = bool((section[0] == section[-1]).all())
    count = len(section) - is_closed
    if count < 3:
        return []
    counts = np.array([count], dtype=np.int64)
    found: list[Ints] = []
    for field, start in (("beginCap", 0), ("endCap", (rings - 1) * len(section))):
        if document.flag(node, field, True):
            picks = start + without_overlaps(fans(counts), counts, points[start : start + count])
            found.append(picks if field == "endCap" else picks[:, ::-1])
    return found

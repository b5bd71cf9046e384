"""An Extrusion: a cross-section in the plane of x and z along a spine. VRML 2.0, 6.18."""

from __future__ import annotations

import numpy as np

from ...model import AxisAngle, axis_angle_matrix
from ..polygons import fans, without_overlaps
from ..problems import check_triangles
from ..triangles import Floats, Ints, Triangles
from .document import Document, Node
from .faces import Faces

_SQUARE = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
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

"""Rasterise triangles, without a loop over triangles or pixels: triangles are split into rows, rows into pixels.

A pixel belongs to a triangle that covers its middle. The time is proportional to the covered pixels; the number of
rows and pixels processed at once is limited.
"""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Flags, Floats, Ints, Triangles
from .buffer import Buffer
from .camera import View
from .ragged import chunks, ragged

_TRIANGLES, _ROWS, _PIXELS = 1 << 16, 1 << 17, 1 << 19
"""The number of triangles, rows and pixels processed at once."""


def draw_triangles(triangles: Triangles, view: View, buffer: Buffer) -> None:
    """Offer every triangle to a buffer, by index."""
    projected = view.project(triangles.vertices)
    for start in range(0, len(triangles), _TRIANGLES):
        faces = triangles.faces[start : start + _TRIANGLES]
        corners, owners = _in_front(projected[faces.T], start + np.arange(len(faces)), view.nearest)
        _draw(corners[..., :3] / corners[..., 3:], owners, buffer)


def _in_front(corners: Floats, owners: Ints, nearest: float) -> tuple[Floats, Ints]:
    """Return the triangles (3, n, 4) without the parts behind the camera: a cut triangle becomes one or two."""
    front = corners[..., 3] >= nearest
    count = front.sum(axis=0)
    if (count == 3).all():
        return corners, owners
    one, two = np.flatnonzero(count == 1), np.flatnonzero(count == 2)
    a, b, c = _from(corners[:, one], front[:, one])
    parts = [np.stack([a, _cut(a, b, nearest), _cut(a, c, nearest)])]
    a, b, c = _from(corners[:, two], ~front[:, two])
    ab, ac = _cut(a, b, nearest), _cut(a, c, nearest)
    parts += [np.stack([ab, b, c]), np.stack([ab, c, ac])]
    whole = count == 3
    owners = np.concatenate([owners[whole], owners[one], owners[two], owners[two]])
    return np.concatenate([corners[:, whole], *parts], axis=1), owners


def _from(corners: Floats, is_first: Flags) -> tuple[Floats, Floats, Floats]:
    """Return the corners of each triangle, beginning with the marked one."""
    first, row = is_first.argmax(axis=0), np.arange(corners.shape[1])
    a, b, c = (corners[(first + turn) % 3, row] for turn in range(3))
    return a, b, c


def _cut(a: Floats, b: Floats, nearest: float) -> Floats:
    """Return the intersections of edges with the camera's near plane."""
    part = (nearest - a[:, 3:]) / (b[:, 3:] - a[:, 3:])
    point: Floats = a + part * (b - a)
    return point


def _draw(corners: Floats, owners: Ints, buffer: Buffer) -> None:
    """Draw triangles (3, n, 3) of the picture: corners; x, y and depth."""
    lowest, highest = corners.min(axis=0), corners.max(axis=0)
    first, last = (_covered(side[:, 0], buffer.width) for side in (lowest, highest))
    top, below = (_covered(side[:, 1], buffer.height) for side in (lowest, highest))
    some = np.flatnonzero((first < last) & (top < below))
    owners, top, height = owners[some], top[some], (below - top)[some]
    a, b, c = corners[:, some]
    a, b = _downward(a, b)
    b, c = _downward(b, c)
    a, b = _downward(a, b)
    for part in chunks(height, _ROWS):
        which, offset = ragged(height[part])
        row = top[part][which] + offset
        _draw_rows(a[part][which], b[part][which], c[part][which], row, owners[part][which], buffer)


def _downward(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return pairs of points, the upper one first."""
    swap = (a[:, 1] > b[:, 1])[:, None]
    return np.where(swap, b, a), np.where(swap, a, b)


def _covered(edges: Floats, size: int) -> Ints:
    """Return the first pixel whose middle is at or after an edge; the end of the picture if there is none."""
    whole: Ints = np.fmax(np.fmin(np.ceil(edges - 0.5), size), 0).astype(np.int64)
    return whole


def _draw_rows(a: Floats, b: Floats, c: Floats, rows: Ints, owners: Ints, buffer: Buffer) -> None:
    """Draw parts of triangles in one row of pixels each, given the corners from top to bottom."""
    y = rows + np.float64(0.5)
    upper = (y < b[:, 1])[:, None]
    one, other = _at(a, c, y), _at(np.where(upper, a, b), np.where(upper, b, c), y)
    swap = one[:, :1] > other[:, :1]
    left, right = np.where(swap, other, one), np.where(swap, one, other)
    start = _covered(left[:, 0], buffer.width)
    count = _covered(right[:, 0], buffer.width) - start
    some = np.flatnonzero(count > 0)
    left, right, start, count = left[some], right[some], start[some], count[some]
    slope = (right[:, 1] - left[:, 1]) / (right[:, 0] - left[:, 0])
    depth = left[:, 1] + slope * (start + 0.5 - left[:, 0])
    pixel, owners = rows[some] * buffer.width + start, owners[some]
    for part in chunks(count, _PIXELS):
        which, offset = ragged(count[part])
        depths = depth[part][which] + slope[part][which] * offset
        buffer.offer(pixel[part][which] + offset, depths, owners[part][which])


def _at(a: Floats, b: Floats, y: Floats) -> Floats:
    """Return x and depth of edges at a height between their ends."""
    part = (y - a[:, 1]) / (b[:, 1] - a[:, 1])
    found: Floats = a[:, ::2] + part[:, None] * (b[:, ::2] - a[:, ::2])
    return found

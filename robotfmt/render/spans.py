"""Triangles to pixels, without a loop over either: triangles become the rows that they cross, rows their pixels.

A pixel belongs to a triangle that covers its middle. Small and large triangles cost what they cover, and nothing
else; how many rows and pixels there are at once is bounded.
"""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Flags, Floats, Ints, Triangles
from .buffer import Buffer
from .camera import View
from .ragged import chunks, ragged

_TRIANGLES, _ROWS, _PIXELS = 1 << 16, 1 << 17, 1 << 19
"""How many are worked on at once."""


def draw_triangles(triangles: Triangles, view: View, buffer: Buffer) -> None:
    """Offer every triangle to a buffer, by its number."""
    projected = view.project(triangles.vertices)
    for start in range(0, len(triangles), _TRIANGLES):
        faces = triangles.faces[start : start + _TRIANGLES]
        corners, owners = _in_front(projected[faces.T], start + np.arange(len(faces)), view.nearest)
        _draw(corners[..., :3] / corners[..., 3:], owners, buffer)


def _in_front(corners: Floats, owners: Ints, nearest: float) -> tuple[Floats, Ints]:
    """Return the triangles (3, n, 4) without what is behind the camera: one that it cuts becomes one or two."""
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
    """Return the corners of each triangle, beginning with the one that is marked."""
    first, row = is_first.argmax(axis=0), np.arange(corners.shape[1])
    a, b, c = (corners[(first + turn) % 3, row] for turn in range(3))
    return a, b, c


def _cut(a: Floats, b: Floats, nearest: float) -> Floats:
    """Return where the edges between points reach the camera's nearest plane."""
    part = (nearest - a[:, 3:]) / (b[:, 3:] - a[:, 3:])
    point: Floats = a + part * (b - a)
    return point


def _draw(corners: Floats, owners: Ints, buffer: Buffer) -> None:
    """Triangles (3, n, 3) in the picture: corners; x, y and depth."""
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
    """Points in pairs, the upper one first."""
    swap = (a[:, 1] > b[:, 1])[:, None]
    return np.where(swap, b, a), np.where(swap, a, b)


def _covered(edges: Floats, size: int) -> Ints:
    """Return the first pixel whose middle is not before an edge; within a picture, behind it where an edge is
    nowhere.
    """
    whole: Ints = np.fmax(np.fmin(np.ceil(edges - 0.5), size), 0).astype(np.int64)
    return whole


def _draw_rows(a: Floats, b: Floats, c: Floats, rows: Ints, owners: Ints, buffer: Buffer) -> None:
    """Triangles, corners from above to below, each in one row of pixels."""
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
    """x and depth of edges at a height between those of their ends."""
    part = (y - a[:, 1]) / (b[:, 1] - a[:, 1])
    found: Floats = a[:, ::2] + part[:, None] * (b[:, ::2] - a[:, ::2])
    return found

"""Points on a surface without gaps larger than requested: none of them random, so that nothing is missed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Choice, Floats, Ints

_TABLE = 4
"""The largest number of grid cubes for each point up to which a table is used, which is faster than sorting."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Points, with their triangles."""

    points: Floats
    faces: Ints

    def __len__(self) -> int:
        return len(self.points)

    def chosen(self, which: Choice) -> Samples:
        """Return some of them."""
        return Samples(self.points[which], self.faces[which])


def spread(corners: Floats, gap: float) -> Samples:
    """Return points in rows along the longest edge of each triangle, with rows and points at most a gap apart.

    Every point of the surface is within the gap of one of them. All corners are included.

    Args:
        corners: (m, 3, 3).
        gap: The largest gap, in the unit of the corners; above 0.
    """
    edges = np.linalg.norm(corners - corners[:, [1, 2, 0]], axis=2)
    turn = (edges.argmax(axis=1)[:, None] + np.arange(3)) % 3
    start, end, apex = np.take_along_axis(corners, turn[:, :, None], axis=1).transpose(1, 0, 2)
    length = edges.max(axis=1)
    doubled = np.linalg.norm(np.cross(end - start, apex - start), axis=1)
    height = np.divide(doubled, length, out=np.zeros_like(length), where=length > 0)
    rows = np.ceil(height / gap).astype(np.int64).clip(min=1) + 1
    face, row = _repeat(rows)
    up = row / (rows[face] - 1)
    counts = np.ceil(length[face] * (1 - up) / gap).astype(np.int64) + 1
    line, place = _repeat(counts)
    along = place / np.maximum(counts[line] - 1, 1)
    owner, up = face[line], up[line]
    foot = start[owner] + along[:, None] * (end[owner] - start[owner])
    # A row shrinks towards the apex: its ends stay on the two other edges.
    return Samples(foot + up[:, None] * (apex[owner] - foot), owner)


def thinned(points: Floats, cell: float) -> Ints:
    """Return which points to keep so that one is left in each cube of a grid; the order is kept."""
    cells = np.floor((points - points.min(axis=0)) / cell).astype(np.int64)
    sizes = cells.max(axis=0) + 1
    key = (cells[:, 0] * sizes[1] + cells[:, 1]) * sizes[2] + cells[:, 2]
    if math.prod(sizes.tolist()) > _TABLE * len(points):
        _, first = np.unique(key, return_index=True)
        return np.sort(first)
    # Of assignments to one place the last holds: that of the first point.
    table = np.full(int(np.prod(sizes)), -1)
    table[key[::-1]] = np.arange(len(key))[::-1]
    return np.sort(table[table >= 0])


def about(points: Floats, count: int) -> Ints:
    """Return which points to keep so that roughly a number of evenly distributed ones is left; fewer if many
    coincide.
    """
    if len(points) <= count:
        return np.arange(len(points))
    cell = float(np.ptp(points, axis=0).max()) / 2
    least = 1e-5 * cell
    while True:
        kept = thinned(points, cell)
        if len(kept) >= count or cell <= least:
            return kept
        cell *= max(0.5, min(0.95, (len(kept) / count) ** 0.5))


def _repeat(counts: Ints) -> tuple[Ints, Ints]:
    """Return for each of ``counts`` items its owner and its index, one after the other."""
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)

"""Points on a surface without gaps larger than requested: none of them random, so that nothing is missed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Choice, Flags, Floats, Ints

_TABLE = 64
"""The largest number of grid cubes for each point up to which a table is used, which is faster than sorting."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Points, with their triangles."""

    points: Floats
    faces: Ints

    def __len__(self) -> int:
        return len(self.points)

    def chosen(self, which: Choice) -> Samples:
        """Return some of the samples."""
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
    points = np.ascontiguousarray(points)
    low, high = _extent(points)
    sizes = np.floor((high - low) / cell).astype(np.int64) + 1
    if math.prod(sizes.tolist()) <= _TABLE * len(points):
        found: Ints = np.flatnonzero(_first_ones(points, low, cell, sizes))
        return found
    cells = np.floor((points - low) / cell).astype(np.int64)
    key = (cells[:, 0] * sizes[1] + cells[:, 1]) * sizes[2] + cells[:, 2]
    _, first = np.unique(key, return_index=True)
    return np.sort(first)


@compiled
def _extent(points: Floats) -> tuple[Floats, Floats]:
    """Return the corners of the box around points; numpy takes ten times as long for arrays of three columns."""
    low, high = points[0].copy(), points[0].copy()
    for p in range(len(points)):
        for k in range(3):
            low[k], high[k] = min(low[k], points[p, k]), max(high[k], points[p, k])
    return low, high


@compiled
def _first_ones(points: Floats, low: Floats, cell: float, sizes: Ints) -> Flags:
    """Return (n,): True for the first point in each cube."""
    taken = np.zeros(sizes[0] * sizes[1] * sizes[2], np.bool_)
    found = np.zeros(len(points), np.bool_)
    for p in range(len(points)):
        i, j, k = (
            int(np.floor((points[p, 0] - low[0]) / cell)),
            int(np.floor((points[p, 1] - low[1]) / cell)),
            int(np.floor((points[p, 2] - low[2]) / cell)),
        )
        key = (i * sizes[1] + j) * sizes[2] + k
        found[p] = not taken[key]
        taken[key] = True
    return found


def about(points: Floats, count: int) -> Ints:
    """Return which points to keep so that roughly a number of evenly distributed ones is left; fewer if many
    coincide.
    """
    if len(points) <= count:
        return np.arange(len(points))
    low, high = _extent(np.ascontiguousarray(points))
    cell = float((high - low).max()) / 2
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


def longest(corners: Floats) -> Floats:
    """Return (m,): the squared length of the longest edge of each triangle."""
    edges = corners - corners[:, [1, 2, 0]]
    found: Floats = np.einsum("ijk,ijk->ij", edges, edges).max(axis=1, initial=0.0)
    return found


def pieces(corners: Floats, size: float) -> Floats:
    """Return the triangles, halved at their longest edges until none is longer than a size, (k, 3, 3)."""
    done = [corners[:0]]
    while len(corners):
        small = longest(corners) <= size**2
        done.append(corners[small])
        corners = corners[~small]
        edges = np.linalg.norm(corners - corners[:, [1, 2, 0]], axis=2)
        turn = (edges.argmax(axis=1)[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(corners, turn[:, :, None], axis=1).transpose(1, 0, 2)
        middle = (a + b) / 2
        corners = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
    return np.concatenate(done)

"""The cells of a grid near triangles, and near other cells, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from ..distance_transform import steps_to_false
from .kernels import away, cross, squared_gap

NARROW = 2.5
"""The largest reach, in cells, for which all cells within it are checked; beyond, distances take less time."""


def near_surface(corners: Floats, origin: Floats, pitch: float, shape: Ints, reach: float) -> Flags:
    """Return (i, j, k): True for cells whose centre is near a triangle.

    Args:
        corners: The triangles (m, 3, 3), in metres.
        origin, pitch, shape: The lower corner of the grid and the width of a cell, in metres; the numbers of cells.
        reach: The largest distance that is near, in cells.
    """
    places = np.ascontiguousarray((corners - origin) / pitch - 0.5)  # the centre of cell i is at i
    found: Flags = np.zeros(tuple(shape), dtype=np.bool_)
    _mark(places, reach, found)
    return found


def near_cells(flags: Flags, reach: float) -> Flags:
    """Return the cells at most this many cells away from a true one, by their centres."""
    if reach > NARROW:
        near: Flags = steps_to_false(~flags, reach) <= reach
        return near
    steps = np.arange(-int(reach), int(reach) + 1)
    offsets = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    found: Flags = flags.copy()
    _grow(flags, offsets[(offsets**2).sum(axis=1) <= reach**2], found)
    return found


@compiled
def cells_at(grid: Any, places: Floats, origin: Floats, pitch: float) -> Any:
    """Return (n,): the values of the cells that contain places; False or 0 beyond the grid."""
    found = np.zeros(len(places), grid.dtype)
    for p in range(len(places)):
        i, j, k = (
            int(np.floor((places[p, 0] - origin[0]) / pitch)),
            int(np.floor((places[p, 1] - origin[1]) / pitch)),
            int(np.floor((places[p, 2] - origin[2]) / pitch)),
        )
        if 0 <= i < grid.shape[0] and 0 <= j < grid.shape[1] and 0 <= k < grid.shape[2]:
            found[p] = grid[i, j, k]
    return found


@compiled
def _grow(flags: Flags, offsets: Ints, found: Flags) -> None:
    """Mark the surroundings of true cells that have a false neighbour."""
    a, b, c = flags.shape
    for i in range(a):
        for j in range(b):
            for k in range(c):
                if not flags[i, j, k] or (
                    flags[max(i - 1, 0), j, k]
                    and flags[min(i + 1, a - 1), j, k]
                    and flags[i, max(j - 1, 0), k]
                    and flags[i, min(j + 1, b - 1), k]
                    and flags[i, j, max(k - 1, 0)]
                    and flags[i, j, min(k + 1, c - 1)]
                ):
                    continue
                for n in range(len(offsets)):
                    u, v, w = i + offsets[n, 0], j + offsets[n, 1], k + offsets[n, 2]
                    if 0 <= u < a and 0 <= v < b and 0 <= w < c:
                        found[u, v, w] = True


@compiled
def _mark(triangles: Floats, reach: float, found: Any) -> None:
    """Mark the cells near triangles: slice by slice along each triangle, column by column in a slice."""
    for t in range(len(triangles)):
        corners = triangles[t]
        normal = cross(away(corners[0], corners[1]), away(corners[0], corners[2]))
        length = np.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2)
        across, along, up = _axes(corners, normal)
        steep = reach * length / abs(normal[up]) if length > 0 else np.inf
        first, last = _cells(corners[:, along].min() - reach, corners[:, along].max() + reach, found.shape[along])
        for u in range(first, last):
            box = _slice(corners, along, u - reach, u + reach)
            low, high = box[0], box[1]
            start, end = _cells(low[across] - reach, high[across] + reach, found.shape[across])
            for v in range(start, end):
                middle = corners[0, up]
                if length > 0:
                    rest = (u - corners[0, along]) * normal[along] + (v - corners[0, across]) * normal[across]
                    middle -= rest / normal[up]
                bottom = max(low[up] - reach, middle - steep)
                top = min(high[up] + reach, middle + steep)
                _column(corners, (across, v), (along, u), (up, bottom, top), reach, found)


@compiled
def _column(corners: Any, across: Any, along: Any, up: Any, reach: float, found: Any) -> None:
    """Mark the cells of one column between a bottom and a top."""
    cell = np.zeros(3, np.int64)
    cell[across[0]], cell[along[0]] = across[1], along[1]
    start, end = _cells(up[1], up[2], found.shape[up[0]])
    for w in range(start, end):
        cell[up[0]] = w
        if not found[cell[0], cell[1], cell[2]]:
            found[cell[0], cell[1], cell[2]] = squared_gap(cell, corners) <= reach * reach


@compiled
def _axes(corners: Any, normal: Any) -> tuple[int, int, int]:
    """Return the axes of a triangle: the narrower and the wider one in its plane, and the one nearest its normal."""
    up = 0
    for k in range(1, 3):
        if abs(normal[k]) > abs(normal[up]):
            up = k
    one, other = (up + 1) % 3, (up + 2) % 3
    if np.ptp(corners[:, one]) > np.ptp(corners[:, other]):
        return other, one, up
    return one, other, up


@compiled
def _slice(corners: Any, along: int, low: float, high: float) -> Any:
    """Return the box of the part of a triangle between two planes across an axis."""
    box = np.zeros((2, 3))
    box[0], box[1] = np.inf, -np.inf
    for k in range(3):
        a, b = corners[k], corners[(k + 1) % 3]
        step = b[along] - a[along]
        start, end = 0.0, 1.0
        if step != 0:
            first, last = (low - a[along]) / step, (high - a[along]) / step
            start, end = max(min(first, last), 0.0), min(max(first, last), 1.0)
        elif a[along] < low or a[along] > high:
            continue
        if start > end:
            continue
        for axis in range(3):
            one, other = a[axis] + start * (b[axis] - a[axis]), a[axis] + end * (b[axis] - a[axis])
            box[0, axis] = min(box[0, axis], one, other)
            box[1, axis] = max(box[1, axis], one, other)
    return box


@compiled
def _cells(low: float, high: float, count: int) -> tuple[int, int]:
    """Return the range of cells between two places, within the grid."""
    if not high >= low:
        return 0, 0
    return max(int(np.ceil(max(low, -1.0))), 0), min(int(np.floor(min(high, count + 1.0))) + 1, count)

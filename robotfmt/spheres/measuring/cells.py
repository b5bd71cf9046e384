"""The cells of a grid, compiled: those near triangles and near other cells, their exact distances, and the part of the
grid that is connected to its first cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from .distance import away, cross, squared_gap

_FAR = 1 << 30
"""The squared distance, in cells, of a cell in a line without false ones; above that of any grid in memory."""


def steps_to_false(flags: Flags, most: float = np.inf) -> NDArray[np.float32]:
    """Return for each cell the distance to the nearest false cell, in cells; infinite without one.

    Args:
        flags: The cells.
        most: The distance beyond which cells are infinitely far, which saves time if it is small.
    """
    farthest = int(min(most**2, _FAR - 1))
    squared = _along_lines(np.ascontiguousarray(flags), farthest)
    for axis in (1, 0):
        _transform(np.moveaxis(squared, axis, 2), farthest)
    found: NDArray[np.float32] = _roots(squared)
    return found


@compiled
def _along_lines(flags: Any, farthest: int) -> Any:
    """Return the squared distances to the nearest false cell of the same line of the last axis."""
    squared = np.empty(flags.shape, np.int32)
    count = flags.shape[2]
    for i in range(flags.shape[0]):
        for j in range(flags.shape[1]):
            line, gap = squared[i, j], _FAR
            for k in range(count):
                gap = min(gap + 1, _FAR) if flags[i, j, k] else 0
                line[k] = gap
            # Once forwards and once backwards along the line: then each cell knows the nearest false one on both sides.
            gap = _FAR
            for k in range(count - 1, -1, -1):
                gap = min(gap + 1, line[k])
                line[k] = gap * gap if gap * gap <= farthest else _FAR
    return squared


@compiled
def _transform(squared: Any, farthest: int) -> None:
    """Replace each value by the lowest one of the parabolas that stand on the values of its line."""
    count = squared.shape[2]
    line, feet, starts = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count + 1)
    for i in range(squared.shape[0]):
        for j in range(squared.shape[1]):
            last = _envelope(squared[i, j], line, feet, starts)
            at = 0
            if last < 0:
                continue
            for k in range(count):
                while at < last and starts[at + 1] < k:
                    at += 1
                value = (k - feet[at]) ** 2 + line[feet[at]]
                squared[i, j, k] = value if value <= farthest else _FAR


@compiled
def _envelope(values: Any, line: Any, feet: Any, starts: Any) -> int:
    """Keep the values of a line, and the parabolas that are lowest somewhere; return the last one's number.

    A line of zeros needs none: -1 is returned for it, and for a line without a false cell.
    """
    last, highest = -1, 0
    for k in range(len(values)):
        line[k] = values[k]
        highest = max(highest, line[k])
    if highest == 0:
        return -1
    for k in range(len(values)):
        if line[k] >= _FAR:
            continue
        start = -np.inf
        while last >= 0:
            foot = feet[last]
            start = (line[k] + k * k - line[foot] - foot * foot) / (2 * (k - foot))
            if start > starts[last]:
                break
            last -= 1
        last += 1
        feet[last] = k
        starts[last] = start if last else -np.inf
    return last


@compiled
def _roots(squared: Any) -> Any:
    """Return the square roots of squared distances; infinite for far ones."""
    found = np.empty(squared.shape, np.float32)
    for i in range(squared.shape[0]):
        for j in range(squared.shape[1]):
            for k in range(squared.shape[2]):
                value = squared[i, j, k]
                found[i, j, k] = np.sqrt(value) if value < _FAR else np.inf
    return found


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


# The part that is connected
#
# ``scipy.ndimage.label`` takes as long, and its import longer than the measurement of a link.


def part_of_corner(flags: Flags) -> Flags:
    """Return the true cells connected to the first one over faces; none if that is false."""
    found = np.zeros(flags.shape, dtype=np.bool_)
    found[0, 0, 0] = flags[0, 0, 0]
    # Spread in the direction of all axes, and against it, as long as that reaches new cells: few passes, unless the
    # part winds.
    while _spread(flags, found) + _spread(flags[::-1, ::-1, ::-1], found[::-1, ::-1, ::-1]):
        pass
    return found


@compiled
def _spread(flags: Any, found: Any) -> int:
    """Add the cells that can be reached from found ones in the direction of the axes; return their number."""
    count = 0
    for i in range(flags.shape[0]):
        for j in range(flags.shape[1]):
            is_near = False
            for k in range(flags.shape[2]):
                is_near = flags[i, j, k] and (
                    is_near or found[i, j, k] or (i > 0 and found[i - 1, j, k]) or (j > 0 and found[i, j - 1, k])
                )
                if is_near and not found[i, j, k]:
                    found[i, j, k] = True
                    count += 1
    return count

"""Choose spheres: greedy set cover, and the smallest tolerance for a number of spheres (spheres.md 2.2, 3.2)."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from ..arrays import NO_SPHERES, Spheres, joined
from .candidates import Candidates
from .radius_bounds import RadiusBounds

Singles: TypeAlias = NDArray[np.float32]
_HALVINGS = 10
_WIDEST = 1.0
"""The tolerance, relative to the diagonal, with which a single sphere covers everything."""


def cover_with(points: Floats, offered: Candidates, count: int) -> tuple[Spheres, float]:
    """Return at most a number of spheres that cover all points with the smallest tolerance, and this tolerance."""
    low, high = 0.0, _WIDEST
    best = greedy(covers(points, offered.centers, offered.depths + high), count)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        picked = greedy(covers(points, offered.centers, offered.depths + middle), count)
        if picked is None:
            low = middle
        else:
            high, best = middle, picked
    assert best is not None
    return Spheres(offered.centers[best], offered.depths[best] + high), high


def cover_within(points: Floats, offered: Candidates, bounds: RadiusBounds, most: int) -> Spheres | None:
    """Return few spheres that cover all points within their bounds; None if more than ``most`` would be needed.

    Points that no candidate covers this way come first: candidates of the last radii cover them, or spheres around
        the points.
    """
    table = covers(points, offered.centers, bounds.radii(offered.centers, offered.depths))
    is_alone = ~table.any(axis=1)
    first = _cover_alone(points[is_alone], offered, bounds, most) if is_alone.any() else NO_SPHERES
    if first is None:
        return None
    left = ~is_alone & ~covers(points, first.centers, first.radii).any(axis=1)
    picked = greedy(table[left], most - len(first))
    if picked is None:
        return None
    centers, depths = offered.centers[picked], offered.depths[picked]
    return joined([first, Spheres(centers, bounds.radii(centers, depths))])


def _cover_alone(points: Floats, offered: Candidates, bounds: RadiusBounds, most: int) -> Spheres | None:
    offered = offered.joined(Candidates(points, np.zeros(len(points))))
    spheres = Spheres(offered.centers, bounds.last_radii(offered.centers, offered.depths))
    picked = greedy(covers(points, spheres.centers, spheres.radii), most)
    return spheres.chosen(picked) if picked is not None else None


def covers(points: Floats, centers: Floats, radii: Floats) -> Flags:
    """Return (points, spheres): True where a sphere contains a point; none with a negative radius does.

    In single precision: relative lengths are at most about 1, and the proof of the cover is made elsewhere.
    """
    rows, columns = points.astype(np.float32), np.ascontiguousarray(centers.T, dtype=np.float32)
    squares = np.where(radii >= 0, radii**2, -1.0).astype(np.float32)
    found: Flags = _covers(rows, columns[0], columns[1], columns[2], squares)
    return found


def greedy(covers: Flags, most: int) -> Ints | None:
    """Return the columns that together have a true in every row: each time the one with the most new rows.

    Args:
        covers: (rows, columns).
        most: The maximum number of columns.

    Returns:
        None if they are not sufficient.
    """
    picked, is_whole = _greedy(covers, most)
    return picked if is_whole else None


@compiled
def _covers(points: Singles, x: Singles, y: Singles, z: Singles, squares: Singles) -> Flags:
    """Compare each point with all spheres; coordinates apart, so that several are compared at once."""
    found = np.empty((len(points), len(x)), np.bool_)
    for p in range(len(points)):
        a, b, c = points[p, 0], points[p, 1], points[p, 2]
        for k in range(len(x)):
            found[p, k] = (x[k] - a) ** 2 + (y[k] - b) ** 2 + (z[k] - c) ** 2 <= squares[k]
    return found


@compiled
def _greedy(covers: Flags, most: int) -> tuple[Ints, bool]:
    """Return the chosen columns, and whether they are sufficient."""
    rows, columns = covers.shape
    gains = np.zeros(columns, np.int32)
    for row in range(rows):
        gains += covers[row]
    left = np.ones(rows, np.bool_)
    picked = np.empty(min(most, columns, rows), np.int64)
    count, remaining = 0, rows
    while remaining and count < len(picked):
        best = int(gains.argmax())
        if gains[best] <= 0:
            break
        for row in range(rows):
            if left[row] and covers[row, best]:
                left[row] = False
                remaining -= 1
                gains -= covers[row]
        picked[count] = best
        count += 1
    return picked[:count], remaining == 0

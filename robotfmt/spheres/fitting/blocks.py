"""Points in blocks: a test of a block's bounding sphere replaces tests of its points."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from .counted_cover import Reals
from .curve import along_curve

BLOCK = 32
"""The number of points in a block."""
SPARE = 1e-12
"""The length added to the radius of a block's sphere, larger than rounding errors."""
_TOUCHING = 1 + 1e-12
"""The factor on the square of a radius that includes the point a sphere has just grown to, despite rounding."""


class Blocks(NamedTuple):
    """Points in the order of a space-filling curve, with a bounding sphere for each block."""

    points: Floats
    """An array (n, 3)."""
    weights: Floats
    """An array (n,)."""
    around: Floats
    """An array (blocks, 4): rows of x, y, z, radius."""


def blocks_of(points: Reals, weights: Reals | None = None) -> Blocks:
    """Return points, reordered, with their blocks; each weighs 1 by default."""
    order = along_curve(points)
    ordered = np.ascontiguousarray(points[order], dtype=np.float64)
    weighing = np.ones(len(points)) if weights is None else weights[order].astype(np.float64)
    return Blocks(ordered, weighing, _around(ordered))


def chosen(cloud: Blocks, which: Flags) -> Blocks:
    """Return some of the points, in the same order, in new blocks."""
    points = cloud.points[which]
    return Blocks(points, cloud.weights[which], _around(points))


@compiled
def _around(points: Floats) -> Floats:
    """Return a bounding sphere for each block, around the middle of its box."""
    found = np.empty((-(-len(points) // BLOCK), 4))
    for block in range(len(found)):
        first, last = block * BLOCK, min(block * BLOCK + BLOCK, len(points))
        for axis in range(3):
            low = high = points[first, axis]
            for p in range(first, last):
                low, high = min(low, points[p, axis]), max(high, points[p, axis])
            found[block, axis] = (low + high) / 2
        most = 0.0
        for p in range(first, last):
            most = max(most, squared(points, p, found, block))
        found[block, 3] = np.sqrt(most) + SPARE
    return found


@compiled
def depth(points: Any, p: int, rows: Any, i: int) -> float:
    """Return the depth of a point in a sphere; negative outside."""
    a, b, c = points[p, 0] - rows[i, 0], points[p, 1] - rows[i, 1], points[p, 2] - rows[i, 2]
    return float(rows[i, 3] - np.sqrt(a * a + b * b + c * c))


@compiled
def squared(points: Any, p: int, rows: Any, i: int) -> float:
    """Return the squared distance of a point from a sphere's centre."""
    a, b, c = points[p, 0] - rows[i, 0], points[p, 1] - rows[i, 1], points[p, 2] - rows[i, 2]
    return float(a * a + b * b + c * c)


@compiled
def reach(radius: float) -> float:
    """Return the squared distance up to which points are in a sphere; negative for a negative radius."""
    return float(radius * abs(radius) * _TOUCHING)


@compiled
def surely(around: Any, block: Any, rows: Floats) -> float:
    """Return the minimum depth of all points of a block in a sphere."""
    found = -np.inf
    for i in range(len(rows)):
        found = max(found, depth(around, block, rows, i))
    return float(found - around[block, 3])


@compiled
def reaching(around: Any, block: Any, rows: Floats, least: float, found: Ints) -> int:
    """Return the spheres in which points of a block may have a minimum depth, and their number."""
    count = 0
    for i in range(len(rows)):
        if depth(around, block, rows, i) + around[block, 3] >= least:
            found[count] = i
            count += 1
    return count

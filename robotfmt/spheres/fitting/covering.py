"""The coverage of spheres: growing and shrinking to cover points, and the weight of covered points. The points are in
blocks: a test of a block's bounding sphere replaces tests of its points.

Measured with 32 spheres and 25,000 samples, in milliseconds, of each point alone and in blocks: to grow 1.3 and 0.7, to
tighten 6.6 and 1.2. Testing several points of a block at once halves the time to tighten, and saves a third of the time
to find the covered points.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from ..arrays import Spheres, from_rows
from .counted_cover import Reals

# Blocks

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


# Coverage


def grown_over(spheres: Spheres, points: Floats) -> Spheres:
    """Return the spheres, grown until they cover all points: for each point the nearest sphere grows."""
    rows = spheres.rows
    grow(blocks_of(points), rows)
    return from_rows(rows)


@compiled
def grow(cloud: Blocks, rows: Floats) -> None:
    """Grow spheres until they cover all points: for each open point the initially nearest sphere grows."""
    points, growth, near = cloud.points, np.zeros(len(rows)), np.empty(len(rows), np.int64)
    for block in range(len(cloud.around)):
        sure = surely(cloud.around, block, rows)
        if sure >= 0:
            continue
        count = reaching(cloud.around, block, rows, sure, near)
        for p in range(block * BLOCK, min(block * BLOCK + BLOCK, len(points))):
            best, which = -np.inf, 0
            for k in range(count):
                inside = depth(points, p, rows, near[k])
                if inside > best:
                    best, which = inside, near[k]
            growth[which] = max(growth[which], -best)
    for i in range(len(rows)):
        rows[i, 3] += growth[i]


@compiled
def owners(cloud: Blocks, rows: Floats) -> Ints:
    """Return (n,): the sphere in which each point is deepest."""
    points, found, near = cloud.points, np.zeros(len(cloud.points), np.int64), np.empty(len(rows), np.int64)
    for block in range(len(cloud.around)):
        count = reaching(cloud.around, block, rows, surely(cloud.around, block, rows), near)
        for p in range(block * BLOCK, min(block * BLOCK + BLOCK, len(points))):
            best = -np.inf
            for k in range(count):
                inside = depth(points, p, rows, near[k])
                if inside > best:
                    best, found[p] = inside, near[k]
    return found


def weigh(cloud: Blocks, rows: Floats) -> float:
    """Return the weight of the points in spheres."""
    return float(np.where(covered(cloud, rows), cloud.weights, 0.0).sum())


@compiled
def covered(cloud: Blocks, rows: Floats) -> Flags:
    """Return (n,): True for points in spheres."""
    points, found, near = cloud.points, np.zeros(len(cloud.points), np.bool_), np.empty(len(rows), np.int64)
    for block in range(len(cloud.around)):
        first, last = block * BLOCK, min(block * BLOCK + BLOCK, len(points))
        if surely(cloud.around, block, rows) >= 0:
            found[first:last] = True
            continue
        for k in range(reaching(cloud.around, block, rows, 0.0, near)):
            most = reach(rows[near[k], 3])
            for p in range(first, last):
                found[p] |= squared(points, p, rows, near[k]) <= most
    return found


@compiled
def tighten(cloud: Blocks, rows: Floats, most: float) -> None:
    """Shrink spheres that cover all points, one after the other, by at most a length, while they still cover them."""
    covers = _covers(cloud, rows)
    for i in range(len(rows)):
        shrinks = min(rows[i, 3] - np.sqrt(_farthest(cloud, covers, rows, i)) - SPARE, most)
        if shrinks > 0:
            _uncover(cloud, covers, rows, i, shrinks)
            rows[i, 3] -= shrinks


@compiled
def _covers(cloud: Blocks, rows: Floats) -> Ints:
    """Return (n,): the number of spheres that contain each point."""
    points, found, near = cloud.points, np.zeros(len(cloud.points), np.int64), np.empty(len(rows), np.int64)
    for block in range(len(cloud.around)):
        for k in range(reaching(cloud.around, block, rows, 0.0, near)):
            most = reach(rows[near[k], 3])
            for p in range(block * BLOCK, min(block * BLOCK + BLOCK, len(points))):
                found[p] += squared(points, p, rows, near[k]) <= most
    return found


@compiled
def _farthest(cloud: Blocks, covers: Ints, rows: Floats, i: int) -> float:
    """Return the squared distance from a sphere's centre of the farthest point in no other sphere."""
    points, most, found = cloud.points, reach(rows[i, 3]), 0.0
    for block in range(len(cloud.around)):
        if depth(cloud.around, block, rows, i) + cloud.around[block, 3] < 0:
            continue
        for p in range(block * BLOCK, min(block * BLOCK + BLOCK, len(points))):
            distance = squared(points, p, rows, i)
            found = max(found, distance if (covers[p] == 1) & (distance <= most) else 0.0)
    return found


@compiled
def _uncover(cloud: Blocks, covers: Ints, rows: Floats, i: int, shrinks: float) -> None:
    """Subtract one from the counts of the points that a sphere loses."""
    points, most, left = cloud.points, reach(rows[i, 3]), reach(rows[i, 3] - shrinks)
    for block in range(len(cloud.around)):
        middle, width = depth(cloud.around, block, rows, i), cloud.around[block, 3]
        if middle + width < 0 or middle - width >= shrinks:
            continue
        for p in range(block * BLOCK, min(block * BLOCK + BLOCK, len(points))):
            distance = squared(points, p, rows, i)
            covers[p] -= (distance <= most) & (distance > left)


_BITS = 10
"""The bits of each coordinate."""


def along_curve(points: Reals) -> Ints:
    """Return the order of points along Morton's curve."""
    low, width = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    cells = ((points - low) * (((1 << _BITS) - 1) / width)).astype(np.int64)
    key = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")

"""The gap of two convex shapes, between a lower and an upper bound (Gilbert, Johnson and Keerthi 1988).

Each bound has a witness. A direction along which one shape ends before the other begins proves the lower one, and two
points, one of each shape, the upper one. So neither depends on whether the steps converge.
"""

from __future__ import annotations

import math

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats
from .simplex import nearest
from .supports import farthest, radius_of

_STEPS = 200
_CLOSE = 1e-12
"""The difference of the bounds, as a share of the upper one, at which rounding prevents further steps."""


@compiled
def gap(
    kind: int, cell: Floats, other_kind: int, other: Floats, limits: tuple[float, float], room: Floats
) -> tuple[float, float]:
    """Return a lower and an upper bound for the distance of two cells in metres; below 0 if spheres overlap.

    Args:
        kind: The kind of the one cell.
        cell: The one cell.
        other_kind: The kind of the other.
        other: The other cell, in the same frame.
        limits: Bounds that are sufficient: steps end if the lower one is above the first, or the upper one is not above
            the second.
        room: Room for numbers, (6, 4).
    """
    radii = radius_of(kind, cell) + radius_of(other_kind, other)
    least, enough = limits[0] + radii, limits[1] + radii
    points, weights, best = room[:4, :3], room[4], room[5]
    x, y, z = _between(kind, cell, other_kind, other, 1.0, 0.0, 0.0)
    points[0, 0], points[0, 1], points[0, 2] = x, y, z
    count, lower, upper = 1, 0.0, math.sqrt(x * x + y * y + z * z)
    for _ in range(_STEPS):
        if upper <= enough or upper <= 0:
            break
        p, q, r = _between(kind, cell, other_kind, other, x, y, z)
        lower = max(lower, (p * x + q * y + r * z) / upper)
        if lower > least or upper - lower <= _CLOSE * upper:
            break
        points[count, 0], points[count, 1], points[count, 2] = p, q, r
        count = nearest(points, count + 1, weights, best)
        x, y, z = _mean(points, weights, count)
        length = math.sqrt(x * x + y * y + z * z)
        if count == 4:
            upper = length
            break
        if length >= upper:
            break
        upper = length
    return lower - radii, upper - radii


@compiled
def _between(
    kind: int, cell: Floats, other_kind: int, other: Floats, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Return the vector between points of two cells that is shortest along a direction."""
    a = farthest(kind, cell, -x, -y, -z)
    b = farthest(other_kind, other, x, y, z)
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@compiled
def _mean(points: Floats, weights: Floats, count: int) -> tuple[float, float, float]:
    """Return the mean of points."""
    x, y, z = 0.0, 0.0, 0.0
    for n in range(count):
        x += weights[n] * points[n, 0]
        y += weights[n] * points[n, 1]
        z += weights[n] * points[n, 2]
    return x, y, z

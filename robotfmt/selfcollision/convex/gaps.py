"""The gap of two convex shapes, each given by its farthest point along a direction, between a lower and an upper bound
(Gilbert, Johnson and Keerthi 1988).

Each bound has a witness. A direction along which one shape ends before the other begins proves the lower one, and two
points, one of each shape, the upper one. So neither depends on whether the steps converge.
"""

from __future__ import annotations

import math

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats, Ints

# Shapes
#
# A sphere and a capsule are a point and a line with a radius around them, which needs no steps to be exact.

WIDTH = 15
"""The numbers of a cell: the corners of a triangle; or the rotation, by rows, the position and the sizes of a solid."""
TRIANGLE, BOX, CORE, CYLINDER, CONE, ELLIPSOID = range(6)
"""The kinds of cells. Sizes: half the edges; radius and half the length of a core; radius and half the length of a
cylinder and a cone, whose tip is at its upper end; the radii of an ellipsoid."""


@compiled
def radius_of(kind: int, cell: Floats) -> float:
    """Return the radius around the points of a cell."""
    return float(cell[12]) if kind == CORE else 0.0


@compiled
def farthest(kind: int, cell: Floats, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return the point of a cell that is farthest along a direction, without the radius around it."""
    if kind == TRIANGLE:
        a = cell[0] * x + cell[1] * y + cell[2] * z
        b = cell[3] * x + cell[4] * y + cell[5] * z
        c = cell[6] * x + cell[7] * y + cell[8] * z
        if a >= b and a >= c:
            return cell[0], cell[1], cell[2]
        if b >= c:
            return cell[3], cell[4], cell[5]
        return cell[6], cell[7], cell[8]
    u = cell[0] * x + cell[3] * y + cell[6] * z
    v = cell[1] * x + cell[4] * y + cell[7] * z
    w = cell[2] * x + cell[5] * y + cell[8] * z
    p, q, r = _farthest(kind, cell[12], cell[13], cell[14], u, v, w)
    return (
        cell[0] * p + cell[1] * q + cell[2] * r + cell[9],
        cell[3] * p + cell[4] * q + cell[5] * r + cell[10],
        cell[6] * p + cell[7] * q + cell[8] * r + cell[11],
    )


@compiled
def _farthest(kind: int, a: float, b: float, c: float, u: float, v: float, w: float) -> tuple[float, float, float]:
    """Return the farthest point of a solid in its own frame."""
    if kind == BOX:
        return math.copysign(a, u), math.copysign(b, v), math.copysign(c, w)
    if kind == CORE:
        return 0.0, 0.0, math.copysign(b, w)
    if kind == ELLIPSOID:
        length = math.sqrt((a * u) ** 2 + (b * v) ** 2 + (c * w) ** 2)
        if length > 0:
            return a * a * u / length, b * b * v / length, c * c * w / length
        return 0.0, 0.0, c
    across = math.sqrt(u * u + v * v)
    if kind == CONE and b * w >= a * across - b * w:
        return 0.0, 0.0, b
    up = -b if kind == CONE else math.copysign(b, w)
    if across > 0:
        return a * u / across, a * v / across, up
    return 0.0, 0.0, up


@compiled
def moved(kind: int, cell: Floats, pose: Floats, found: Floats) -> None:
    """Write a cell at a pose, (4, 4), into an array."""
    points = 3 if kind == TRIANGLE else 1
    first = 0 if kind == TRIANGLE else 9
    for k in range(points):
        at = first + 3 * k
        for row in range(3):
            found[at + row] = (
                pose[row, 0] * cell[at] + pose[row, 1] * cell[at + 1] + pose[row, 2] * cell[at + 2] + pose[row, 3]
            )
    if kind == TRIANGLE:
        return
    for row in range(3):
        for column in range(3):
            found[3 * row + column] = (
                pose[row, 0] * cell[column] + pose[row, 1] * cell[3 + column] + pose[row, 2] * cell[6 + column]
            )
        found[12 + row] = cell[12 + row]


@compiled
def bounds(kinds: Ints, cells: Floats) -> Floats:
    """Return the boxes around cells, (n, 6): their lowest and highest corners."""
    found, axes = np.empty((len(cells), 6)), np.eye(3)
    for n in range(len(cells)):
        radius = radius_of(kinds[n], cells[n])
        for k in range(3):
            x, y, z = axes[k]
            low, high = farthest(kinds[n], cells[n], -x, -y, -z), farthest(kinds[n], cells[n], x, y, z)
            found[n, k], found[n, 3 + k] = low[k] - radius, high[k] + radius
    return found


# The nearest point of a simplex
#
# It is always a point of the simplex, as a mean of its corners with weights of at least 0: a wrong choice by rounding
# costs steps, but no proof.

INSIDE = 1e-10
"""The distance in metres up to which a mean of four corners counts as the origin."""


@compiled
def nearest(points: Floats, count: int, weights: Floats, best: Floats) -> int:
    """Keep those corners of a simplex whose mean is nearest to the origin, with their weights; return their number.

    Args:
        points: The corners, (4, 3).
        count: The number of corners.
        weights: Gets the weights, (4,).
        best: Room for four numbers.
    """
    _set(weights, 0, 1.0, 0, 0.0, 0, 1.0)
    least = 1e300
    if count == 2:
        _try_line(points, 0, 1, weights, best, least)
    elif count == 3 or (count == 4 and not _surrounded(points, weights)):
        for apart in range(3 if count == 3 else 0, 4):
            least = _try_face(points, apart, weights, best, least)
    kept = 0
    for k in range(count):
        if weights[k] > 0:
            for axis in range(3):
                points[kept, axis] = points[k, axis]
            weights[kept] = weights[k]
            kept += 1
    return kept


@compiled
def _set(weights: Floats, i: int, first: float, j: int, second: float, m: int, third: float) -> None:
    """Set three weights, and 0 for the others."""
    for n in range(4):
        weights[n] = 0.0
    weights[i], weights[j], weights[m] = first, second, third


@compiled
def _kept(points: Floats, weights: Floats, best: Floats, least: float) -> float:
    """Take the weights in ``best`` if their mean is nearer than a squared distance; return the smaller one."""
    total = 0.0
    for k in range(3):
        value = 0.0
        for n in range(4):
            if best[n] > 0:
                value += best[n] * points[n, k]
        total += value * value
    if total < least:
        for n in range(4):
            weights[n] = best[n]
        return total
    return least


@compiled
def _try_line(points: Floats, i: int, j: int, weights: Floats, best: Floats, least: float) -> float:
    """Try the nearest point of an edge."""
    along, length = 0.0, 0.0
    for k in range(3):
        edge = points[j, k] - points[i, k]
        along -= points[i, k] * edge
        length += edge * edge
    share = min(max(along / length, 0.0), 1.0) if length > 0 else 0.0
    _set(best, i, 1 - share, j, share, j, share)
    return _kept(points, weights, best, least)


@compiled
def _try_face(points: Floats, apart: int, weights: Floats, best: Floats, least: float) -> float:
    """Try the nearest point of all corners but one: of their plane, if that is between them, or else of their edges."""
    i, j, m = (apart + 1) % 4, (apart + 2) % 4, (apart + 3) % 4
    a, b, c = points[i], points[j], points[m]
    x = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
    y = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
    z = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    first, second, third = _volume(x, y, z, b, c), _volume(x, y, z, c, a), _volume(x, y, z, a, b)
    total = first + second + third
    if total > 0 and first >= 0 and second >= 0 and third >= 0:
        _set(best, i, first / total, j, second / total, m, third / total)
        return _kept(points, weights, best, least)
    for k in range(1, 4):
        least = _try_line(points, (apart + k) % 4, (apart + 1 + k % 3) % 4, weights, best, least)
    return least


@compiled
def _volume(x: float, y: float, z: float, b: Floats, c: Floats) -> float:
    """Return the product of a vector with the cross product of two others."""
    return float(x * (b[1] * c[2] - b[2] * c[1]) + y * (b[2] * c[0] - b[0] * c[2]) + z * (b[0] * c[1] - b[1] * c[0]))


@compiled
def _surrounded(points: Floats, weights: Floats) -> bool:
    """Return True, with the weights, if the origin is a mean of four corners."""
    a, b, c, d = points[0], points[1], points[2], points[3]
    weights[0] = _volume(b[0], b[1], b[2], c, d)
    weights[1] = -_volume(a[0], a[1], a[2], c, d)
    weights[2] = _volume(a[0], a[1], a[2], b, d)
    weights[3] = -_volume(a[0], a[1], a[2], b, c)
    total = weights[0] + weights[1] + weights[2] + weights[3]
    if total == 0:
        return False
    for n in range(4):
        weights[n] /= total
        if weights[n] < 0:
            return False
    off = 0.0
    for k in range(3):
        off += (weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k] + weights[3] * d[k]) ** 2
    return off <= INSIDE**2


# Gaps

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

"""Convex shapes, each by its farthest point along a direction.

A sphere and a capsule are a point and a line with a radius around them, which needs no steps to be exact.
"""

from __future__ import annotations

import math

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats, Ints

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

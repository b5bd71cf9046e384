"""Distances between points and triangles, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.compiled import compiled


@compiled
def away(point: Any, place: Any) -> tuple[float, float, float]:
    """Return the vector from a point to a place."""
    return place[0] - point[0], place[1] - point[1], place[2] - point[2]


@compiled
def dot(a: Any, b: Any) -> float:
    """Return the scalar product of two vectors."""
    return float(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


@compiled
def cross(a: Any, b: Any) -> tuple[float, float, float]:
    """Return the vector product of two vectors."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@compiled
def squared_gap(point: Any, corners: Any) -> float:
    """Return the squared distance from a point to a triangle: to its plane over the inside, else to its edges."""
    least = np.inf
    normal = cross(away(corners[0], corners[1]), away(corners[0], corners[2]))
    length = dot(normal, normal)
    over = length > 0
    for k in range(3):
        edge, there = away(corners[k], corners[(k + 1) % 3]), away(corners[k], point)
        squared, along = dot(edge, edge), dot(there, edge)
        place = min(max(along / squared, 0.0), 1.0) if squared > 0 else 0.0
        rest = there[0] - place * edge[0], there[1] - place * edge[1], there[2] - place * edge[2]
        least = min(least, dot(rest, rest))
        over = over and dot(cross(edge, there), normal) >= 0
    if over:
        height = dot(away(corners[0], point), normal)
        least = min(least, height * height / length)
    return least

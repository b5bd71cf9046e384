"""What balls cover: how deep points are in them, how they grow to cover them, what the covered ones weigh."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.triangles import Floats
from ..balls import Balls, from_rows
from ..compiled import compiled
from .state import Cloud


def weight_in(outside: Cloud, balls: Balls) -> float:
    """Of the outside points that balls cover: about the volume that stands out."""
    return float(weigh(outside.points, outside.weights, balls.rows))


def grown_over(balls: Balls, points: Floats) -> Balls:
    """The balls, grown until they cover all points: each asks the ball that it is nearest to."""
    rows = balls.rows
    grow(points, rows)
    return from_rows(rows)


@compiled
def depth(points: Any, p: int, rows: Any, i: int) -> float:
    """How deep a point is in a ball; less than 0 outside."""
    a, b, c = points[p, 0] - rows[i, 0], points[p, 1] - rows[i, 1], points[p, 2] - rows[i, 2]
    return float(rows[i, 3] - np.sqrt(a * a + b * b + c * c))


@compiled
def grow(points: Any, rows: Floats) -> None:
    """Let balls grow until they cover all points: each that is open asks the ball that it is nearest to at first."""
    growth = np.zeros(len(rows))
    for p in range(len(points)):
        best, which = -np.inf, 0
        for i in range(len(rows)):
            own = depth(points, p, rows, i)
            if own > best:
                best, which = own, i
            if own >= 0:
                break
        growth[which] = max(growth[which], -best)
    rows[:, 3] += growth


@compiled
def weigh(points: Any, weights: Any, rows: Floats) -> float:
    """What the points weigh that are in balls."""
    total = 0.0
    for p in range(len(points)):
        for i in range(len(rows)):
            a, b, c = points[p, 0] - rows[i, 0], points[p, 1] - rows[i, 1], points[p, 2] - rows[i, 2]
            if a * a + b * b + c * c <= rows[i, 3] * rows[i, 3]:
                total += weights[p]
                break
    return total

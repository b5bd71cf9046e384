"""Balls split in two, where there are fewer than there may be."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats, Ints
from ..balls import Balls, joined
from .descend import enclosing_center


def filled(balls: Balls, points: Floats, count: int) -> Balls:
    """As many balls as there may be: again and again the one that covers most is split in two.

    Args:
        balls: At least one.
        points: (n, 3): samples, spread evenly; the halves of a ball cover those of them that are its own.
        count: How many balls there may be.
    """
    while len(balls) < count:
        own = nearest(points, balls)
        most = int(np.bincount(own, minlength=len(balls)).argmax())
        halves = halved(points[own == most])
        if halves is None:
            return balls
        balls = joined([balls.chosen(np.arange(len(balls)) != most), halves])
    return balls


def nearest(points: Floats, balls: Balls) -> Ints:
    """(n,): the ball in which each point is deepest."""
    gaps = np.linalg.norm(points[:, None] - balls.centers, axis=2) - balls.radii
    found: Ints = gaps.argmin(axis=1)
    return found


def halved(points: Floats) -> Balls | None:
    """Two balls around halves of points, cut across the axis that leaves the smallest ones; None for a single point."""
    if len(points) < 2:
        return None
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - middle, full_matrices=False)
    pairs = []
    for axis in axes:
        order = np.argsort((points - middle) @ axis, kind="stable")
        pairs.append([_around(points[half]) for half in np.array_split(order, 2)])
    best = min(pairs, key=lambda pair: max(radius for _, radius in pair))
    return Balls(np.array([center for center, _ in best]), np.array([radius for _, radius in best]))


def _around(points: Floats) -> tuple[Floats, float]:
    center = enclosing_center(points)
    return center, float(np.linalg.norm(points - center, axis=1).max())

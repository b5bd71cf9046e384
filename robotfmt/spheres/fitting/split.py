"""Balls split in two, where there are fewer than there may be."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats
from ..balls import Balls, joined
from .blocks import Blocks
from .covering import owners
from .descend import enclosing_center


def filled(balls: Balls, cloud: Blocks, count: int) -> Balls:
    """As many balls as there may be: again and again the one that covers most is split in two.

    Args:
        balls: At least one.
        cloud: Samples, spread evenly; the halves of a ball cover those of them that are deepest in it.
        count: How many balls there may be.
    """
    while len(balls) < count:
        own = owners(cloud, balls.rows)
        most = int(np.bincount(own, minlength=len(balls)).argmax())
        halves = halved(cloud.points[own == most])
        if halves is None:
            return balls
        balls = joined([balls.chosen(np.arange(len(balls)) != most), halves])
    return balls


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

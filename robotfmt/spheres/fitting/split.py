"""Split spheres in two, if there may be more of them."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats
from ..arrays import Spheres, joined
from .blocks import Blocks
from .covering import owners
from .shrink import enclosing_center


def filled(spheres: Spheres, cloud: Blocks, count: int) -> Spheres:
    """Return the maximum number of spheres: repeatedly, the one that covers most is split in two.

    Args:
        spheres: At least one.
        cloud: Evenly distributed samples; the halves of a sphere cover those that are deepest in it.
        count: The maximum number of spheres.
    """
    while len(spheres) < count:
        own = owners(cloud, spheres.rows)
        most = int(np.bincount(own, minlength=len(spheres)).argmax())
        halves = halved(cloud.points[own == most])
        if halves is None:
            return spheres
        spheres = joined([spheres.chosen(np.arange(len(spheres)) != most), halves])
    return spheres


def halved(points: Floats) -> Spheres | None:
    """Return two spheres around halves of points, cut across the axis that gives the smallest ones; None for a single
    point.
    """
    if len(points) < 2:
        return None
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - middle, full_matrices=False)
    pairs = []
    for axis in axes:
        order = np.argsort((points - middle) @ axis, kind="stable")
        pairs.append([_around(points[half]) for half in np.array_split(order, 2)])
    best = min(pairs, key=lambda pair: max(radius for _, radius in pair))
    return Spheres(np.array([center for center, _ in best]), np.array([radius for _, radius in best]))


def _around(points: Floats) -> tuple[Floats, float]:
    center = enclosing_center(points)
    return center, float(np.linalg.norm(points - center, axis=1).max())

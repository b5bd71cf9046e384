"""A few spheres that contain a surface, for rough distances between two links in many poses at once."""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Floats, Ints, Triangles

_SPHERES = 32
_ROUNDS = 12
_MOST = 20_000


def cover(triangles: Triangles, count: int = _SPHERES) -> Floats:
    """Return spheres, (n, 4), at most the given count, with each triangle inside one of them."""
    corners = _divided(triangles.corners, count)
    middles = corners.mean(axis=1)
    groups = [np.arange(len(corners))]
    extents = [np.ptp(middles, axis=0)]
    while len(groups) < count:
        widest = int(np.argmax([extent.max() for extent in extents]))
        group, extent = groups.pop(widest), extents.pop(widest)
        along = middles[group, int(extent.argmax())]
        upper = along > (along.min() + along.max()) / 2
        if not upper.any():
            groups.append(group)
            break
        groups += [group[~upper], group[upper]]
        extents += [np.ptp(middles[each], axis=0) for each in groups[-2:]]
    return np.array([_sphere(corners[group].reshape(-1, 3)) for group in groups])


def _sphere(points: Floats) -> Floats:
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    return np.append(center, np.linalg.norm(points - center, axis=1).max())


def _divided(corners: Floats, count: int) -> Floats:
    """Return triangles, the large ones halved at their longest edge until a sphere has several of them."""
    limit = float(np.ptp(corners, axis=(0, 1)).max()) / np.sqrt(count)
    for _ in range(_ROUNDS):
        edges = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
        long = edges.max(axis=1) > limit
        if not long.any() or len(corners) > _MOST:
            break
        halves = _halves(corners[long], edges[long].argmax(axis=1))
        corners = np.concatenate([corners[~long], halves])
    return corners


def _halves(corners: Floats, edge: Ints) -> Floats:
    rows = np.arange(len(corners))
    a, b, c = corners[rows, edge], corners[rows, (edge + 1) % 3], corners[rows, (edge + 2) % 3]
    middle = (a + b) / 2
    return np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])

"""A few balls that hold a surface together: how near two links come, roughly, for many poses at once."""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Floats, Triangles

_BALLS = 32
_ROUNDS = 12
_MOST = 20_000


def cover(triangles: Triangles, count: int = _BALLS) -> Floats:
    """Balls, (n, 4), no more than the count, each triangle inside one of them."""
    corners = _divided(triangles.corners, count)
    middles = corners.mean(axis=1)
    groups = [np.arange(len(corners))]
    while len(groups) < count:
        sizes = [float(np.ptp(middles[group], axis=0).max()) for group in groups]
        widest = int(np.argmax(sizes))
        if sizes[widest] <= 0:
            break
        group = groups.pop(widest)
        along = middles[group][:, np.argmax(np.ptp(middles[group], axis=0))]
        upper = along > (along.min() + along.max()) / 2
        groups += [group[~upper], group[upper]]
    return np.array([_ball(corners[group].reshape(-1, 3)) for group in groups])


def _ball(points: Floats) -> Floats:
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    return np.append(center, np.linalg.norm(points - center, axis=1).max())


def _divided(corners: Floats, count: int) -> Floats:
    """Triangles, the large ones halved at their longest edge until a ball has several of them."""
    limit = float(np.ptp(corners, axis=(0, 1)).max()) / np.sqrt(count)
    for _ in range(_ROUNDS):
        edges = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
        long = edges.max(axis=1) > limit
        if not long.any() or len(corners) > _MOST:
            break
        halves = _halves(corners[long], edges[long].argmax(axis=1))
        corners = np.concatenate([corners[~long], halves])
    return corners


def _halves(corners: Floats, edge: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Floats:
    rows = np.arange(len(corners))
    a, b, c = corners[rows, edge], corners[rows, (edge + 1) % 3], corners[rows, (edge + 2) % 3]
    middle = (a + b) / 2
    return np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])

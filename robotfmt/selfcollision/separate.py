"""The poses that separate two convex hulls, all at once, and the distance of two sets of spheres.

A direction along which one hull ends before the other begins proves that they are separate, whatever its origin. It
is searched for as in Chung and Wang, *Quick collision detection of polytopes in virtual environments* (1996): the
farthest corners along the direction show how to rotate it.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..mesh.triangles import Flags, Floats
from .bodies import Body

_ROUNDS = 16
_WORTH = 0.02
"""Rounds end when one of them separates less than this share of the remaining poses."""
_ROUNDING = 1e-5
"""A distance in metres larger than the error of single precision, for anything within a hundred metres."""
_ROOM = 1 << 20
"""The number of distances in memory at once."""
Singles: TypeAlias = NDArray[np.float32]


def least_gaps(one: Floats, other: Floats, poses: Floats) -> Floats:
    """Return the smallest distance between two sets of spheres, (n,); negative if they overlap.

    Args:
        one: The spheres of a link, (k, 4): centres and radii.
        other: The spheres of another link.
        poses: The poses of the second link in the first, (n, 4, 4).
    """
    found = np.empty(len(poses))
    step = max(1, _ROOM // (len(one) * len(other)))
    for start in range(0, len(poses), step):
        part = slice(start, start + step)
        found[part] = _least_gaps(one, other, poses[part])
    return found


def _least_gaps(one: Floats, other: Floats, poses: Floats) -> Floats:
    """Return the gaps of :func:`least_gaps`: |a - b|² is a product of the rows (-2 a, 1, a²) and (b, b², 1)."""
    moved = np.ones((len(poses), len(other), 5))
    moved[:, :, :3] = other[:, :3] @ poses[:, :3, :3].transpose(0, 2, 1) + poses[:, None, :3, 3]
    moved[:, :, 3] = np.einsum("nmi,nmi->nm", moved[:, :, :3], moved[:, :, :3])
    still = np.column_stack([-2 * one[:, :3], np.ones(len(one)), (one[:, :3] ** 2).sum(axis=1)])
    gaps = moved.reshape(-1, 5) @ still.T
    np.sqrt(np.maximum(gaps, 0.0, out=gaps), out=gaps)
    gaps = gaps.reshape(len(poses), -1)
    gaps -= (other[:, 3][:, None] + one[:, 3]).ravel()
    least: Floats = gaps.min(axis=1)
    return least


def apart(first: Body, second: Body, poses: Floats) -> Flags:
    """Return the poses (n, 4, 4) of the second link in the first for which a plane proves that they do not touch;
    (n,).
    """
    proved = np.zeros(len(poses), dtype=np.bool_)
    left = np.arange(len(poses))
    turn, move = poses[:, :3, :3].astype(np.float32), poses[:, :3, 3].astype(np.float32)
    a, b = first.hull.astype(np.float32), second.hull.astype(np.float32)
    margin = np.float32(first.slack + second.slack + _ROUNDING)
    way: Singles = turn @ second.center.astype(np.float32) + move - first.center.astype(np.float32)
    for _ in range(_ROUNDS):
        way = _unit(way)
        between = _between(a, b, turn, move, way)
        free = (between * way).sum(axis=1) > margin
        proved[left[free]] = True
        if free.sum() <= _WORTH * len(left):
            break
        left = left[~free]
        turn, move, way, between = (each[~free] for each in (turn, move, way, between))
        between = _unit(between)
        way = way - 2 * (between * way).sum(axis=1, keepdims=True) * between
    return proved


def _between(a: Singles, b: Singles, turn: Singles, move: Singles, way: Singles) -> Singles:
    """Return the vector from the corner of the one hull that is farthest along a direction to the nearest corner of
    the other.
    """
    last = (way @ a.T).argmax(axis=1)
    backwards = (way[:, None, :] @ turn)[:, 0, :]
    first = (backwards @ b.T).argmin(axis=1)
    there = (turn @ b[first][:, :, None])[:, :, 0] + move
    found: Singles = there - a[last]
    return found


def _unit(rows: Singles) -> Singles:
    found: Singles = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-12))
    return found

"""Decide whether two links touch in all of many poses, in some, or in none, with few exact checks: the poses that
separate two convex hulls, all at once, and the distance of two sets of spheres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..mesh.triangles import Flags, Floats, Ints
from .bodies import Body
from .contact import Contact
from .link_poses import LinkPoses

# Separation
#
# A direction along which one hull ends before the other begins proves that they are separate, whatever its origin. It
# is searched for as in Chung and Wang, *Quick collision detection of polytopes in virtual environments* (1996): the
# farthest corners along the direction show how to rotate it.

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


# Decision

_FEW = 64
_TRIES = 8
_TOGETHER = 16
"""The number of poses computed together: few are wasted if the first is sufficient."""
ENOUGH = 1000
"""The number of contact poses that show that links always touch."""
_RARELY = 0.01
"""The share of free poses up to which links count as always touching. A planner that checks such a pair finds hardly
any pose to go to; MoveIt uses 5 %.
"""


class Outcome(NamedTuple):
    """The result of checking two links in many poses."""

    touching: int | None
    """A pose in which the links touch."""
    free: int | None
    """A pose in which the links do not touch."""
    poses: int
    """The number of checked poses."""


class Sight:
    """Two bodies in the checked poses."""

    def __init__(self, first: Body, second: Body, places: LinkPoses, contact: Contact) -> None:
        self.first, self.second = first, second
        self._link_poses, self._contact = places, contact
        self.gaps = places.gaps(first, second)

    def free(self, rows: Ints) -> Flags:
        """Return for each pose True if bounding spheres or a plane prove that two links do not touch in it."""
        free: Flags = self.gaps[rows] > 0
        near = rows[~free]
        if len(near):
            free[~free] = apart(self.first, self.second, self._link_poses.relative(self.first, self.second, near))
        return free

    def touch(self, rows: Sequence[int]) -> Iterator[tuple[int, bool]]:
        """Yield the number of each pose, and True if the links touch in it, by an exact check."""
        for start in range(0, len(rows), _TOGETHER):
            some = rows[start : start + _TOGETHER]
            for row, pose in zip(some, self._poses(some), strict=True):
                yield row, self._contact.touch(pose)

    def distance(self, row: int) -> float:
        """Return the distance of the links in metres; 0 if they touch."""
        return self._contact.distance(self._poses([row])[0])

    def _poses(self, rows: Sequence[int]) -> Floats:
        return self._link_poses.relative(self.first, self.second, np.array(rows, dtype=np.int64))

    def nearest_first(self, rows: Ints) -> Ints:
        """Return the poses sorted by the distance of the spheres that contain the surfaces."""
        gaps = least_gaps(
            self.first.spheres, self.second.spheres, self._link_poses.relative(self.first, self.second, rows)
        )
        return rows[np.argsort(gaps, kind="stable")]


def settle(sight: Sight, count: int) -> Outcome:
    """Check a number of poses until it is clear whether the two links touch always, sometimes or never."""
    gaps = sight.gaps[:count]
    near = np.flatnonzero(gaps <= 0)
    if not len(near):
        return Outcome(None, 0, count)
    free = int(np.argmax(gaps)) if len(near) < count else None
    touching = _first_touch(sight, near)
    if touching is None:
        return _look_everywhere(sight, near, count, free)
    if free is None:
        free = _first_free(sight, near)
    looked_at = count if free is not None else min(ENOUGH, count)
    return Outcome(touching, free, looked_at)


def rarely_free(sight: Sight, count: int) -> int | None:
    """Return the number of poses, among the first, in which two nearly always touching links are free; None if there
    are too many.
    """
    rows = np.arange(min(count, ENOUGH))
    most = int(_RARELY * len(rows))
    if int((sight.gaps[rows] > 0).sum()) > most:
        return None
    free = 0
    for _, touch in sight.touch(rows.tolist()):
        free += not touch
        if free > most:
            return None
    return free


def _first_touch(sight: Sight, near: Ints) -> int | None:
    """Return a pose in which the links touch, if there is one among the most promising poses."""
    likely = near[np.argpartition(sight.gaps[near], min(_FEW, len(near)) - 1)[:_FEW]]
    some = near[:: max(len(near) // _FEW, 1)]
    order = sight.nearest_first(np.unique(np.concatenate([likely, some])))
    return next((row for row, touch in sight.touch(order[:_TRIES].tolist()) if touch), None)


def _first_free(sight: Sight, near: Ints) -> int | None:
    """Return a pose in which the links do not touch, among the most promising or the first of the others."""
    farthest = near[np.argsort(-sight.gaps[near], kind="stable")[:_FEW]]
    for rows in (farthest, near[:ENOUGH]):
        proved = sight.free(rows)
        if proved.any():
            return int(rows[np.argmax(proved)])
        found = next((row for row, touch in sight.touch(rows.tolist()) if not touch), None)
        if found is not None:
            return found
    return None


def _look_everywhere(sight: Sight, near: Ints, count: int, free: int | None) -> Outcome:
    """Check all candidate poses, the nearest first, until the links touch in one."""
    order = near[np.argsort(sight.gaps[near], kind="stable")]
    for rows in np.split(order, [_FEW, 16 * _FEW]):
        proved = sight.free(rows)
        if free is None and proved.any():
            free = int(rows[np.argmax(proved)])
        for row, touch in sight.touch(np.sort(rows[~proved]).tolist()):
            if touch:
                return Outcome(row, free if free is not None else _first_free(sight, near), count)
            free = row if free is None else free
    return Outcome(None, free, count)

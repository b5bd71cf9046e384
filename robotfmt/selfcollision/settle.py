"""Decide whether two links touch in all of many poses, in some, or in none, with few exact checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..mesh.triangles import Flags, Floats, Ints
from .bodies import Body
from .contact import Contact
from .link_poses import LinkPoses
from .separate import apart, least_gaps

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
        """Return for each pose True if the links touch, by an exact check."""
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

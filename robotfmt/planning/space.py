"""The space between the links of a robot in poses that a planner may start in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..kinematics.freedom import Array
from ..mesh.triangles import Flags, Floats
from ..model import Robot
from ..selfcollision.bodies import Body, contact_of
from ..selfcollision.contacts import Ends, contacts_between
from ..selfcollision.link_poses import link_poses
from ..selfcollision.settle import least_gaps

_LEAST, _WANTED = 0.001, 0.01
"""The distance in metres that links have in a pose, and the one that leaves room for their spheres."""
_OFTEN = 0.5
"""The share of random poses in which spheres of two links overlap, from which they do not count as too near."""


class Space:
    """The pairs of links that can be apart, and how near they come."""

    def __init__(
        self, robot: Robot, bodies: Mapping[str, Body], pairs: Sequence[Ends], poses: Mapping[str, Array]
    ) -> None:
        """Leave out the pairs that touch in all of some poses."""
        self._robot, self._bodies = robot, bodies
        found = contacts_between(robot, bodies, pairs, _LEAST).found(poses)
        self._pairs = [ends for ends in pairs if ends not in found or not found[ends].all()]
        self._contacts = contacts_between(robot, bodies, self._pairs, _LEAST)
        self._apart = [ends for ends, gaps in self._gaps(pairs, poses).items() if (gaps < 0).mean() < _OFTEN]

    def is_free(self, poses: Mapping[str, Array]) -> Flags:
        """Return the poses in which no links touch, (n,)."""
        return self._contacts.free(poses)

    def is_roomy(self, poses: Mapping[str, Array]) -> Flags:
        """Return the poses in which links are well apart: not even the spheres of their bodies overlap, (n,)."""
        gaps = self._gaps(self._apart, poses)
        count = len(next(iter(poses.values())))
        found: Flags = np.logical_and.reduce([np.ones(count, dtype=np.bool_), *(each >= 0 for each in gaps.values())])
        return found

    def crowding(self, poses: Mapping[str, Array]) -> Floats:
        """Return how much space is missing between links, (n,): for each pair 0 to 1."""
        places = link_poses(self._robot, self._bodies, poses)
        found = np.zeros(len(next(iter(poses.values()))))
        for ends, gaps in self._gaps(self._pairs, poses).items():
            one, other = (self._bodies[name] for name in ends)
            rows = np.flatnonzero(gaps < _WANTED)
            contact = contact_of(one, other) if len(rows) else None
            for row, pose in zip(rows, places.relative(one, other, rows), strict=True):
                assert contact is not None
                found[row] += max(1 - contact.distance(pose) / _WANTED, 0.0)
        return found

    def _gaps(self, pairs: Sequence[Ends], poses: Mapping[str, Array]) -> dict[Ends, Floats]:
        """Return the gaps between the spheres of each pair, or between its bounding spheres where these are apart."""
        places = link_poses(self._robot, self._bodies, poses)
        found: dict[Ends, Floats] = {}
        for ends in pairs:
            one, other = (self._bodies[name] for name in ends)
            gaps = places.gaps(one, other)
            near = np.flatnonzero(gaps < _WANTED)
            gaps[near] = least_gaps(one.spheres, other.spheres, places.relative(one, other, near))
            found[ends] = gaps
        return found

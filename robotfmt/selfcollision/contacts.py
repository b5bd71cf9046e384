"""The poses in which links touch, by their exact shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np

from ..context import Context
from ..kinematics.freedom import Array
from ..mesh.triangles import Flags, Ints
from ..model import Robot
from .bodies import Body, bodies_of, contact_of
from .contact import Contact
from .link_poses import LinkPoses, link_poses
from .neighbours import ways_of
from .pairs import Pair
from .settle import Sight

Ends: TypeAlias = tuple[str, str]
_CLEARANCE = 0.001
"""The distance in metres that links must have in a free pose."""


def contacts_of(robot: Robot, pairs: Iterable[Pair], context: Context, *, visuals: bool = False) -> Contacts:
    """Create the bodies of a robot's links; those nearer than 1 mm count as touching.

    Args:
        robot: The robot to which the pairs belong.
        pairs: The checked pairs that can touch.
        context: Its assets find the meshes.
        visuals: True to use the visual geometry of a link without collision geometry.
    """
    bodies, _ = bodies_of(robot, context, visuals=visuals)
    return contacts_between(robot, bodies, [(pair.first, pair.second) for pair in pairs], _CLEARANCE)


def contacts_between(
    robot: Robot, bodies: Mapping[str, Body], ends: Iterable[Ends], clearance: float = 0.0
) -> Contacts:
    """Return the checks of some pairs of bodies, which touch if they are nearer than a clearance in metres."""
    contacts = {(one, other): contact_of(bodies[one], bodies[other], clearance) for one, other in ends}
    used = {name: body for name, body in bodies.items() if any(name in each for each in contacts)}
    return Contacts(robot, used, contacts, clearance)


class Contacts:
    """The shapes of a robot's links, and the pairs that are checked."""

    touch = "touch"

    def __init__(
        self, robot: Robot, bodies: Mapping[str, Body], pairs: Mapping[Ends, Contact], clearance: float
    ) -> None:
        self.robot = robot
        self._bodies, self._pairs, self._clearance = bodies, pairs, clearance
        self._known: tuple[Mapping[str, Array], LinkPoses] | None = None

    def found(self, values: Mapping[str, Array]) -> dict[Ends, Flags]:
        """Return, for each pair, the poses in which its links touch, (n,); pairs that never touch are omitted.

        Args:
            values: The values of joints, each (n,) or (n, degrees of freedom).
        """
        everything = np.arange(_count(values))
        rows = {ends: self._touching(ends, everything, values) for ends in self._pairs}
        return {ends: np.isin(everything, some) for ends, some in rows.items() if some}

    def free(self, values: Mapping[str, Array]) -> Flags:
        """Return the poses in which no checked links touch, (n,)."""
        flags = np.ones(_count(values), dtype=np.bool_)
        for ends in self._pairs:
            flags[self._touching(ends, np.flatnonzero(flags), values)] = False
        return flags

    def _touching(self, ends: Ends, rows: Ints, values: Mapping[str, Array]) -> list[int]:
        """Return the poses, of those given, in which two links touch."""
        one, other = ends
        sight = Sight(self._bodies[one], self._bodies[other], self._link_poses(values), self._pairs[ends])
        near = rows[sight.gaps[rows] <= self._clearance]
        if not self._clearance and len(near):
            near = near[~sight.free(near)]
        return [row for row, touch in sight.touch(near.tolist()) if touch]

    def _link_poses(self, values: Mapping[str, Array]) -> LinkPoses:
        """Return the poses of the bodies, cached for the last request."""
        if self._known is None or self._known[0] is not values:
            self._known = values, link_poses(self.robot, self._bodies, values)
        return self._known[1]

    def joints_between(self, pairs: Iterable[Ends]) -> set[str]:
        """Return the joints that move the links of pairs relative to each other."""
        ways = ways_of(self.robot)
        return {joint.name for pair in pairs for way in ways.between(*pair) for joint in way}


def _count(values: Mapping[str, Array]) -> int:
    return len(next(iter(values.values()))) if values else 1

"""The links that touch by their shapes, in many poses at once: the counterpart of :mod:`.overlaps` for spheres."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np

from ..context import Context
from ..kinematics.formulas import Array
from ..mesh.triangles import Flags, Ints
from ..model import Robot
from ..selfcollision import Pair
from ..selfcollision.bodies import Body, bodies_of, contact_of
from ..selfcollision.contact import Contact
from ..selfcollision.link_poses import LinkPoses, link_poses
from ..selfcollision.neighbours import ways_of
from ..selfcollision.settle import Sight

Ends: TypeAlias = tuple[str, str]
_CLEARANCE = 0.001
"""The distance in metres that links must have in a free pose."""


def contacts_of(robot: Robot, pairs: Iterable[Pair], context: Context) -> Contacts:
    """Create the bodies of a robot's links.

    Args:
        robot: The robot to which the pairs belong.
        pairs: The checked pairs that can touch.
        context: Its assets find the meshes.
    """
    bodies, _ = bodies_of(robot, context, visuals=False)
    ends = [(pair.first, pair.second) for pair in pairs]
    used = {name: body for name, body in bodies.items() if any(name in each for each in ends)}
    contacts = {(one, other): contact_of(bodies[one], bodies[other], _CLEARANCE) for one, other in ends}
    return Contacts(robot, used, contacts)


class Contacts:
    """The shapes of a robot's links, and the pairs that are checked."""

    touch = "touch"

    def __init__(self, robot: Robot, bodies: Mapping[str, Body], pairs: Mapping[Ends, Contact]) -> None:
        self.robot = robot
        self._bodies = bodies
        self._pairs = pairs
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
        near = rows[sight.gaps[rows] <= _CLEARANCE]
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

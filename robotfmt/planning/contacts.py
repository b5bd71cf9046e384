"""Which links touch by their shapes, in many poses at once: what :mod:`.overlaps` is for spheres."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

import numpy as np

from ..context import Context
from ..formulas import Array
from ..mesh.triangles import Flags
from ..model import Robot
from ..selfcollision import Pair
from ..selfcollision.bodies import bodies_of
from ..selfcollision.narrow import Contact
from ..selfcollision.neighbours import Ways
from ..selfcollision.places import Places
from ..selfcollision.settle import Sight

Ends: TypeAlias = tuple[str, str]
_CLEARANCE = 0.001
"""Metres that links must be apart in a pose that is called free."""


class Contacts:
    """The shapes of a robot's links, and the pairs that are checked."""

    def __init__(self, robot: Robot, pairs: Iterable[Pair], context: Context) -> None:
        """Make the bodies.

        Args:
            robot: The robot that the pairs were found of.
            pairs: Those that are checked, and can touch.
            context: Its assets find the meshes.
        """
        self.robot = robot
        bodies, _ = bodies_of(robot, context, visuals=False)
        ends = [(pair.first, pair.second) for pair in pairs]
        self._bodies = {name: body for name, body in bodies.items() if any(name in each for each in ends)}
        self._pairs = {
            (one, other): Contact(bodies[one].solids, bodies[other].solids, _CLEARANCE) for one, other in ends
        }

    def free(self, values: Mapping[str, Array]) -> Flags:
        """In which poses no links that are checked touch, (n,).

        Args:
            values: The values of joints, (n,) or (n, degrees of freedom) each.
        """
        places = Places(self.robot, self._bodies, values)
        count = len(next(iter(values.values()))) if values else 1
        left = np.arange(count)
        for (one, other), contact in self._pairs.items():
            sight = Sight(self._bodies[one], self._bodies[other], places, contact)
            near = left[sight.gaps[left] <= _CLEARANCE]
            touching = [row for row, touch in sight.touch(near.tolist()) if touch]
            left = np.setdiff1d(left, touching)
        flags = np.zeros(count, dtype=np.bool_)
        flags[left] = True
        return flags

    def joints_between(self, pairs: Collection[Ends]) -> set[str]:
        """The joints that move the links of pairs against each other."""
        ways = Ways(self.robot)
        return {joint.name for pair in pairs for way in ways.between(*pair) for joint in way}

"""Contacts of collision spheres between links whose shapes do not touch: spheres protrude, and touch too early."""

from __future__ import annotations

from ..errors import RobotfmtError
from ..mesh.triangles import Floats
from ..model import Robot
from ..model.record import replace
from ..selfcollision.configurations import samples
from ..selfcollision.link_poses import Way
from ..selfcollision.neighbours import Ways, ways_of
from ..selfcollision.pairs import Classes, Pair, PairClass
from ..selfcollision.settle import least_gaps
from ..spheres.arrays import grown_spheres

_POSES = 1000


def spheres_for_itself(robot: Robot) -> dict[str, Floats]:
    """Return the spheres for self-collisions, with buffers; none if the choice is ambiguous."""
    try:
        return grown_spheres(robot) if robot.sphere_sets else {}
    except RobotfmtError:
        return {}


def with_spheres(robot: Robot, found: Classes) -> Classes:
    """Return the findings; pairs that never touch get the share of poses in which their spheres with buffers touch.

    Nothing is added if the robot has no spheres for self-collisions, or the choice is ambiguous.
    """
    spheres, ways = spheres_for_itself(robot), ways_of(robot)
    pairs = tuple(_measured(robot, pair, spheres, ways, found.seed) for pair in found.pairs)
    return replace(found, pairs=pairs)


def _measured(robot: Robot, pair: Pair, spheres: dict[str, Floats], ways: Ways, seed: int) -> Pair:
    one, other = spheres.get(pair.first), spheres.get(pair.second)
    if pair.kind is not PairClass.NEVER or one is None or other is None:
        return pair
    way = Way(robot, *ways.between(pair.first, pair.second))
    poses = way.relative(samples(way.box, _POSES if way.box.width else 1, seed))
    return replace(pair, spheres=float((least_gaps(one, other, poses) < 0).mean()))

"""What the collision spheres of a robot say of pairs that its shapes settle: spheres protrude, and touch too early."""

from __future__ import annotations

from ..errors import RobotfmtError
from ..mesh.triangles import Floats
from ..model import Robot
from ..model.record import replace
from ..selfcollision.configurations import samples
from ..selfcollision.link_poses import Way
from ..selfcollision.neighbours import Ways, ways_of
from ..selfcollision.pairs import Classes, Pair, PairClass
from ..selfcollision.separate import least_gaps
from ..spheres.sets import grown_spheres

_POSES = 1000


def spheres_for_itself(robot: Robot) -> dict[str, Floats]:
    """The spheres by which the robot is checked against itself, with buffers; none where it is not clear which."""
    try:
        return grown_spheres(robot) if robot.sphere_sets else {}
    except RobotfmtError:
        return {}


def with_spheres(robot: Robot, found: Classes) -> Classes:
    """What was found, and of pairs that never touch, in which share of poses their spheres do, buffers added.

    Nothing is added where the robot has no spheres for collisions with itself, or it is not clear which are meant.
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

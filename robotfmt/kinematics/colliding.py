"""Whether links of a robot can collide with each other."""

from __future__ import annotations

from itertools import combinations

from ..model import IgnoredPair, Robot, RobotSimulation
from ..model.record import replace
from ..model.semantics import ADJACENT


def touching_links(robot: Robot) -> list[str]:
    """Return the links that have collision shapes: self-collision means something where several have some."""
    return [each.name for each in robot.links if each.collisions]


def can_self_collide(robot: Robot) -> bool:
    """Return True for a robot of several links with collision shapes, unless it is static: then none of them moves."""
    is_static = robot.simulation is not None and robot.simulation.static
    return not is_static and len(touching_links(robot)) > 1


def with_self_collide(robot: Robot, value: bool | None) -> Robot:
    """Return the robot whose links collide with each other, or not, or as its program takes it."""
    old = robot.simulation
    if (old.self_collide if old is not None else None) is value:
        return robot
    made = replace(old or RobotSimulation(origin=robot.origin), self_collide=value)
    is_empty = made == RobotSimulation()
    return replace(robot, simulation=None if is_empty else made)


def assume_self_collide(robot: Robot) -> Robot:
    """Return the robot whose links collide where no document gives it, as in every format but SDF."""
    is_given = robot.simulation is not None and robot.simulation.self_collide is not None
    return robot if is_given or not can_self_collide(robot) else with_self_collide(robot, True)


def joined_links(robot: Robot) -> set[frozenset[str]]:
    """Return the pairs of links that a joint connects, those that close a loop among them."""
    return {frozenset((each.parent or "", each.child or "")) for each in robot.all_joints}


def with_joined_pairs(robot: Robot) -> Robot:
    """Return the robot with the pairs that its program passes over because a joint connects them, as ignored pairs."""
    if not robot.neighbours_pass:
        return robot
    known = {each.links for each in (*robot.ignored_pairs, *robot.checked_pairs)}
    solid = set(touching_links(robot)).difference(each.link for each in robot.unchecked_links)
    more: list[IgnoredPair] = []
    for each in robot.all_joints:
        pair = IgnoredPair(origin=each.origin, first=each.parent or "", second=each.child or "", reason=ADJACENT)
        if pair.links <= solid and len(pair.links) == 2 and pair.links not in known:
            known.add(pair.links)
            more.append(pair)
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *more), neighbours_pass=False)


def with_all_pairs_ignored(robot: Robot) -> Robot:
    """Return the robot with every pair of links with collision shapes among the ignored ones."""
    known = {frozenset((each.first, each.second)) for each in robot.ignored_pairs}
    wanted = combinations(touching_links(robot), 2)
    more = (IgnoredPair(first=first, second=second) for first, second in wanted if {first, second} not in known)
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *more))

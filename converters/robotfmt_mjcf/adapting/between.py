"""Joints between the robots of a world: as equalities, like those that close the loops of one robot."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from robotfmt.kinematics.tree import roots
from robotfmt.model import Joint, JointType, Link, PlacedRobot, Robot, World
from robotfmt.model.record import replace

from ..writing.rows import WORLD


def held(world: World, change: Callable[[Robot], Robot]) -> World:
    """Return a world in which joints between robots are changed like those that close loops.

    Args:
        world: The world; its robots have links and joints of different names.
        change: A change of the loops of a robot.
    """
    if not world.joints:
        return world
    before = _together(world)
    after = change(before)
    if after is before:
        return world
    robots = {link.name: placed.name for placed in world.robots for link in placed.robot.links}
    known = {each.name: each for each in world.joints}
    joints = []
    for each in after.loops:
        first = known.get(each.name, world.joints[0])
        ends = robots.get(each.parent or ""), robots.get(each.child or "")
        joints.append(replace(first, joint=each, parent_robot=ends[0], child_robot=ends[1]))
    return replace(world, joints=tuple(joints))


def _together(world: World) -> Robot:
    """Return the robots of a world as one, in which the joints between them close loops."""
    links = [link for placed in world.robots for link in placed.robot.links if link.name != WORLD]
    joints = [joint for placed in world.robots for joint in (*_standing(placed), *placed.robot.joints)]
    loops = tuple(each.joint for each in world.joints)
    return Robot(links=(Link(name=WORLD), *links), joints=tuple(joints), loops=loops)


def _standing(placed: PlacedRobot) -> Iterator[Joint]:
    """Yield joints that hold the roots of a robot where they are in the world."""
    for root in roots(placed.robot):
        if root != WORLD:
            name = f"{placed.name} {root}"
            yield Joint(name=name, type=JointType.FIXED, parent=WORLD, child=root, pose_in_parent=placed.pose)

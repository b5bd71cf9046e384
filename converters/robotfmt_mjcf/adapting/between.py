"""Welds between the robots of a world: as equalities, like those that close the loops of one robot."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.kinematics.tree import roots
from robotfmt.model import Joint, JointType, Link, PlacedRobot, Robot, World
from robotfmt.model.record import replace

from ..parts.joint_rows import WORLD
from .whole import closed, without_open_loops


def welds(world: World) -> World:
    """Leave out joints between robots that are no welds of two bodies, which alone are read as joints."""
    fixed = tuple(each for each in world.joints if each.joint.type is JointType.FIXED)
    loops = without_open_loops(_together(replace(world, joints=fixed))).loops if fixed else ()
    names = {each.name for each in loops}
    kept = tuple(each for each in fixed if each.name in names)
    return world if kept == world.joints else replace(world, joints=kept)


def held(world: World) -> World:
    """Put the welds between robots as equalities are read. The robots have links and joints of different names."""
    if not world.joints:
        return world
    loops = closed(_together(world)).loops
    joints = tuple(replace(each, joint=joint) for each, joint in zip(world.joints, loops, strict=True))
    return world if joints == world.joints else replace(world, joints=joints)


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

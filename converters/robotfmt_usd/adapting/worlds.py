"""A world as a stage has it: robots with names and places, joints between two of them, gravity."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.model import Joint, Vector3, World, WorldJoint, unit
from robotfmt.model.record import replace

from ..document.single import single, single_vector
from ..parts.joints_written import TYPES
from ..parts.places import is_static
from ..parts.worlds_written import WORLD, is_plain
from .joints import SINGLE
from .rounding import rounded_joint


def named(world: World) -> World:
    """Give a world a name, that of its prim, and each robot the one that it has in the world."""
    robots = tuple(replace(each, robot=replace(each.robot, name=each.name)) for each in world.robots)
    name = world.name if is_plain(world) else world.name or WORLD
    return replace(world, name=name, robots=robots)


def plain(world: World) -> World:
    """Drop what a stage has no words for: frames, lights, states at the start, robots without links, what is unread."""
    robots = (replace(each, state=None) if each.state is not None else each for each in world.robots)
    extensions = tuple(each for each in world.extensions if each.format != "usd")
    kept = tuple(each for each in robots if each.robot.links)
    return replace(world, robots=kept, frames=(), lights=(), extensions=extensions)


def joined(world: World) -> World:
    """Keep the joints between robots that move, or one and the world, with one axis at most and without couplings."""
    robots = {None, *(each.name for each in world.robots if not is_static(each.robot))}
    kept = tuple(each for each in world.joints if _is_kept(each) and {each.parent_robot, each.child_robot} <= robots)
    return replace(world, joints=kept)


def _is_kept(between: WorldJoint) -> bool:
    joint = between.joint
    if between.parent_robot == between.child_robot or joint.type not in TYPES:
        return False
    is_single = joint.type in SINGLE and len(joint.axes) == 1 and joint.axes[0].coupling is None
    return is_single or not joint.axes


def with_each_joint(world: World, change: Callable[[Joint], Joint]) -> World:
    """Return the world with its joints changed."""
    return replace(world, joints=tuple(replace(each, joint=change(each.joint)) for each in world.joints))


def rounded(world: World) -> World:
    """Return the world with numbers as its stage will have them."""
    joints = tuple(replace(each, joint=_rounded(each, world)) for each in world.joints)
    gravity = _rounded_gravity(world.gravity) if world.gravity is not None else None
    return replace(world, joints=joints, gravity=gravity)


def _rounded(between: WorldJoint, world: World) -> Joint:
    ends = (between.parent_robot, between.joint.parent), (between.child_robot, between.joint.child)
    robots = {each.name: each.robot for each in world.robots}
    return rounded_joint(between.joint, [(robots.get(robot or ""), link or "") for robot, link in ends])


def _rounded_gravity(gravity: Vector3) -> Vector3:
    if not any(gravity):
        return gravity
    size = single(sum(each * each for each in gravity) ** 0.5)
    x, y, z = unit(single_vector(unit(gravity)))
    return x * size, y * size, z * size

"""A world as SDF has it: models, frames and joints of different names, joints at one place with all joints at zero."""

from __future__ import annotations

import re

from robotfmt.adapting.appearance import without_ambient
from robotfmt.gazebo.lights import named_lights, whole_lights
from robotfmt.model import Joint, JointType, PlacedRobot, Robot, World, WorldJoint, compose, is_identity
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.scopes import step
from ..document.versions import is_newer
from ..parts.joints import WORDS
from ..parts.names import valid_name
from ..parts.roots import WORLD, is_world
from ..parts.simulation import DEFAULT_GRAVITY
from . import joints as of_robots
from .joints import joints_at_rest

_ALONE = re.compile(r"""^/sdf/model\[@name=(?:'[^']*'|"[^"]*")\]""")
"""The place of the model of a robot that is not in a world."""
DEFAULT_WORLD = "default"
"""The name of a world that has none, as in Gazebo's own files."""


def is_plain(world: World) -> bool:
    """Return True if the document of a world needs no element for the world."""
    has_more = world.joints or world.frames or world.lights or world.gravity is not None
    return world.name is None and len(world.robots) == 1 and not has_more


def weighted(world: World) -> World:
    """Give a world without gravity that of Gazebo."""
    is_known = world.gravity is not None or not world.robots or is_plain(world)
    return world if is_known else replace(world, gravity=DEFAULT_GRAVITY)


def with_content(world: World) -> World:
    """Put content that the robots of other formats have for Gazebo into their models in the world."""
    if is_plain(world):
        return world
    top = f"/sdf/{step('world', world.name or DEFAULT_WORLD)}"
    return world.with_robots(_in_world(each, f"{top}/{step('model', each.name)}") for each in world.robots)


def _in_world(placed: PlacedRobot, top: str) -> Robot:
    extensions = tuple(
        replace(each, place=_ALONE.sub(lambda _: top, each.place)) if each.format == "sdf" else each
        for each in placed.robot.extensions
    )
    return placed.robot if extensions == placed.robot.extensions else replace(placed.robot, extensions=extensions)


def named(world: World) -> World:
    """Give the world and its parts valid names, and each robot the name of its model."""
    taken: set[str] = set()
    robots = tuple(_named_robot(each, taken) for each in world.robots)
    renamed = {old.name: new.name for old, new in zip(world.robots, robots, strict=True)}
    frames = tuple(replace(each, name=_free(each.name, taken), robot=_of(each.robot, renamed)) for each in world.frames)
    joints = tuple(
        replace(
            each,
            joint=replace(each.joint, name=_free(each.joint.name, taken)),
            parent_robot=_of(each.parent_robot, renamed),
            child_robot=_of(each.child_robot, renamed),
        )
        for each in world.joints
    )
    name = world.name
    if not is_plain(world):
        name = name or DEFAULT_WORLD
        name = f"world_{name.strip('_')}" if name == "world" or (name[:2] == name[-2:] == "__") else name
    lights = named_lights(without_ambient(world.lights))
    made = replace(world, name=name, robots=robots, frames=frames, joints=joints, lights=lights)
    return world if made == world else made


def lit(world: World) -> World:
    """Give lights the properties that they do not have."""
    lights = whole_lights(world.lights)
    return world if lights == world.lights else replace(world, lights=lights)


def _named_robot(placed: PlacedRobot, taken: set[str]) -> PlacedRobot:
    name = valid_name(placed.name, taken)
    taken.add(name)
    robot = placed.robot if placed.robot.name == name else replace(placed.robot, name=name)
    return placed if robot is placed.robot and name == placed.name else replace(placed, name=name, robot=robot)


def _free(name: str, taken: set[str]) -> str:
    found = free_name(name, taken)
    taken.add(found)
    return found


def _of(robot: str | None, renamed: dict[str, str]) -> str | None:
    return renamed.get(robot, robot) if robot is not None else None


def with_poses_in_joints(world: World) -> World:
    """Move the poses of robots that joints hold in the world into these joints."""
    robots = tuple(map(_with_pose_in_joints, world.robots))
    return world if all(a is b for a, b in zip(robots, world.robots, strict=True)) else replace(world, robots=robots)


def _with_pose_in_joints(placed: PlacedRobot) -> PlacedRobot:
    robot, pose = placed.robot, placed.pose
    if pose is None or is_world(robot) is None:
        return placed

    def moved(joint: Joint) -> Joint:
        if joint.parent != WORLD:
            return joint
        return replace(joint, pose_in_parent=compose(pose, joint.pose_in_parent))

    robot = replace(robot, joints=tuple(map(moved, robot.joints)), loops=tuple(map(moved, robot.loops)))
    return replace(placed, robot=robot, pose=None)


def without_start(world: World) -> World:
    """Drop the states in which robots start."""
    robots = tuple(replace(each, state=None) if each.state is not None else each for each in world.robots)
    return replace(world, robots=robots)


def turned(world: World) -> World:
    """Reverse fixed joints whose child is the world, which SDF does not allow."""

    def change(it: WorldJoint) -> WorldJoint:
        joint = it.joint
        if it.child_robot is not None or joint.type is not JointType.FIXED:
            return it
        other = replace(
            joint,
            parent=joint.child,
            child=joint.parent,
            pose_in_parent=joint.pose_in_child,
            pose_in_child=joint.pose_in_parent,
        )
        return replace(it, joint=other, parent_robot=it.child_robot, child_robot=it.parent_robot)

    joints = tuple(map(change, world.joints))
    return world if joints == world.joints else replace(world, joints=joints)


def with_known_joints(world: World, version: str) -> World:
    """Remove joints between models before SDF 1.10, and those of types that SDF does not have."""
    able = is_newer(version, (1, 10))
    kept = tuple(each for each in world.joints if able and _is_known(each))
    return world if kept == world.joints else replace(world, joints=kept)


def _is_known(it: WorldJoint) -> bool:
    return it.joint.type in WORDS and it.child_robot is not None and len(it.joint.axes) <= 2


def with_axes(world: World) -> World:
    """Add the axes that SDF requires of moving joints, and drop couplings and what SDF does not have."""
    from robotfmt import adapting

    before = Robot(joints=tuple(each.joint for each in world.joints))
    after = adapting.with_axes(before, zero=True)
    for change in (of_robots.without_ball_axes, of_robots.limited, of_robots.without_idle_stops):
        after = change(after)
    free = tuple(_free_of_others(each) for each in after.joints)
    if free == before.joints:
        return world
    pairs = zip(world.joints, free, strict=True)
    return replace(world, joints=tuple(replace(each, joint=joint) for each, joint in pairs))


def _free_of_others(joint: Joint) -> Joint:
    if all(each.coupling is None for each in joint.axes):
        return joint
    return replace(joint, axes=tuple(replace(each, coupling=None) for each in joint.axes))


def at_rest(world: World) -> World:
    """Put joints between models where the models put them with all joints at zero."""
    joints = tuple(
        each
        if pose is None
        else replace(each, joint=replace(each.joint, pose_in_parent=None if is_identity(pose) else pose))
        for each, pose in joints_at_rest(world)
    )
    return world if joints == world.joints else replace(world, joints=joints)

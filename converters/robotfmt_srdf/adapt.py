"""The robot as SRDF can say it: a row of steps, each with the code that its changes are reported under."""

from __future__ import annotations

from robotfmt.codes import NO_PLACE
from robotfmt.context import Context
from robotfmt.documents.compose import Draft
from robotfmt.edit import free_name
from robotfmt.explain import adapted
from robotfmt.model import (
    Chain,
    EndEffector,
    Group,
    JointType,
    Manipulator,
    NamedState,
    PassiveJoint,
    Robot,
)
from robotfmt.model.record import replace

from .codes import BUFFERS, CSPACE, MANIPULATOR, OTHER_SPHERES, PASSIVE, SPHERE_FRAME, SPHERES, USES
from .reader import KEYS
from .spheres import both_uses, flat_spheres, on_links, one_set, plain_set, without_buffers
from .writer import tree

DEFAULT = "default"
"""The state that default positions become."""
_OF_SPHERES = "/robot/link_sphere_approximation["


def adapt(robot: Robot, context: Context) -> Robot:
    """Say of the robot what SRDF can, and take away what it cannot say; every change is reported."""
    steps = (
        (_manipulators, MANIPULATOR),
        (_controlled, CSPACE),
        (_passive_joints, PASSIVE),
        (flat_spheres, SPHERES),
        (one_set, OTHER_SPHERES),
        (on_links, SPHERE_FRAME),
        (plain_set, SPHERES),
        (without_buffers, BUFFERS),
        (both_uses, USES),
        (_placed, NO_PLACE),
    )
    return adapted(robot, steps, context.report)


# Manipulators


def _manipulators(robot: Robot) -> Robot:
    """An arm is a chain; its gripper is a group of joints, with an end effector that hangs it on the tip."""
    for manipulator in robot.manipulators:
        robot, arm = _with_arm(robot, manipulator)
        if manipulator.gripper_joints:
            robot = _with_gripper(robot, manipulator, arm)
    return robot


def _with_arm(robot: Robot, it: Manipulator) -> tuple[Robot, str | None]:
    """The robot with a group of nothing but the chain, and that group's name; a chain of one link is none."""
    if it.base == it.tip:
        return robot, None
    chain = Chain(origin=it.origin, base=it.base, tip=it.tip)
    arm = Group(origin=it.origin, name=_free_group(robot, it.name), chains=(chain,))
    return _with_group(robot, arm)


def _with_gripper(robot: Robot, it: Manipulator, arm: str | None) -> Robot:
    joints = tuple(dict.fromkeys(each.joint for each in it.gripper_joints))
    group = Group(origin=it.origin, name=_free_group(robot, f"{it.name}_gripper"), joints=joints)
    robot, gripper = _with_group(robot, group)
    if any(each.group == gripper and each.parent_link == it.tip for each in robot.end_effectors):
        return robot
    name = free_name(f"{it.name}_gripper", {each.name for each in robot.end_effectors})
    effector = EndEffector(origin=it.origin, name=name, group=gripper, parent_link=it.tip, parent_group=arm)
    return replace(robot, end_effectors=(*robot.end_effectors, effector))


def _with_group(robot: Robot, group: Group) -> tuple[Robot, str]:
    """The robot with a group, unless one with the same in it is there; and the name of the one or the other."""
    for each in robot.groups:
        if _content(each) == _content(group):
            return robot, each.name
    return replace(robot, groups=(*robot.groups, group)), group.name


def _content(group: Group) -> tuple[object, ...]:
    return frozenset(group.links), frozenset(group.joints), frozenset(group.chains), frozenset(group.groups)


def _free_group(robot: Robot, name: str) -> str:
    return free_name(name, {each.name for each in robot.groups})


# Joints


def _controlled(robot: Robot) -> Robot:
    """The controlled joints of XRDF are a group, and their default positions a state of it."""
    joints = tuple(each.joint for each in robot.cspace.joints) if robot.cspace is not None else ()
    values = tuple(each for each in robot.default_positions if each.joint in joints)
    if not joints or robot.cspace is None:
        return robot
    group = Group(origin=robot.cspace.origin, name=_free_group(robot, "cspace"), joints=joints)
    robot, name = _with_group(robot, group)
    if not values or any(each.name == DEFAULT for each in robot.states):
        return robot
    state = NamedState(origin=values[0].origin, name=DEFAULT, group=name, values=values)
    return replace(robot, states=(*robot.states, state))


def _passive_joints(robot: Robot) -> Robot:
    """A joint that follows another one is not active either, but that is said elsewhere."""
    known = {each.joint for each in robot.passive_joints}
    new = tuple(
        PassiveJoint(origin=joint.origin, joint=joint.name)
        for joint in robot.joints
        if joint.type is not JointType.FIXED
        and joint.name not in known
        and any(axis.active is False and axis.coupling is None for axis in joint.axes)
    )
    return replace(robot, passive_joints=(*robot.passive_joints, *new)) if new else robot


# What nobody understood


def _placed(robot: Robot) -> Robot:
    """What stood in a sphere that is not there any more has no place: a sphere made for it would be one."""
    if not any(each.place.startswith(_OF_SPHERES) for each in robot.extensions):
        return robot
    written = Draft(tree(robot), KEYS)
    places = {element.path for element in written.root.iter()}
    kept = tuple(
        each
        for each in robot.extensions
        if each.format != "srdf" or not each.place.startswith(_OF_SPHERES) or each.place in places
    )
    return replace(robot, extensions=kept) if len(kept) < len(robot.extensions) else robot

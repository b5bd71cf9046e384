"""Groups and end effectors for MoveIt: created from manipulators, or found in the robot."""

from __future__ import annotations

from ..kinematics.groups import Members, hierarchy_of
from ..model import Chain, EndEffector, Group, JointType, Manipulator, NamedState, Robot
from ..model.record import replace
from ..model.renaming import free_name


def with_manipulator_groups(robot: Robot) -> Robot:
    """Return the robot with groups for its manipulators.

    An arm is a chain from base to tip; its gripper is a group of joints, with an end effector that attaches it to the
    tip. Existing groups with the same content are used.
    """
    for manipulator in robot.manipulators:
        robot, arm = _with_arm(robot, manipulator)
        if manipulator.gripper_joints:
            robot = _with_gripper(robot, manipulator, arm)
    return robot


def with_group(robot: Robot, group: Group) -> tuple[Robot, str]:
    """Return the robot with a group, unless one with the same content exists, and the name of that group.

    A name that is already taken gets a number.
    """
    for each in robot.groups:
        if _content(each) == _content(group):
            return robot, each.name
    group = replace(group, name=free_name(group.name, {each.name for each in robot.groups}))
    return replace(robot, groups=(*robot.groups, group)), group.name


def with_end_effector(robot: Robot, effector: EndEffector) -> Robot:
    """Return the robot with an end effector, unless its group already has one at its link.

    A name that is already taken gets a number.
    """
    at = effector.group, effector.parent_link
    if any((each.group, each.parent_link) == at for each in robot.end_effectors):
        return robot
    name = free_name(effector.name, {each.name for each in robot.end_effectors})
    return replace(robot, end_effectors=(*robot.end_effectors, replace(effector, name=name)))


def with_states_combined(robot: Robot) -> Robot:
    """Return the robot with one state for those of the same name in several groups: they are one pose of the robot.

    A joint that several of them place keeps the last value, as in :func:`.joint_values.states`.
    """
    groups: dict[tuple[str, int | None], list[NamedState]] = {}
    for number, state in enumerate(robot.states):
        groups.setdefault((state.name, None if state.group is not None else number), []).append(state)
    if all(len(each) == 1 for each in groups.values()):
        return robot
    return replace(robot, states=tuple(map(_combined, groups.values())))


def _combined(states: list[NamedState]) -> NamedState:
    if len(states) == 1:
        return states[0]
    values = {each.joint: each for state in states for each in state.values}
    return replace(states[0], group=None, values=tuple(values.values()))


def group_of_joints(robot: Robot, joints: frozenset[str]) -> str | None:
    """Return the name of the first group that moves exactly these joints, in any notation; None if there is none.

    For a robot without links, only groups that list joints can be compared.
    """
    members = Members(robot.groups, hierarchy_of(robot))
    for group in robot.groups:
        lists_others = bool(group.links or group.chains or group.groups)
        if not robot.links and lists_others:
            continue
        found = members.joints(group.name)
        if found is not None and moving(robot, found) == joints:
            return group.name
    return None


def moving(robot: Robot, joints: frozenset[str]) -> frozenset[str]:
    """Return the joints of a group except fixed and mimic joints, which chains include."""
    known = robot.joint_by_name
    return frozenset(
        name
        for name in joints
        if name not in known or (known[name].type is not JointType.FIXED and known[name].coupling is None)
    )


def _with_arm(robot: Robot, it: Manipulator) -> tuple[Robot, str | None]:
    """Return the robot with a group that is exactly the chain, and its name; a chain of one link gives none."""
    if it.base == it.tip:
        return robot, None
    chain = Chain(origin=it.origin, base=it.base, tip=it.tip)
    return with_group(robot, Group(origin=it.origin, name=it.name, chains=(chain,)))


def _with_gripper(robot: Robot, it: Manipulator, arm: str | None) -> Robot:
    joints = tuple(dict.fromkeys(each.joint for each in it.gripper_joints))
    name = f"{it.name}_gripper"
    robot, gripper = with_group(robot, Group(origin=it.origin, name=name, joints=joints))
    effector = EndEffector(origin=it.origin, name=name, group=gripper, parent_link=it.tip, parent_group=arm)
    return with_end_effector(robot, effector)


def _content(group: Group) -> tuple[object, ...]:
    return frozenset(group.links), frozenset(group.joints), frozenset(group.chains), frozenset(group.groups)

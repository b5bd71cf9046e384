"""Create manipulators for a robot that has only groups and end effectors, as in SRDF.

This is the inverse of converting manipulators to groups and end effectors: a chain is an arm, and the end effector at
its tip is its gripper. Groups do not give the closing direction of a gripper.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..kinematics.groups import Hierarchy, Members, hierarchy_of
from ..model import EndEffector, GripperJoint, Group, JointType, Manipulator, Robot
from ..model.record import replace
from ..model.renaming import free_name


def with_manipulators(robot: Robot) -> Robot:
    """Return the robot with a manipulator for each arm without one, between the same links."""
    found = list(robot.manipulators)
    known = {(each.base, each.tip) for each in found}
    for arm in _arms(robot):
        if (arm.base, arm.tip) not in known:
            known.add((arm.base, arm.tip))
            found.append(replace(arm, name=free_name(arm.name, {each.name for each in found})))
    return replace(robot, manipulators=tuple(found)) if len(found) > len(robot.manipulators) else robot


def _arms(robot: Robot) -> Iterator[Manipulator]:
    """Yield every group that is a single chain, or that carries an end effector and is attached to one link."""
    hierarchy = hierarchy_of(robot)
    members = Members(robot.groups, hierarchy)
    movers = {each.parent_link: _movers(each.parent_link, robot, hierarchy) for each in robot.end_effectors}
    for group in robot.groups:
        joints = members.joints(group.name) or frozenset()
        effectors = [each for each in robot.end_effectors if _is_on(each, group, joints & movers[each.parent_link])]
        ends = _ends(group) or _ends_with(effectors, joints, robot)
        if ends is not None and ends[0] != ends[1] and hierarchy.is_under(ends[1], ends[0]):
            others = (each for each in effectors if each.group != group.name)
            grippers = (each for it in others for each in _gripper(it, members, robot))
            yield Manipulator(
                origin=group.origin,
                name=group.name,
                base=ends[0],
                tip=ends[1],
                gripper_joints=tuple(grippers),
            )


def _is_on(effector: EndEffector, group: Group, movers: Collection[str]) -> bool:
    """Return True if an end effector is on a group; if not specified, it is on the groups that move its link.

    The same applies if a document names the arm itself as the end effector's group, as HPP's do.
    """
    return effector.parent_group == group.name if effector.parent_group is not None else bool(movers)


def _movers(link: str, robot: Robot, hierarchy: Hierarchy) -> set[str]:
    """Return the joint that moves a link, and the fixed joints between the two."""
    found: set[str] = set()
    while link in hierarchy.link_above:
        name = hierarchy.joint_above[link]
        found.add(name)
        if robot.joint_by_name[name].type is not JointType.FIXED:
            break
        link = hierarchy.link_above[link]
    return found


def _ends(group: Group) -> tuple[str, str] | None:
    """Return the base and the tip of a group that is exactly one chain."""
    if len(group.chains) != 1 or group.links or group.joints or group.groups:
        return None
    return group.chains[0].base, group.chains[0].tip


def _ends_with(effectors: list[EndEffector], joints: frozenset[str], robot: Robot) -> tuple[str, str] | None:
    """Return the common ancestor of the joints of a group, and the link that carries its end effector."""
    moved = [robot.joint_by_name[name] for name in joints if name in robot.joint_by_name]
    tops = {joint.parent for joint in moved} - {joint.child for joint in moved}
    top = tops.pop() if len(tops) == 1 else None
    return (top, effectors[0].parent_link) if top is not None and effectors else None


def _gripper(effector: EndEffector, members: Members, robot: Robot) -> Iterator[GripperJoint]:
    """Yield the independent joints of an end effector, in the robot's order."""
    joints = members.joints(effector.group) or frozenset()
    for joint in robot.joints:
        if joint.name in joints and joint.type is not JointType.FIXED and joint.coupling is None:
            yield GripperJoint(origin=effector.origin, joint=joint.name)

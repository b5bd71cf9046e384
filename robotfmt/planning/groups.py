"""Groups for MoveIt: a chain to each tool, grippers with their end effectors, and the home pose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..adapting.grouping import group_of_joints, moving, with_end_effector, with_group, with_manipulator_groups
from ..kinematics.groups import Members, hierarchy_of
from ..kinematics.joint_values import default_pose, moves_itself
from ..kinematics.limbs import fingers
from ..kinematics.tree import downward, poses_at_zero
from ..model import Chain, EndEffector, Group, Joint, JointType, JointValue, NamedState, Robot, SetBaseFrame
from ..model.record import replace

# Groups

ARM, GRIPPER, BOTH, HOME = "arm", "gripper", "both_arms", "home"
_SIDES = ("left", "right")
_APART = 0.05
"""The distance in metres between the tools of a left and a right arm, at least."""


def with_groups(robot: Robot, tools: Sequence[str], base: str | None = None, *, always: bool = False) -> Robot:
    """Return the robot with groups and end effectors, if no document has groups.

    OpenRAVE manipulators become groups with their names. Without manipulators, there is a chain to each tool: named
    ``arm`` if there is one tool; ``left_arm`` and ``right_arm`` if there are two, with a group ``both_arms``; else like
    its tool. Fingers at the end of a chain form a group, with an end effector on the last link of the arm.

    Args:
        robot: The robot; its own groups and end effectors stay.
        tools: The links or frames at the ends of arms.
        base: The first link of the chains; by default the parent of the first moving joint.
        always: True to create chains to the tools even if documents have groups or manipulators.
    """
    if not always and robot.groups:
        return robot
    if not always and robot.manipulators:
        return with_manipulator_groups(robot)
    tree = _tree(robot)
    links = dict.fromkeys(_link_of(robot, tool) for tool in tools)
    ways = {link: tree.way(link, base or _base(robot)) for link in links}
    ways = {link: way for link, way in ways.items() if any(map(_moves, way))}
    names = _names(robot, list(ways))
    arms: list[str] = []
    for (link, way), (name, gripper) in zip(ways.items(), names, strict=True):
        first = next(joint for joint in way if _moves(joint)).parent or ""
        chain = Chain(base=base or first, tip=link)
        robot, arm = with_group(robot, Group(name=name, chains=(chain,)))
        robot = _with_gripper(robot, way, arm, gripper, tree)
        arms.append(arm)
    are_sides = {name for name, _ in names} == {f"{side}_{ARM}" for side in _SIDES}
    return with_group(robot, Group(name=BOTH, groups=tuple(sorted(arms))))[0] if are_sides else robot


def _names(robot: Robot, tools: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names of the groups of arms and of their grippers, by the tools."""
    if len(tools) == 1:
        return [(ARM, GRIPPER)]
    sides = _sides(robot, *tools) if len(tools) == 2 else None
    return (
        [(f"{side}_{ARM}", f"{side}_{GRIPPER}") for side in sides]
        if sides
        else [(tool, f"{tool}_{GRIPPER}") for tool in tools]
    )


def _sides(robot: Robot, one: str, other: str) -> tuple[str, str] | None:
    """Return the sides of two arms, by the part in which the names of their tools differ, else by where these are: the
    left is the y axis of the root. None if neither shows them.
    """
    start = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    letters = one[start : start + 1].lower(), other[start : start + 1].lower()
    if set(letters) == {"l", "r"}:
        return _SIDES if letters[0] == "l" else (_SIDES[1], _SIDES[0])
    poses = poses_at_zero(robot)
    here, there = (poses[name].xyz[1] if name in poses else 0.0 for name in (one, other))
    if abs(here - there) < _APART:
        return None
    return _SIDES if here > there else (_SIDES[1], _SIDES[0])


def with_controlled_group(robot: Robot) -> Robot:
    """Return the robot with a group of exactly the controlled joints, named ``arm`` if it is new."""
    joints = tuple(each.joint for each in robot.cspace.joints) if robot.cspace is not None else ()
    wanted = frozenset(joints)
    if not joints or group_of_joints(robot, wanted) is not None:
        return robot
    members = Members(robot.groups, hierarchy_of(robot))
    parts = {each.name: moving(robot, members.joints(each.name) or frozenset()) for each in robot.groups}
    parts = {name: its for name, its in parts.items() if its and its < wanted}
    whole = frozenset(name for its in parts.values() for name in its) == wanted
    group = Group(name=ARM, groups=tuple(parts)) if whole else Group(name=ARM, joints=joints)
    return with_group(robot, group)[0]


def with_home(robot: Robot, start: Robot) -> Robot:
    """Return the robot with a state ``home`` of each moving group, if no document has states.

    Args:
        start: The same robot, with the home pose as its default positions.
    """
    if robot.states:
        return robot
    positions = default_pose(start)
    members = Members(robot.groups, hierarchy_of(robot))
    passive = {each.joint for each in robot.passive_joints}
    independent = [each.name for each in robot.joints if moves_itself(each) and each.name not in passive]
    states: list[NamedState] = []
    for group in robot.groups:
        joints = members.joints(group.name) or frozenset()
        values = tuple(JointValue(joint=name, values=(positions[name],)) for name in independent if name in joints)
        states += [NamedState(name=HOME, group=group.name, values=values)] if values else []
    return replace(robot, states=tuple(states))


def _with_gripper(robot: Robot, way: list[Joint], arm: str, name: str, tree: _Tree) -> Robot:
    """Return the robot with a group of the fingers at the end of an arm, and an end effector, if there are any."""
    last = max(number for number, joint in enumerate(way) if _moves(joint))
    ends = [joint.child or "" for joint in way[last:]]
    parts = fingers(robot, ends[0], sum(map(moves_itself, way)))
    if not parts:
        return robot
    mounts = [tree.up(part.parent or "", ends) for part in parts]
    held = [link for mount in mounts for link in reversed(mount[:-1])]
    joints = [joint for part in parts for joint in tree.below(part)]
    held += [joint.child or "" for joint in joints if not _moves(joint)]
    group = Group(
        name=name,
        links=tuple(link for link in dict.fromkeys(held) if robot.link_by_name[link].geometries),
        joints=tuple(dict.fromkeys(joint.name for joint in joints if _moves(joint))),
    )
    robot, gripper = with_group(robot, group)
    link = max((mount[-1] for mount in mounts), key=ends.index)
    return with_end_effector(robot, EndEffector(name=name, group=gripper, parent_link=link, parent_group=arm))


def _tree(robot: Robot) -> _Tree:
    above: dict[str, Joint] = {}
    below: dict[str, list[Joint]] = {}
    for joint in downward(robot):
        above[joint.child or ""] = joint
        below.setdefault(joint.parent or "", []).append(joint)
    return _Tree(above, below)


@dataclass(frozen=True, slots=True)
class _Tree:
    """The joints of a robot by the links that they connect."""

    _above: Mapping[str, Joint]
    _below: Mapping[str, Sequence[Joint]]

    def way(self, link: str, base: str | None) -> list[Joint]:
        """Return the joints from a base, or from the root, down to a link."""
        found: list[Joint] = []
        while link in self._above and link != base:
            found.append(self._above[link])
            link = found[-1].parent or ""
        return found[::-1]

    def up(self, link: str, ends: Collection[str]) -> list[str]:
        """Return the links from one up to the first that is one of the ends."""
        found = [link]
        while found[-1] not in ends:
            found.append(self._above[found[-1]].parent or "")
        return found

    def below(self, part: Joint) -> Iterator[Joint]:
        """Yield a joint and its descendants."""
        pending = [part]
        while pending:
            joint = pending.pop()
            yield joint
            pending += reversed(self._below.get(joint.child or "", []))


def _link_of(robot: Robot, name: str) -> str:
    """Return the link that carries a frame, through the frames between; a link is its own."""
    frames = {frame.name: frame.parent for frame in robot.frames}
    while name in frames and name not in robot.link_by_name:
        name = frames.pop(name)
    return name


def _base(robot: Robot) -> str | None:
    return next((each.frame for each in reversed(robot.modifiers) if isinstance(each, SetBaseFrame)), None)


def _moves(joint: Joint) -> bool:
    return joint.type is not JointType.FIXED

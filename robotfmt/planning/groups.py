"""Groups for MoveIt: a chain to each tool, grippers with their end effectors, and the home pose; the ends of arms are
found from the joints alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..adapting.grouping import group_of_joints, moving, with_end_effector, with_group, with_manipulator_groups
from ..kinematics.groups import Members, hierarchy_of
from ..kinematics.joint_values import default_pose, moves_itself
from ..kinematics.tree import children, downward, roots
from ..model import Chain, EndEffector, Group, Joint, JointType, JointValue, Link, NamedState, Robot, SetBaseFrame
from ..model.record import replace

# The ends of arms

_FINGERS = ("finger", "grip", "jaw", "claw", "hand")
_WORDS = ("tcp", "tool", "end_effector", "ee_link", "grasp")


def tips(robot: Robot) -> tuple[str, ...]:
    """Return the ends of the limbs with most joints; each is the last link that does not belong to a finger.

    If several moving parts are attached to a link, they are fingers if the longest has fewer joints than lead to the
    link, and the limb ends there; otherwise they are limbs. Links fixed to its end are searched for a tool frame.
    """
    limbs = _limbs(robot)
    found = [limb for root in roots(robot) for limb in limbs.below(root)]
    most = max((joints for joints, _ in found), default=0)
    return tuple(limbs.end(link) for joints, link in found if joints == most) if most else ()


def fingers(robot: Robot, link: str, count: int) -> list[Joint]:
    """Return the joints by which fingers are attached to a link, or to links fixed to it.

    Args:
        link: The last link of an arm.
        count: The number of joints of the arm; a finger has fewer. A single part must have 'finger' in its name.
    """
    limbs = _limbs(robot)
    parts = limbs.parts(link)
    longest = max(map(limbs.reach, parts), default=0)
    names = [name.lower() for joint in parts for name in (joint.name, joint.child or "")]
    is_named = any(word in name for word in _FINGERS for name in names)
    are_fingers = longest < count if len(parts) > 1 else longest <= 1 and is_named
    return parts if are_fingers else []


def _limbs(robot: Robot) -> _Limbs:
    """Measure the limbs of a robot, from their ends upward."""
    length: dict[str, int] = {}
    moves: set[str] = set()
    joints = list(downward(robot))
    for joint in reversed(joints):
        assert joint.child is not None
        above = joint.parent or ""
        length[above] = max(length.get(above, 0), length.get(joint.child, 0) + moves_itself(joint))
        if joint.type is not JointType.FIXED or joint.child in moves:
            moves.add(above)
    tree = {joint.name for joint in joints}
    below = {link: [j for j in found if j.name in tree] for link, found in children(robot).items()}
    return _Limbs(robot.link_by_name, below, length, moves)


@dataclass(frozen=True, slots=True)
class _Limbs:
    """The tree of a robot, with the number of independent joints below each link."""

    _links: Mapping[str, Link]
    _below: Mapping[str, Sequence[Joint]]
    _length: Mapping[str, int]
    _moves: Collection[str]
    """The links with moving parts below."""

    def below(self, root: str) -> list[tuple[int, str]]:
        """Return the number of joints to the end of each limb, and the link there."""
        found: list[tuple[int, str]] = []
        pending = [(0, root)]
        while pending:
            count, link = pending.pop()
            parts = self.parts(link)
            longest = max((self.reach(joint) for joint in parts), default=0)
            if not parts or (len(parts) > 1 and longest < count):
                found.append((count, link))
            else:
                pending += [(count + moves_itself(j), j.child or "") for j in reversed(parts)]
        return found

    def parts(self, link: str) -> list[Joint]:
        """Return the joints of moving parts attached to a link, or to links fixed to it, each with the link it is
        attached to.
        """
        found: list[Joint] = []
        pending = list(reversed(self._below.get(link, ())))
        while pending:
            joint = pending.pop()
            if joint.type is not JointType.FIXED:
                found.append(joint)
            elif joint.child in self._moves:
                pending += reversed(self._below.get(joint.child or "", ()))
        return found

    def reach(self, joint: Joint) -> int:
        """Return the number of independent joints from a joint, inclusive, to the end of its subtree."""
        return self._length.get(joint.child or "", 0) + moves_itself(joint)

    def end(self, link: str) -> str:
        """Return a shapeless frame named like a tool among the links fixed to a link, else the last of these links."""
        row, found = [link], [link]
        while row:
            row = [
                joint.child
                for each in row
                for joint in self._below.get(each, ())
                if joint.type is JointType.FIXED and joint.child is not None
            ]
            found = [*row, *found]
        frames = [name for name in found if not self._links[name].geometries]
        named = (name for word in _WORDS for name in frames if word in name.lower())
        return next(named, found[0])


# Groups

ARM, GRIPPER, HOME = "arm", "gripper", "home"


def with_groups(robot: Robot, tools: Sequence[str], base: str | None = None, *, always: bool = False) -> Robot:
    """Return the robot with groups and end effectors, if no document has groups.

    OpenRAVE manipulators become groups with their names. Without manipulators, there is a chain to each tool: named
    ``arm`` if there is one tool, else like its tool. Fingers at the end of a chain form a group, with an end effector
    on the last link of the arm.

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
    for link, way in ways.items():
        first = next(joint for joint in way if _moves(joint)).parent or ""
        chain = Chain(base=base or first, tip=link)
        name = ARM if len(ways) == 1 else link
        robot, arm = with_group(robot, Group(name=name, chains=(chain,)))
        gripper = GRIPPER if len(ways) == 1 else f"{link}_{GRIPPER}"
        robot = _with_gripper(robot, way, arm, gripper, tree)
    return robot


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

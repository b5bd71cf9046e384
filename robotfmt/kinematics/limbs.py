"""The limbs of a robot, found from its joints alone: where arms end, and where fingers begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..model import Joint, JointType, Link, Robot
from .freedom import degrees_of_freedom
from .groups import Members, hierarchy_of
from .joint_values import moves_itself
from .tree import children, downward, links_below, roots

_FINGERS = ("finger", "grip", "jaw", "claw", "hand")
_JAWS = ("finger", "jaw", "claw", "thumb")
"""The words in the name of a link that is a single moving part of a gripper; its joint may be called gripper too."""
_WORDS = ("tcp", "tool", "end_effector", "ee_link", "grasp")


def tips(robot: Robot) -> tuple[str, ...]:
    """Return the ends of the limbs with most joints; each is the last link that does not belong to a finger.

    If several moving parts are attached to a link, they are fingers if the longest has fewer joints than lead to the
    link, and the limb ends there; otherwise they are limbs. A single part ends it if it has one joint and the name of a
    gripper's jaw. Links fixed to the end of a limb are searched for a tool frame.
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


def grippers(robot: Robot) -> list[frozenset[str]]:
    """Return the links of each gripper: its fingers, and the links fixed to one another that carry them.

    They are those of end effectors, of the gripper joints of manipulators, and of fingers at the ends of arms.
    """
    members, known = Members(robot.groups, hierarchy_of(robot)), robot.joint_by_name
    sets: list[Collection[str]] = [
        members.joints(each.group) or () for each in robot.end_effectors if each.group is not None
    ]
    sets += [[it.joint for it in each.gripper_joints] for each in robot.manipulators]
    parts = [[known[name] for name in names if name in known and degrees_of_freedom(known[name])] for names in sets]
    limbs = _limbs(robot)
    parts += [limbs.parts(link) for root in roots(robot) for _, link in limbs.below(root)]
    found = dict.fromkeys(frozenset(_links_of(robot, each)) for each in parts if each)
    return list(found)


def _links_of(robot: Robot, parts: Sequence[Joint]) -> set[str]:
    """Return the links below some joints, and those that carry them."""
    found = {link for joint in parts for link in links_below(robot, joint.child or "")}
    bases = {joint.parent or "" for joint in parts} - found
    fixed = [joint for joint in robot.joints if joint.type is JointType.FIXED]
    while new := {
        other or ""
        for joint in fixed
        for link, other in ((joint.parent, joint.child), (joint.child, joint.parent))
        if link in bases and other not in bases
    }:
        bases |= new
    return found | bases


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
            if not parts or (longest < count and (len(parts) > 1 or self._is_jaw(parts[0]))):
                found.append((count, link))
            else:
                pending += [(count + moves_itself(j), j.child or "") for j in reversed(parts)]
        return found

    def _is_jaw(self, joint: Joint) -> bool:
        """Return True if a joint moves the only moving part of a gripper, by its names."""
        child = (joint.child or "").lower()
        named = any(word in child for word in _JAWS) or any(word in joint.name.lower() for word in ("grip", *_JAWS))
        return named and self.reach(joint) == 1

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

"""Find the ends of a robot's arms from its joints alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..kinematics.rest_pose import moves_itself
from ..kinematics.tree import children, downward, roots
from ..model import Joint, JointType, Link, Robot

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

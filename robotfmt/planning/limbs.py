"""Where the arms of a robot end, told from its joints alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..kinematics.rest_pose import moves_itself
from ..kinematics.tree import children, downward, roots
from ..model import Joint, JointType, Link, Robot

_FINGERS = ("finger", "grip", "jaw", "claw", "hand")
_WORDS = ("tcp", "tool", "end_effector", "ee_link", "grasp")


def tips(robot: Robot) -> tuple[str, ...]:
    """Return the ends of the limbs that have most joints; each is the last link that is not a finger's.

    Where several parts that move hang on a link, they are fingers if the longest has fewer joints than lead to the
    link, and the limb ends there; else they are limbs. What is fixed to its end is searched for the frame of a tool.
    """
    limbs = _limbs(robot)
    found = [limb for root in roots(robot) for limb in limbs.below(root)]
    most = max((joints for joints, _ in found), default=0)
    return tuple(limbs.end(link) for joints, link in found if joints == most) if most else ()


def fingers(robot: Robot, link: str, count: int) -> list[Joint]:
    """Return the joints by which fingers hang on a link, or on what is fixed to it.

    Args:
        link: The last one that an arm moves.
        count: How many joints the arm has; a finger has fewer. A single part is a finger only if it is called one.
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
    """The tree of a robot, with how many joints that move by themselves lie below each link."""

    _links: Mapping[str, Link]
    _below: Mapping[str, Sequence[Joint]]
    _length: Mapping[str, int]
    _moves: Collection[str]
    """The links that something below moves by."""

    def below(self, root: str) -> list[tuple[int, str]]:
        """Return how many joints lead to the end of each limb, and the link that it is."""
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
        """Return the joints on a link, or on what is fixed to it, by which something moves; each with what it is fixed
        to.
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
        """Return how many joints that move by themselves lead to the end of what hangs on a joint, it included."""
        return self._length.get(joint.child or "", 0) + moves_itself(joint)

    def end(self, link: str) -> str:
        """Of what is fixed to a link a frame without shape that is named as tools are, else the last link."""
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

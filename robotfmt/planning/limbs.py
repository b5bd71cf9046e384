"""Where the arms of a robot end, told from its joints alone."""

from __future__ import annotations

from ..model import Joint, JointType, Robot
from ..resting import moves_itself
from ..tree import children, downward, roots


def tips(robot: Robot) -> tuple[str, ...]:
    """The ends of the limbs that have most joints; each is the last link that is not a finger's.

    Where several parts that move hang on a link, they are fingers if the longest has at most half as many joints as
    lead to the link, and the limb ends there: at the last of the frames that are fixed to it. Else they are limbs.
    """
    limbs = _Limbs(robot)
    found = [limb for root in roots(robot) for limb in limbs.below(root)]
    most = max((joints for joints, _ in found), default=0)
    return tuple(limbs.end(link) for joints, link in found if joints == most) if most else ()


class _Limbs:
    """The tree of a robot, with how many joints that move by themselves lie below each link."""

    def __init__(self, robot: Robot) -> None:
        self._below = children(robot)
        self._length: dict[str, int] = {}
        self._moves: set[str] = set()
        self._joints = list(downward(robot))
        tree = {joint.name for joint in self._joints}
        self._below = {link: [j for j in joints if j.name in tree] for link, joints in self._below.items()}
        for joint in reversed(self._joints):
            assert joint.child is not None
            length = self._length.get(joint.child, 0) + moves_itself(joint)
            above = joint.parent or ""
            self._length[above] = max(self._length.get(above, 0), length)
            if joint.type is not JointType.FIXED or joint.child in self._moves:
                self._moves.add(above)

    def below(self, root: str) -> list[tuple[int, str]]:
        """How many joints lead to the end of each limb, and the link that it is."""
        found: list[tuple[int, str]] = []
        pending = [(0, root)]
        while pending:
            count, link = pending.pop()
            parts = self._parts(link)
            longest = max((self._reach(joint) for joint in parts), default=0)
            if not parts or (len(parts) > 1 and 2 * longest <= count):
                found.append((count, link))
            else:
                pending += [(count + moves_itself(j), j.child or "") for j in reversed(parts)]
        return found

    def _parts(self, link: str) -> list[Joint]:
        """The joints on a link, or on what is fixed to it, by which something moves; each with what it is fixed to."""
        found: list[Joint] = []
        pending = list(reversed(self._below.get(link, ())))
        while pending:
            joint = pending.pop()
            if joint.type is not JointType.FIXED:
                found.append(joint)
            elif joint.child in self._moves:
                pending += reversed(self._below.get(joint.child or "", ()))
        return found

    def _reach(self, joint: Joint) -> int:
        return self._length.get(joint.child or "", 0) + moves_itself(joint)

    def end(self, link: str) -> str:
        """The last of the frames that are fixed to a link, one below the other; the first of those as deep."""
        row = [link]
        while row:
            last = row[0]
            row = [
                joint.child
                for each in row
                for joint in self._below.get(each, ())
                if joint.type is JointType.FIXED and joint.child is not None
            ]
        return last

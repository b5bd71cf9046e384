"""Which links are adjacent, and which joints move two links against each other."""

from __future__ import annotations

from collections.abc import Collection

from ..model import Joint, Robot
from ..tree import downward, roots


def adjacent_pairs(robot: Robot, solid: Collection[str]) -> set[frozenset[str]]:
    """The pairs of links with shapes that a joint connects, or a chain of joints and links without shapes.

    A joint that closes a loop connects as every other one. This is MoveIt's rule: its links without shapes are
    transparent too.
    """
    joined: dict[str, list[str]] = {}
    for joint in robot.all_joints:
        if joint.parent is not None and joint.child is not None:
            joined.setdefault(joint.parent, []).append(joint.child)
            joined.setdefault(joint.child, []).append(joint.parent)
    return {frozenset((link, other)) for link in solid for other in _reached(link, joined, solid)}


def _reached(link: str, joined: dict[str, list[str]], solid: Collection[str]) -> set[str]:
    """The links with shapes next to a link, through links without."""
    seen, pending = {link}, [link]
    while pending:
        for other in joined.get(pending.pop(), ()):
            if other not in seen:
                seen.add(other)
                if other not in solid:
                    pending.append(other)
    return {each for each in seen if each in solid and each != link}


class Ways:
    """The joints on the way from one link to another in the tree."""

    def __init__(self, robot: Robot) -> None:
        top = roots(robot)
        self._above: dict[str, tuple[Joint, ...]] = {top[0]: ()} if top else {}
        for joint in downward(robot):
            way = self._above.get(joint.parent or "")
            if way is not None and joint.child is not None:
                self._above[joint.child] = (*way, joint)

    def reach(self, link: str) -> bool:
        """Whether the first root leads to a link."""
        return link in self._above

    def between(self, one: str, other: str) -> tuple[tuple[Joint, ...], tuple[Joint, ...]]:
        """The joints from the last link above both down to each of them."""
        first, second = self._above[one], self._above[other]
        common = 0
        while common < min(len(first), len(second)) and first[common] is second[common]:
            common += 1
        return first[common:], second[common:]

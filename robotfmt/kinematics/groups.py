"""What groups have in them, as MoveIt sees it: chains need the tree of the robot, subgroups one another.

Linear in the robot, and in the groups up to a bound.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Group, Robot
from .tree import downward, roots

_MOST_STEPS = 1_000_000
"""Groups of groups of groups can name more joints than anybody has time for."""


class Hierarchy:
    """Who hangs under whom: links are numbered on the way down, so that each subtree is a row of numbers."""

    def __init__(self, robot: Robot) -> None:
        self.joint_above: dict[str, str] = {}
        """For each link the name of the joint that it hangs on; for a root that of a virtual one."""
        self.link_above: dict[str, str] = {}
        self._root = {name: name for name in roots(robot)}
        self._first: dict[str, int] = {}
        self._last: dict[str, int] = {}
        joints = list(downward(robot))
        for number, joint in enumerate(joints):
            assert joint.parent is not None
            assert joint.child is not None
            self.joint_above[joint.child] = joint.name
            self.link_above[joint.child] = joint.parent
            self._root[joint.child] = self._root[joint.parent]
            self._first[joint.child] = self._last[joint.child] = number
        for joint in reversed(joints):
            assert joint.parent is not None
            assert joint.child is not None
            last = self._last[joint.child]
            self._last[joint.parent] = max(last, self._last.get(joint.parent, last))
        for virtual in robot.virtual_joints:
            self.joint_above.setdefault(virtual.child_link, virtual.name)

    def has(self, link: str) -> bool:
        """Whether there is such a link."""
        return link in self._root

    def is_under(self, tip: str, base: str) -> bool:
        """Whether a link hangs under another one, or is it."""
        if tip == base or self._root.get(tip) == base:
            return True
        first, tip_first = self._first.get(base), self._first.get(tip)
        return first is not None and tip_first is not None and first < tip_first <= self._last[base]

    def are_joined(self, one: str, other: str) -> bool:
        """Whether two links have the same root."""
        return one in self._root and self._root[one] == self._root.get(other)


class Members:
    """The joints of groups; counts its steps, and gives up where they are too many."""

    def __init__(self, groups: Iterable[Group], hierarchy: Hierarchy) -> None:
        self._groups = {group.name: group for group in groups}
        self._hierarchy = hierarchy
        self._found: dict[str, frozenset[str]] = {}
        self._left = _MOST_STEPS

    def joints(self, name: str) -> frozenset[str] | None:
        """The joints that a group has, its subgroups' included; None where nobody can tell."""
        if name not in self._found:
            found: set[str] = set()
            met, pending = {name}, [name]
            while pending:
                group = self._groups.get(pending.pop())
                if group is None or not self._add(group, found):
                    return None
                new = [each for each in group.groups if each not in met]
                met.update(new)
                pending.extend(new)
            self._found[name] = frozenset(found)
        return self._found[name]

    def _add(self, group: Group, found: set[str]) -> bool:
        """Add the joints that stand in a group itself; whether there was time for it, and all links are known."""
        ends = (link for chain in group.chains for link in (chain.base, chain.tip))
        if not all(map(self._hierarchy.has, (*group.links, *ends))):
            return False
        above = self._hierarchy.joint_above
        found.update(group.joints)
        found.update(above[link] for link in group.links if link in above)
        self._left -= len(group.joints) + len(group.links) + len(group.groups) + 1
        for chain in group.chains:
            self._add_way_up(chain.tip, chain.base, found)
            if not self._hierarchy.is_under(chain.tip, chain.base):
                self._add_way_up(chain.base, chain.tip, found)
        return self._left > 0

    def _add_way_up(self, start: str, end: str, found: set[str]) -> None:
        """Add the joints on the way from a link to one above it, or to the root."""
        link: str | None = start
        while link is not None and link != end and self._left > 0:
            self._left -= 1
            if link in self._hierarchy.joint_above:
                found.add(self._hierarchy.joint_above[link])
            link = self._hierarchy.link_above.get(link)

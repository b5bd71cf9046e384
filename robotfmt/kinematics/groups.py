"""The members of groups, as in MoveIt: chains need the tree of the robot, subgroups the other groups.

The time is linear in the size of the robot and of the groups, up to a limit.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Group, Robot
from ..model.record import Record
from .tree import downward, roots

_MOST_STEPS = 1_000_000
"""The limit on steps: nested groups can expand to an enormous number of joints."""


class Hierarchy(Record, kw_only=False):
    """The ancestry of links: they are numbered from the root down, so that each subtree is a range of numbers."""

    joint_above: dict[str, str]
    """The name of the parent joint of each link; for a root that of a virtual joint."""
    link_above: dict[str, str]
    _root: dict[str, str]
    _first: dict[str, int]
    _last: dict[str, int]

    def has(self, link: str) -> bool:
        """Return True if the link exists."""
        return link in self._root

    def is_under(self, tip: str, base: str) -> bool:
        """Return True if a link is below another one, or is the same."""
        if tip == base or self._root.get(tip) == base:
            return True
        first, tip_first = self._first.get(base), self._first.get(tip)
        return first is not None and tip_first is not None and first < tip_first <= self._last[base]

    def are_joined(self, one: str, other: str) -> bool:
        """Return True if two links have the same root."""
        return one in self._root and self._root[one] == self._root.get(other)


def hierarchy_of(robot: Robot) -> Hierarchy:
    """Number the links of a robot from the root down."""
    root = {name: name for name in roots(robot)}
    joint_above: dict[str, str] = {}
    link_above: dict[str, str] = {}
    joints = list(downward(robot))
    for joint in joints:
        assert joint.parent is not None
        assert joint.child is not None
        joint_above[joint.child], link_above[joint.child] = joint.name, joint.parent
        root[joint.child] = root[joint.parent]
    first = {joint.child: number for number, joint in enumerate(joints) if joint.child is not None}
    last = dict(first)
    for joint in reversed(joints):
        if joint.parent is not None and joint.child is not None:
            last[joint.parent] = max(last[joint.child], last.get(joint.parent, -1))
    for virtual in robot.virtual_joints:
        joint_above.setdefault(virtual.child_link, virtual.name)
    return Hierarchy(joint_above, link_above, root, first, last)


class Members:
    """Finds the joints of groups; counts its steps, and gives up beyond the limit."""

    def __init__(self, groups: Iterable[Group], hierarchy: Hierarchy) -> None:
        self._groups = {group.name: group for group in groups}
        self._hierarchy = hierarchy
        self._found: dict[str, frozenset[str]] = {}
        self._left = _MOST_STEPS

    def joints(self, name: str) -> frozenset[str] | None:
        """Return the joints of a group, including those of its subgroups; None if they are unknown."""
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
        """Add the joints of a group itself; return True if the limit was not reached, and all links are known."""
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
        """Add the joints on the path from a link to one of its ancestors, or to the root."""
        link: str | None = start
        while link is not None and link != end and self._left > 0:
            self._left -= 1
            if link in self._hierarchy.joint_above:
                found.add(self._hierarchy.joint_above[link])
            link = self._hierarchy.link_above.get(link)

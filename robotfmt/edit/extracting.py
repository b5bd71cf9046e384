"""Extract a part of a robot as a separate robot, or remove a link with everything below it, such as a gripper that
another one replaces.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .. import codes
from ..diagnostics import Report, quoted
from ..errors import UsageError
from ..facts import Path
from ..facts.difference import Difference
from ..kinematics.tree import joints_above, links_below, roots, ways
from ..model import Chain, Group, Joint, Manipulator, Robot
from ..model.record import replace
from .leaving import Leaving, beside
from .naming import no_such
from .performing import perform
from .tracing import Verdict, mark_of


def extract(robot: Robot, root: str, tips: Sequence[str] = (), *, report: Report | None = None) -> Robot:
    """Return the subtree below a link as a robot, with its groups, states, pairs, spheres and devices.

    References to parts outside are dropped and reported; groups, states and the like keep the parts inside.

    Args:
        root: The root link of the subtree.
        tips: If given, only the links on the paths from the root to these.

    Raises:
        UsageError: The link does not exist, or a tip is not below the root.
    """
    for name in (root, *tips):
        if name not in robot.link_by_name:
            raise no_such("link", name, robot.link_by_name)
    kept = ways(robot, root, tips) if tips else links_below(robot, root)
    cut = Cut(root, kept, tips)
    return perform(robot, lambda it: cut.done(it, report), cut.judge, report)


class Cut:
    """Keeps only some links of a robot, and gives the reason for each change.

    Args:
        root: The root of the kept links; what started above it starts there.
        kept: The kept links.
        ends: Kept links at which chains, manipulators and tools end that led further.
    """

    def __init__(self, root: str, kept: set[str], ends: Collection[str] = ()) -> None:
        self.root, self.kept, self._ends = root, kept, frozenset(ends)
        self._above: dict[str, str] = {}
        self._leaving = Leaving()

    def done(self, robot: Robot, report: Report | None) -> Robot:
        """Return the robot with only the kept links; chains of groups start and end at the cuts."""
        self._above = {link: joint.parent for link, joint in joints_above(robot).items() if joint.parent is not None}
        self._above |= {frame.name: frame.parent for frame in robot.frames}
        robot = replace(
            robot,
            groups=tuple(map(self._group, robot.groups)),
            manipulators=tuple(map(self._manipulator, robot.manipulators)),
            tool_frames=tuple(dict.fromkeys(self._end(each) or each for each in robot.tool_frames)),
        )
        return self._leaving.without(robot, beside(robot, self.kept), report if report is not None else Report())

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        fact = difference.before
        node = mark.node if fact is not None and (mark := mark_of(fact.origin)) is not None else None
        what = ""
        if isinstance(node, Group) and difference.path[-1] == "chains":
            what = "; ".join(change for each in node.chains if (change := self._change_of(node, each)))
        elif isinstance(node, Manipulator):
            what = self._of_manipulator(node, difference.path)
        if what or difference.path[0] == "tool frame":
            return Verdict(codes.LEFT_OUT, what or None)
        return self._leaving.judge(difference)

    def _of_manipulator(self, it: Manipulator, path: Path) -> str:
        """Return the change of a manipulator in words; an empty text if it is none of a cut."""
        end = self._end(it.tip, it.base)
        if end is None or path[2:3] not in (("tip",), ("tool",)):
            return ""
        if path[2] == "tip":
            return f"manipulator '{it.name}' ends at '{end}', not at '{it.tip}'"
        return f"the tool pose of manipulator '{it.name}' in '{it.tip}'"

    def _end(self, tip: str, base: str | None = None) -> str | None:
        """Return the link at which something ends that led to a removed tip; None if it does not end at a cut."""
        link = tip
        while link not in self.kept and link in self._above:
            link = self._above[link]
        return link if link not in (tip, base) and link in self._ends else None

    def _is_rooted(self, chain: Chain) -> bool:
        return chain.base not in self.kept and chain.tip in self.kept and chain.tip != self.root

    def _change_of(self, group: Group, chain: Chain) -> str:
        """Return the change of a chain in words; an empty text if there is none."""
        if self._is_rooted(chain):
            return f"the chain to '{chain.tip}' of group '{group.name}' begins at '{self.root}', not at '{chain.base}'"
        end = self._end(chain.tip, chain.base) if chain.base in self.kept else None
        what = f"the chain from '{chain.base}' of group '{group.name}'"
        return f"{what} ends at '{end}', not at '{chain.tip}'" if end is not None else ""

    def _group(self, group: Group) -> Group:
        chains = tuple(map(self._chain, group.chains))
        return group if chains == group.chains else replace(group, chains=chains)

    def _chain(self, chain: Chain) -> Chain:
        if self._is_rooted(chain):
            return replace(chain, base=self.root)
        end = self._end(chain.tip, chain.base) if chain.base in self.kept else None
        return replace(chain, tip=end) if end is not None else chain

    def _manipulator(self, it: Manipulator) -> Manipulator:
        end = self._end(it.tip, it.base) if it.base in self.kept else None
        return replace(it, tip=end, tool=None) if end is not None else it


# Removing


def remove(robot: Robot, link: str, *, report: Report | None = None) -> Robot:
    """Return the robot without a link and everything below it.

    Chains of groups, manipulators and tool frames that end in the removed part end at the link that it was attached
    to. States and the like keep the values of the joints that remain; other references are dropped and reported.

    Raises:
        UsageError: The link does not exist, or is the root.
    """
    above = holding(robot, link)
    kept = set(robot.link_by_name) - links_below(robot, link)
    cut = Cut(next(iter(roots(robot)), ""), kept, [above.parent or ""])
    return perform(robot, lambda it: cut.done(it, report), cut.judge, report)


def holding(robot: Robot, link: str) -> Joint:
    """Return the joint above a link that is to be removed.

    Raises:
        UsageError: The link does not exist, or is the root.
    """
    if link not in robot.link_by_name:
        raise no_such("link", link, robot.link_by_name)
    above = joints_above(robot).get(link)
    if above is None or above.parent is None:
        message = f"the link {quoted(link)} is the root; without it nothing remains"
        raise UsageError(codes.REMOVED_ROOT, message, robot.link_by_name[link].origin)
    return above

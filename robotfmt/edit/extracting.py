"""Extract a part of a robot as a separate robot."""

from __future__ import annotations

from collections.abc import Sequence

from .. import codes
from ..diagnostics import Report
from ..facts.difference import Difference
from ..model import Chain, Group, Robot
from ..model.record import replace
from .leaving import Leaving, beside
from .marks import mark_of
from .naming import no_such
from .parts import links_below, ways
from .performing import perform
from .tracing import Verdict


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
    cut = Cut(root, kept)
    return perform(robot, lambda it: cut.done(it, report), cut.judge, report)


class Cut:
    """Keeps only some links of a robot, and gives the reason for each change."""

    def __init__(self, root: str, kept: set[str]) -> None:
        self.root, self.kept = root, kept
        self._leaving = Leaving()

    def done(self, robot: Robot, report: Report | None) -> Robot:
        """Return the robot with only the kept links; chains of groups that start above the new root now start there."""
        groups = tuple(map(self._from_root, robot.groups))
        robot = replace(robot, groups=groups)
        return self._leaving.without(robot, beside(robot, self.kept), report if report is not None else Report())

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        fact = difference.before
        mark = mark_of(fact.origin) if fact is not None else None
        if mark is not None and isinstance(mark.node, Group) and difference.path[-1] == "chains":
            what = "; ".join(self._said(mark.node, each) for each in mark.node.chains if self._is_cut(each))
            if what:
                return Verdict(codes.LEFT_OUT, what)
        return self._leaving.judge(difference)

    def _is_cut(self, chain: Chain) -> bool:
        return chain.base not in self.kept and chain.tip in self.kept and chain.tip != self.root

    def _said(self, group: Group, chain: Chain) -> str:
        ends = f"begins at '{self.root}', not at '{chain.base}'"
        return f"the chain to '{chain.tip}' of group '{group.name}' {ends}"

    def _from_root(self, group: Group) -> Group:
        def cut(chain: Chain) -> Chain:
            return replace(chain, base=self.root) if self._is_cut(chain) else chain

        return replace(group, chains=tuple(map(cut, group.chains)))

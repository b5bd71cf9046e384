"""A part of a robot as a robot of its own."""

from __future__ import annotations

from collections.abc import Sequence

from .. import codes
from ..diagnostics import Report
from ..errors import UsageError
from ..model import Chain, Group, Joint, Robot
from ..model.record import replace
from ..tree import children
from .leaving import with_links
from .naming import no_such
from .placement import with_pose_of_root


def extract(robot: Robot, root: str, tips: Sequence[str] = (), *, report: Report | None = None) -> Robot:
    """The robot that hangs on a link: with its groups, states, pairs, spheres and devices.

    What refers to anything outside is left out and reported; groups, states and the like keep what is inside.

    Args:
        root: The link that everything hangs on.
        tips: If any are given, only what is on the ways from the root to these links.

    Raises:
        UsageError: There is no such link, or a tip does not hang on the root.
    """
    for name in (root, *tips):
        if name not in robot.link_by_name:
            raise no_such("link", name, robot.link_by_name)
    kept = ways(robot, root, tips) if tips else links_below(robot, root)
    report = report if report is not None else Report()
    groups = tuple(_from_root(each, root, kept, report) for each in robot.groups)
    return with_pose_of_root(with_links(replace(robot, groups=groups), kept, report), robot, report)


def _from_root(group: Group, root: str, kept: set[str], report: Report) -> Group:
    """A group whose chains from above the new root begin there."""

    def cut(chain: Chain) -> Chain:
        if chain.base in kept or chain.tip not in kept or chain.tip == root:
            return chain
        message = (
            f"the chain to '{chain.tip}' of group '{group.name}' begins at '{root}', not at '{chain.base}'"
        )
        report.add(codes.LEFT_OUT, message, chain.origin)
        return replace(chain, base=root)

    return replace(group, chains=tuple(map(cut, group.chains)))


def links_below(robot: Robot, root: str) -> set[str]:
    """A link, and all that hang on it."""
    below, found, pending = children(robot), {root}, [root]
    while pending:
        for joint in below.get(pending.pop(), ()):
            if joint.child is not None and joint.child not in found:
                found.add(joint.child)
                pending.append(joint.child)
    return found


def ways(robot: Robot, root: str, tips: Sequence[str]) -> set[str]:
    """The links on the ways from a link down to others.

    Raises:
        UsageError: One of them does not hang on it.
    """
    above = joints_above(robot)
    found = {root}
    for tip in tips:
        name, way = tip, dict[str, None]()
        while name not in found:
            joint = above.get(name)
            if joint is None or joint.parent is None or name in way:
                raise UsageError(codes.NO_SUCH_PART, f"'{tip}' does not hang on '{root}'")
            way[name] = None
            name = joint.parent
        found.update(way)
    return found


def joints_above(robot: Robot) -> dict[str, Joint]:
    """For each link the joint that it hangs on; of several the first."""
    return {joint.child: joint for joint in reversed(robot.joints) if joint.child is not None}

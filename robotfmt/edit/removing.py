"""Remove a link with everything below it, such as a gripper that another one replaces."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report, quoted
from ..errors import UsageError
from ..kinematics.parts import joints_above, links_below
from ..kinematics.tree import roots
from ..model import Robot
from .extracting import Cut
from .naming import no_such
from .performing import perform


def remove(robot: Robot, link: str, *, report: Report | None = None) -> Robot:
    """Return the robot without a link and everything below it.

    Chains of groups, manipulators and tool frames that end in the removed part end at the link that it was attached
    to. States and the like keep the values of the joints that remain; other references are dropped and reported.

    Raises:
        UsageError: The link does not exist, or is the root.
    """
    if link not in robot.link_by_name:
        raise no_such("link", link, robot.link_by_name)
    above = joints_above(robot).get(link)
    if above is None or above.parent is None:
        message = f"the link {quoted(link)} is the root; without it nothing remains"
        raise UsageError(codes.REMOVED_ROOT, message, robot.link_by_name[link].origin)
    kept = set(robot.link_by_name) - links_below(robot, link)
    cut = Cut(next(iter(roots(robot)), ""), kept, [above.parent])
    return perform(robot, lambda it: cut.done(it, report), cut.judge, report)

"""The links and joints above and below a link."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .. import codes
from ..errors import UsageError
from ..model import Joint, Robot
from .tree import children


def links_below(robot: Robot, root: str) -> set[str]:
    """Return a link and all its descendants."""
    below, found, pending = children(robot), {root}, [root]
    while pending:
        for joint in below.get(pending.pop(), ()):
            if joint.child is not None and joint.child not in found:
                found.add(joint.child)
                pending.append(joint.child)
    return found


def ways(robot: Robot, root: str, tips: Sequence[str]) -> set[str]:
    """Return the links on the paths from a link down to others.

    Raises:
        UsageError: One of them is not below the link.
    """
    above = joints_above(robot)
    found = {root}
    for tip in tips:
        name, way = tip, dict[str, None]()
        while name not in found:
            joint = above.get(name)
            if joint is None or joint.parent is None or name in way:
                raise UsageError(codes.NO_SUCH_PART, f"'{tip}' is not below '{root}'")
            way[name] = None
            name = joint.parent
        found.update(way)
    return found


def joints_above(robot: Robot) -> dict[str, Joint]:
    """Return for each link its parent joint; the first one if there are several."""
    return {joint.child: joint for joint in reversed(robot.joints) if joint.child is not None}


def joints_over(robot: Robot, end: str, bases: Collection[str]) -> tuple[list[str], str]:
    """Return the names of the joints above a link or a frame, upwards to a base or a root, and the link there."""
    above, link = joints_above(robot), end
    frames = {frame.name: frame.parent for frame in robot.frames}
    while link in frames and link not in robot.link_by_name:
        link = frames[link]
    found: list[str] = []
    while link in above and link not in bases and above[link].name not in found:
        found.append(above[link].name)
        link = above[link].parent or ""
    return found, link

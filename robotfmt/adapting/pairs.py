"""Links that are not checked for collisions, as pairs."""

from __future__ import annotations

from collections.abc import Collection

from .. import codes
from ..diagnostics import Report
from ..kinematics.colliding import joined_links
from ..kinematics.parts import joints_over
from ..model import IgnoredPair, JointType, Robot
from ..model.record import replace
from ..model.semantics import UNCHECKED, pair_of


def pairs_once(robot: Robot, format_name: str) -> Robot:
    """Return the robot with each ignored pair once, in either order; unchanged if its own document gave it.

    Formats that list pairs by their first links change the order, and so which of two reasons comes first.
    """
    if robot.layout(format_name) is not None:
        return robot
    found: dict[frozenset[str], IgnoredPair] = {}
    for each in robot.ignored_pairs:
        found.setdefault(each.links, each)
    pairs = tuple(found.values())
    return robot if len(pairs) == len(robot.ignored_pairs) else replace(robot, ignored_pairs=pairs)


def with_pairs_of_links(robot: Robot) -> Robot:
    """Return the robot without ignored pairs of parts that are no links."""
    known = robot.link_by_name.keys()
    kept = tuple(each for each in robot.ignored_pairs if each.links <= known)
    return robot if len(kept) == len(robot.ignored_pairs) else replace(robot, ignored_pairs=kept)


def tell_parted(before: Robot, after: Robot, report: Report) -> None:
    """Report the links with collision shapes that one joint connected before an adaptation, and none connects after."""
    ignored = {each.links for each in after.ignored_pairs}
    touching = {each.name for each in after.links if each.collisions}
    near = joined_links(after)
    apart = {each: frozenset((each.parent or "", each.child or "")) for each in before.joints}
    apart = {joint: ends for joint, ends in apart.items() if ends <= touching and ends not in ignored | near}
    if not apart:
        return
    moved = {each.child or "" for each in after.joints if each.type is not JointType.FIXED}
    welded = {each.name: joints_over(after, each.name, moved)[1] for each in after.links}
    joined = {frozenset(map(welded.get, pair)) for pair in near}
    for joint, ends in apart.items():
        if frozenset(map(welded.get, ends)) not in joined:
            message = f"joint '{joint.name}' is a row of joints now: programs test the pair"
            message += f" '{joint.parent}' and '{joint.child}'"
            report.add(codes.PARTED_PAIR, message, joint.origin, subject=f"joint/{joint.name}/type")


def spell_out_pairs(robot: Robot, among: Collection[str] | None = None) -> Robot:
    """Return the robot with ignored pairs instead of unchecked links and checked pairs.

    As in MoveIt, an unchecked link is paired with every other link except those of its checked pairs; a pair that is
    also ignored stays ignored. A robot without links is not changed.

    Args:
        among: The links to pair with; by default all of the robot.
    """
    links = [link.name for link in robot.links if among is None or link.name in among]
    if not links or not (robot.unchecked_links or robot.checked_pairs):
        return robot
    listed = {pair.links for pair in robot.ignored_pairs}
    listed |= {pair.links for pair in robot.checked_pairs}
    found: list[IgnoredPair] = []
    for each in robot.unchecked_links:
        for other in links if each.link in links else ():
            ends = pair_of(each.link, other)
            if other != each.link and ends not in listed:
                listed.add(ends)
                pair = IgnoredPair(origin=each.origin, first=each.link, second=other, reason=UNCHECKED)
                found.append(pair)
    pairs = (*robot.ignored_pairs, *found)
    return replace(robot, ignored_pairs=pairs, unchecked_links=(), checked_pairs=())

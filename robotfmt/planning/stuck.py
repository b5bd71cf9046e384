"""Pairs of links whose spheres overlap in most poses in which no shapes touch: a planner would find hardly any free
pose.

They are not ignored: their links get more spheres. Only a pair that no controlled joint moves is, such as the fingers
of a gripper, because planning changes nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from ..codes import planning as codes
from ..diagnostics import Report
from ..model import IgnoredPair, Robot
from ..model.record import replace
from ..selfcollision import Classes
from ..spheres.arrays import frames_of, sphere_set
from ..spheres.measuring.poses import PoseMeasure, ShapesInPoses
from ..spheres.overlaps import LinkPair, Overlaps, overlaps_of, planned_poses
from .plan import PlanOptions

POSES = 1000
_ALL = 0.95
"""The share of poses with an overlap from which on a pair that no controlled joint moves is ignored."""
_OFTEN, _NEARLY_ALWAYS = 0.4, 0.9
"""The shares of free poses refused because of one pair from which on its links get more spheres, and from which on the
spheres are refused.
"""
_MOST = 64
"""The largest number of spheres that a link gets to be free of another one."""
Refit: TypeAlias = Callable[..., Robot]
"""Fits other spheres to some links: takes the robot, the names of links and options of a fit."""


def without_stuck(
    robot: Robot,
    found: Classes,
    shapes: ShapesInPoses,
    options: PlanOptions,
    report: Report,
    refit: Refit | None,
) -> tuple[Robot, PoseMeasure]:
    """Return the robot with more spheres for the links of pairs because of which a planner refuses most free poses, and
    how often spheres and shapes disagree then.

    Args:
        robot: The robot with spheres.
        found: Which links can touch by their shapes.
        shapes: Which of them touch in random poses.
        options: The seed of the poses, and what the user asks of spheres.
        report: Gets what was done, and an error for each pair that nearly always overlaps.
        refit: Fits spheres; None if they are given.
    """
    measure, help = shapes.compared(robot), None
    is_numbered = any((options.spheres or {}).get(name) is not None for name in ("budget", "per_link", "tolerance"))
    if refit is not None and _stuck(measure, _NEARLY_ALWAYS if is_numbered else _OFTEN):
        larger = _with_more(robot, shapes, refit)
        if is_numbered:
            help = _better(larger, shapes)
        else:
            _report_more(measure, larger, report)
            robot, measure = larger, shapes.compared(larger)
    for pair, share in _stuck(measure, _NEARLY_ALWAYS).items():
        report.add(codes.STUCK, f"{_refuses(pair, share)}{_shapes(pair, found)}", robot.origin, help=help)
    return robot, measure


def _stuck(measure: PoseMeasure, least: float = _OFTEN) -> dict[LinkPair, float]:
    """Return the pairs because of which a planner refuses at least a share of the free poses, and this share."""
    shares = {(each.first, each.second): each.refused / max(measure.free, 1) for each in measure.pairs}
    return {pair: share for pair, share in shares.items() if share >= least}


def _refuses(pair: LinkPair, share: float) -> str:
    return f"{100 * share:.3g} % of the free poses are refused because spheres of '{pair[0]}' and '{pair[1]}' overlap"


def _shapes(pair: LinkPair, found: Classes) -> str:
    known = found.find(*pair)
    return f"; the shapes: {known.reason if known is not None else 'unknown'}"


def without_still(robot: Robot, seed: int, report: Report) -> Robot:
    """Return the robot with those pairs ignored whose spheres overlap in all poses because no controlled joint moves
    them.
    """
    overlaps = overlaps_of(robot)
    flags = overlaps.found(planned_poses(overlaps.robot, POSES, seed))
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set()
    still = [pair for pair, each in flags.items() if each.mean() > _ALL and not _moves(overlaps, pair, controlled)]
    for one, other in still:
        message = f"the spheres of links '{one}' and '{other}' overlap, and no controlled joint moves them apart"
        report.add(codes.STILL, f"{message}; the pair is ignored", robot.origin)
    reason = "No controlled joint moves them"
    new = [IgnoredPair(first=one, second=other, reason=reason) for one, other in still]
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def _moves(overlaps: Overlaps, pair: LinkPair, controlled: Collection[str]) -> bool:
    return bool(overlaps.joints_between([pair]) & set(controlled))


def _with_more(robot: Robot, shapes: ShapesInPoses, refit: Refit) -> Robot:
    """Return the robot with more spheres on the links of stuck pairs, until none is stuck or a link has too many."""
    asked = _counts(robot)
    while stuck := _stuck(shapes.compared(robot)):
        # The link of a pair with fewer spheres: twice as many cost the least.
        links = {min(pair, key=lambda name: asked.get(name, 0)) for pair in stuck}
        more = {name: 2 * max(asked.get(name, 0), 1) for name in links}
        if max(more.values()) > _MOST:
            break
        asked |= more
        robot = refit(robot, links, overrides={name: {"per_link": count} for name, count in more.items()})
    return robot


def _better(larger: Robot, shapes: ShapesInPoses) -> str | None:
    """Return the help that names a number of spheres with which no pair is stuck; None if none is known."""
    if _stuck(shapes.compared(larger), _NEARLY_ALWAYS):
        return None
    return f"Give --budget {sum(_counts(larger).values())}, or these links more with --for LINK:per-link=N."


def _report_more(measure: PoseMeasure, larger: Robot, report: Report) -> None:
    total = sum(_counts(larger).values())
    for pair, share in _stuck(measure).items():
        report.add(codes.MORE, f"{_refuses(pair, share)}; they get more spheres, {total} in total", larger.origin)


def _counts(robot: Robot) -> dict[str, int]:
    """Return the number of spheres of links in the set that planners use."""
    found: dict[str, int] = {}
    for frame in frames_of(robot, sphere_set(robot, None)):
        found[frame.frame] = found.get(frame.frame, 0) + len(frame.spheres)
    return found

"""Pairs of links whose spheres overlap in most poses in which no shapes touch: a planner would find hardly any free
pose.

They are not ignored: their links get more spheres. Only a pair that no controlled joint moves is, such as the fingers
of a gripper, because planning changes nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ..codes import planning as codes
from ..context import Context
from ..diagnostics import Report
from ..kinematics.freedom import Array
from ..kinematics.joint_values import default_pose
from ..model import IgnoredPair, Robot
from ..model.record import replace
from ..selfcollision import Classes
from ..spheres.arrays import sphere_counts
from ..spheres.fitting.inner import with_cover, with_inner
from ..spheres.fitting.mount import mount_of
from ..spheres.measuring.poses import NEARLY_ALWAYS, PoseMeasure, ShapesInPoses
from ..spheres.overlaps import LinkPair, Overlaps, overlaps_of, planned_poses
from .plan import PlanOptions

POSES = 1000
_ALL = 0.95
"""The share of poses with an overlap from which on a pair that no controlled joint moves is ignored."""
_OFTEN = 0.1
"""The share of free poses refused because of one pair from which on its links get more spheres."""
_ROUNDS = 5
"""How many times links get more spheres."""
_MOST = 32
"""The largest number of spheres that a link gets to be free of another one."""
Refit: TypeAlias = Callable[..., Robot]
"""Fits other spheres to some links: takes the robot, the names of links, options of a fit, and as ``flat`` why spheres
stay inside the links.
"""


def without_stuck(
    robot: Robot,
    found: Classes,
    shapes: ShapesInPoses,
    options: PlanOptions,
    context: Context,
    refit: Refit | None,
) -> tuple[Robot, PoseMeasure]:
    """Return the robot with more spheres for the links of pairs because of which a planner refuses most free poses, and
    how often spheres and shapes disagree then.

    Args:
        robot: The robot with spheres.
        found: Which links can touch by their shapes.
        shapes: Which of them touch in random poses.
        options: The seed of the poses, and what the user asks of spheres.
        context: Where the meshes are; its report gets what was done, and an error for each pair that nearly always
            overlaps.
        refit: Fits spheres; None if they are given.
    """
    measure, help, report = shapes.compared(robot), None, context.report
    is_numbered = any((options.spheres or {}).get(name) is not None for name in ("budget", "per_link", "tolerance"))
    if refit is not None and not is_numbered and (options.spheres or {}).get("clip_base", True):
        wanting = [pair for pair in _wanting(robot, measure) if not _given(options).intersection(pair)]
        robot = _with_better_bases(robot, wanting, shapes, context, refit)
        measure = shapes.compared(robot)
    if refit is not None and (_stuck(measure, NEARLY_ALWAYS) if is_numbered else _wanting(robot, measure)):
        larger = _with_more(robot, shapes, refit)
        hopeless = _stuck(shapes.compared(larger), NEARLY_ALWAYS)
        if hopeless and not is_numbered:  # who gives a number can give another one, or other options
            robot = _without(robot, hopeless, found, report)
            larger, measure = _with_more(robot, shapes, refit), shapes.compared(robot)
        if is_numbered:
            help = _better(robot, larger, shapes)
        else:
            _report_more(_wanting(robot, measure), larger, report)
            robot, measure = larger, shapes.compared(larger)
    for pair, share in _stuck(measure, NEARLY_ALWAYS).items():
        report.add(codes.STUCK, f"{_refuses(pair, share)}{_shapes(pair, found)}", robot.origin, help=help)
    return robot, measure


def _given(options: PlanOptions) -> set[str]:
    """Return the links whose spheres the user asks for: they stay as they are asked for."""
    spheres = options.spheres or {}
    return {*spheres.get("overrides", {}), *spheres.get("pinned", ())}


def _stuck(measure: PoseMeasure, least: float = _OFTEN) -> dict[LinkPair, float]:
    """Return the pairs because of which a planner refuses at least a share of the free poses, and this share."""
    shares = {(each.first, each.second): each.refused / max(measure.free, 1) for each in measure.pairs}
    return {pair: share for pair, share in shares.items() if share >= least}


def _wanting(robot: Robot, measure: PoseMeasure) -> dict[LinkPair, str]:
    """Return the pairs that should get more spheres, and why."""
    poses = {joint: np.array([value]) for joint, value in default_pose(robot).items()}
    found = {
        pair: f"spheres of '{pair[0]}' and '{pair[1]}' overlap in the default pose" for pair in _touch(robot, poses)
    }
    return found | {pair: _refuses(pair, share) for pair, share in _stuck(measure).items()}


def _touch(robot: Robot, values: Mapping[str, Array]) -> list[LinkPair]:
    """Return the checked pairs whose spheres overlap in a pose."""
    return list(overlaps_of(robot).found(values))


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


def _with_better_bases(
    robot: Robot, pairs: Collection[LinkPair], shapes: ShapesInPoses, context: Context, refit: Refit
) -> Robot:
    """Return the robot with other spheres for the links on the mounting plane that are in some pairs: more of them that
    cover, or else some that stay inside, unless those let many poses pass that collide.

    Spheres end at the plane, so few that cover a base reach far above it.
    """
    mount = mount_of(robot, context) if pairs else None
    bases = {name for pair in pairs for name in pair if mount is not None and name in mount.planes}
    if not bases:
        return robot

    def fit(count: int, **given: Any) -> Robot:
        flat = "block the links above it" if given else None
        return refit(robot, bases, flat=flat, overrides={name: {"per_link": count, **given} for name in bases})

    def has_all(made: Robot) -> bool:
        return sphere_counts(made).keys() >= bases  # one may be too thin for a sphere

    def serves(made: Robot) -> bool:
        return has_all(made) and not any(bases.intersection(pair) for pair in _wanting(made, shapes.compared(made)))

    def passing(made: Robot) -> float:
        return shapes.passing(made, bases) if has_all(made) else 1.0

    covered = with_cover(fit, serves)
    return covered or with_inner(partial(fit, inside=True), passing) or robot


def _with_more(robot: Robot, shapes: ShapesInPoses, refit: Refit) -> Robot:
    """Return the robot with more spheres on the links of stuck pairs, until none is stuck or a link has too many."""
    asked = sphere_counts(robot)
    for _ in range(_ROUNDS):
        links = _next_links(_wanting(robot, shapes.compared(robot)), asked)
        if not links:
            break
        asked |= {name: 2 * max(asked.get(name, 0), 1) for name in links}
        robot = refit(robot, links, overrides={name: {"per_link": asked[name]} for name in links})
    return robot


def _next_links(pairs: Collection[LinkPair], asked: Mapping[str, int]) -> set[str]:
    """Return the link of each pair that has fewer spheres, for which twice as many cost the least, unless those are too
    many.
    """
    few = [[name for name in pair if 2 * asked.get(name, 0) <= _MOST] for pair in pairs]
    return {min(names, key=lambda name: asked.get(name, 0)) for names in few if names}


def _without(robot: Robot, pairs: Mapping[LinkPair, float], found: Classes, report: Report) -> Robot:
    """Return the robot with pairs ignored that no number of spheres keeps apart."""
    for pair, share in pairs.items():
        message = f"{_refuses(pair, share)}, with {_MOST} spheres on each too; the pair is ignored"
        report.add(codes.TOO_NEAR, f"{message}{_shapes(pair, found)}", robot.origin)
    reason = "Too near for spheres: no number of them keeps the links apart"
    new = [IgnoredPair(first=one, second=other, reason=reason) for one, other in pairs]
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new))


def _better(robot: Robot, larger: Robot, shapes: ShapesInPoses) -> str | None:
    """Return the help that names the numbers of spheres with which no pair is stuck; None if none are known."""
    if _stuck(shapes.compared(larger), NEARLY_ALWAYS):
        return None
    before, after = sphere_counts(robot), sphere_counts(larger)
    more = (f"--for {name}:per-link={count}" for name, count in after.items() if count > before.get(name, 0))
    return f"Give --budget {sum(after.values())} {' '.join(more)}."


def _report_more(wanting: Mapping[LinkPair, str], larger: Robot, report: Report) -> None:
    total = sum(sphere_counts(larger).values())
    for why in wanting.values():
        report.add(codes.MORE, f"{why}; they get more spheres, {total} in total", larger.origin)

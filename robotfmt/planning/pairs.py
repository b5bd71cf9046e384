"""The pairs of links that a planner can ignore, by shapes and by spheres."""

from __future__ import annotations

import numpy as np

from ..codes import planning as codes
from ..codes.collisions import DEFAULT_TOUCH
from ..context import Context
from ..edit import apply_modifiers
from ..kinematics.formulas import Array
from ..model import IgnoredPair, Robot
from ..model.record import replace
from ..selfcollision import Classes, PairClass, classify, with_ignored_pairs
from ..selfcollision.configurations import Box, samples
from ..selfcollision.ignoring import report_refuted
from ..surfaces.fallback import report_visual_shapes
from .overlaps import overlaps_of
from .plan import PlanOptions, Progress

_POSES = 1000
_NEARLY_ALL = 0.95
"""The share of poses with an overlap above which a pair is ignored: a planner would find few free poses."""


def classified(
    robot: Robot,
    options: PlanOptions,
    context: Context,
    progress: Progress | None = None,
    *,
    visuals: bool = True,
) -> Classes:
    """Return which links can touch, by their shapes.

    Args:
        visuals: True to use the visual geometry of a link without collision geometry, as for its spheres.

    Raises:
        UsageError: The collision library is not installed.
    """
    whole = apply_modifiers(robot) if robot.modifiers else robot
    if visuals:
        report_visual_shapes(whole.links, context.report)
    return classify(
        whole, context=context, samples=options.samples, seed=options.seed, visuals=visuals, progress=progress
    )


def with_pairs(robot: Robot, found: Classes, options: PlanOptions, context: Context) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, and those whose shapes never or always touch.

    Pairs that documents ignore stay; those that can touch are reported. Pairs whose spheres overlap in nearly every
    pose are ignored too.
    """
    robot = with_found_pairs(robot, found, context, evidence=True)
    return _without_stuck(robot, found, options, context)


def with_found_pairs(robot: Robot, found: Classes, context: Context, *, evidence: bool) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, and those whose shapes never or always touch.

    Args:
        evidence: As for :func:`robotfmt.selfcollision.with_ignored_pairs`.
    """
    report_refuted(robot, found, context.report)
    robot = with_ignored_pairs(robot, found, evidence=evidence)
    for pair in found.of(PairClass.DEFAULT):
        message = (
            f"links '{pair.first}' and '{pair.second}' touch in the default pose, but in none of "
            f"{pair.poses} other poses"
        )
        context.report.add(DEFAULT_TOUCH, message, robot.origin)
    return robot


def _without_stuck(robot: Robot, found: Classes, options: PlanOptions, context: Context) -> Robot:
    """Return the robot with more ignored pairs: those whose spheres, though not shapes, nearly always overlap."""
    overlaps = overlaps_of(robot)
    stuck: list[IgnoredPair] = []
    for (first, second), flags in overlaps.found(_poses(overlaps.robot, options.seed)).items():
        if flags.mean() < _NEARLY_ALL:
            continue
        pair = found.find(first, second)
        shapes = pair.reason if pair is not None else "their shapes are unknown"
        message = f"the spheres of links '{first}' and '{second}' overlap in {100 * flags.mean():.3g} % of all poses"
        context.report.add(codes.STUCK, f"{message}; the shapes: {shapes}", robot.origin)
        reason = f"Spheres overlap in {100 * flags.mean():.3g} % of poses"
        stuck.append(IgnoredPair(first=first, second=second, reason=reason))
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *stuck)) if stuck else robot


def _poses(robot: Robot, seed: int) -> dict[str, Array]:
    """Return poses that a planner may choose: joints that it does not control stay at their default positions."""
    box = Box(robot)
    values = box.values(samples(box, _POSES, seed))
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set(values)
    for each in robot.default_positions:
        if each.joint in values and each.joint not in controlled:
            values[each.joint] = np.tile(np.array(each.values), (_POSES, 1))
    return values

"""The pairs of links that a planner can ignore, by shapes and by spheres: those that overlap or touch, in many poses at
once.
"""

from __future__ import annotations

from ..adapting import spell_out_pairs
from ..codes.collisions import DEFAULT_TOUCH
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..model import Robot
from ..selfcollision import Classes, PairClass, classify, with_ignored_pairs
from ..selfcollision.course import Progress
from ..selfcollision.ignoring import report_refuted
from ..settings import Settings
from ..spheres.overlaps import LinkPair
from ..surfaces.fallback import report_visual_shapes
from .plan import PlanOptions


def classified(
    robot: Robot,
    options: PlanOptions,
    report: Report,
    settings: Settings,
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
        report_visual_shapes(whole.links, report)
    return classify(
        whole,
        report=report,
        settings=settings,
        samples=options.samples,
        seed=options.seed,
        visuals=visuals,
        progress=progress,
    )


def checked_pairs(robot: Robot, found: Classes) -> list[LinkPair]:
    """Return the pairs of links that a planner checks: those that can touch, and that nothing ignores."""
    ignored = {each.links for each in spell_out_pairs(robot).ignored_pairs}
    kinds = (PairClass.SOMETIMES, PairClass.DEFAULT)
    pairs = [each for each in found.pairs if each.kind in kinds and not each.at_ends]
    return [(each.first, each.second) for each in pairs if each.links not in ignored]


def with_found_pairs(robot: Robot, found: Classes, report: Report, *, evidence: bool) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, and those whose shapes never or always touch.

    Args:
        evidence: As for :func:`robotfmt.selfcollision.with_ignored_pairs`.
    """
    report_refuted(robot, found, report)
    robot = with_ignored_pairs(robot, found, evidence=evidence)
    for pair in found.of(PairClass.DEFAULT):
        if pair.at_ends:
            continue
        message = (
            f"links '{pair.first}' and '{pair.second}' touch in the default pose, but in none of "
            f"{pair.poses} other poses"
        )
        report.add(DEFAULT_TOUCH, message, robot.origin)
    return robot

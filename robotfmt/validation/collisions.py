"""What the list of pairs that are not checked says, against what the shapes of the links do."""

from __future__ import annotations

from ..codes import collisions as codes
from ..context import Context
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..errors import ModelError
from ..model import Origin, Robot
from ..selfcollision import Pair, PairClass, classify
from ..selfcollision.claims import ignored_pairs, report_refuted, report_unknown
from ..selfcollision.pairs import Collisions
from .sphere_contacts import spheres_for_itself, with_spheres


def check_collisions(robot: Robot, context: Context, how: Collisions) -> None:
    """Find pairs that are not checked and can touch, and pairs that are checked and always do, or by default.

    ``context.assets`` finds the meshes; diagnostics go to ``context.report``. Nothing is found of a robot whose
    modifiers or couplings have no meaning.

    Raises:
        UsageError: The library that finds collisions is not installed.
    """
    try:
        robot = apply_modifiers(robot, report=Report())
        found = classify(
            robot,
            context=context,
            samples=how.samples,
            seed=how.seed,
            visuals=bool(robot.sphere_sets),  # which stand for these where there is nothing else
            progress=how.progress,
        )
    except ModelError:
        return
    report_unknown(robot, found, context.report)
    report_refuted(robot, found, context.report)
    ignored = ignored_pairs(robot)
    seen = (
        spheres_for_itself(robot).keys() or robot.link_by_name.keys()
    )  # a link without spheres is never checked
    for pair in with_spheres(robot, found).pairs:
        is_checked = pair.links not in ignored and {pair.first, pair.second} <= seen
        if is_checked and (pair.kind is not PairClass.ADJACENT or ignored):
            _checked(pair, _place(robot, pair), context.report)


def _checked(pair: Pair, at: Origin | None, report: Report) -> None:
    if pair.kind is PairClass.ALWAYS:
        report.add(codes.ALWAYS_TOUCH, f"{_names(pair)} are checked for collisions: {pair.reason}", at)
    elif pair.default:
        report.add(
            codes.DEFAULT_TOUCH,
            f"{_names(pair)} touch in the default pose, and are checked for collisions",
            at,
        )
    elif pair.spheres:
        message = f"the spheres of {_names(pair)} touch in {100 * pair.spheres:.3g} % of the poses, the shapes in none"
        report.add(codes.SPHERES_ONLY, message, at)


def _place(robot: Robot, pair: Pair) -> Origin | None:
    """Where a document says what is checked; else where it says the link."""
    use = robot.self_collision
    at = use.origin if use is not None else None
    return at or robot.link_by_name[pair.first].origin


def _names(pair: Pair) -> str:
    return f"'{pair.first}' and '{pair.second}'"

"""Compare the ignored pairs of a robot with the contacts of its shapes; and contacts of collision spheres with those of
the shapes: spheres protrude, and touch too early.
"""

from __future__ import annotations

from ..adapting import spell_out_pairs
from ..codes import collisions as codes
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..errors import ModelError, RobotfmtError
from ..mesh.triangles import Floats
from ..model import Origin, Robot
from ..model.record import replace
from ..model.semantics import pair_of
from ..selfcollision import classify
from ..selfcollision.configurations import samples
from ..selfcollision.ignoring import can_touch, ignored_pairs, report_refuted, report_unknown
from ..selfcollision.link_poses import Way
from ..selfcollision.neighbours import Ways, ways_of
from ..selfcollision.pairs import Classes, Collisions, Pair, PairClass
from ..selfcollision.settle import least_gaps
from ..settings import Settings
from ..spheres.arrays import grown_spheres
from ..spheres.measuring.poses import NEARLY_ALWAYS, measure_poses

# Spheres

_POSES = 1000


def spheres_for_itself(robot: Robot) -> dict[str, Floats]:
    """Return the spheres for self-collisions, with buffers; none if the choice is ambiguous."""
    try:
        return grown_spheres(robot) if robot.sphere_sets else {}
    except RobotfmtError:
        return {}


def with_spheres(robot: Robot, found: Classes) -> Classes:
    """Return the findings; pairs that never touch get the share of poses in which their spheres with buffers touch.

    Nothing is added if the robot has no spheres for self-collisions, or the choice is ambiguous.
    """
    spheres, ways = spheres_for_itself(robot), ways_of(robot)
    pairs = tuple(_measured(robot, pair, spheres, ways, found.seed) for pair in found.pairs)
    return replace(found, pairs=pairs)


def _measured(robot: Robot, pair: Pair, spheres: dict[str, Floats], ways: Ways, seed: int) -> Pair:
    one, other = spheres.get(pair.first), spheres.get(pair.second)
    if pair.kind is not PairClass.NEVER or one is None or other is None:
        return pair
    way = Way(robot, *ways.between(pair.first, pair.second))
    poses = way.relative(samples(way.box, _POSES if way.box.width else 1, seed))
    return replace(pair, spheres=float((least_gaps(one, other, poses) < 0).mean()))


def _report_blocking(robot: Robot, found: Classes, report: Report, settings: Settings) -> None:
    """Report the pairs that can touch whose spheres refuse nearly all poses in which no shapes touch; those that are
    ignored too, because checking them would block planning.
    """
    pairs = {pair.links: pair for pair in found.pairs if can_touch(pair)}
    ignored = ignored_pairs(robot)
    rest = tuple(each for links, each in ignored.items() if links not in pairs)
    measure = measure_poses(
        replace(spell_out_pairs(robot), ignored_pairs=rest), poses=_POSES, seed=found.seed, settings=settings
    )
    for each in measure.pairs:
        pair = pairs.get(pair_of(each.first, each.second))
        if pair is not None and each.refused >= NEARLY_ALWAYS * measure.free:
            share = f"{100 * each.refused / max(measure.free, 1):.3g} %"
            message = f"the spheres of {_names(pair)} overlap in {share} of the poses in which no shapes touch"
            listed = ignored.get(pair.links)
            why = ", and the pair is ignored although its shapes can touch" if listed is not None else ""
            at = (listed.origin if listed is not None else None) or _place(robot, pair)
            report.add(codes.SPHERES_BLOCK, f"{message}{why}", at)


# Shapes


def check_collisions(robot: Robot, how: Collisions, report: Report, settings: Settings) -> None:
    """Find ignored pairs that can touch, and checked pairs that always touch, or touch in the default pose.

    A robot with invalid modifiers or couplings is not checked.

    Raises:
        UsageError: The library that finds collisions is not installed.
    """
    try:
        robot = apply_modifiers(robot, report=Report())
        found = classify(
            robot,
            report=report,
            settings=settings,
            samples=how.samples,
            seed=how.seed,
            visuals=bool(robot.sphere_sets),  # which replace these if there is nothing else
            progress=how.progress,
        )
    except ModelError:
        return
    report_unknown(robot, found, report)
    report_refuted(robot, found, report)
    ignored = ignored_pairs(robot)
    seen = spheres_for_itself(robot).keys() or robot.link_by_name.keys()  # a link without spheres is never checked
    for pair in with_spheres(robot, found).pairs:
        is_checked = pair.links not in ignored and {pair.first, pair.second} <= seen
        if is_checked and (pair.kind is not PairClass.ADJACENT or ignored):
            _checked(pair, _place(robot, pair), report)
    if spheres_for_itself(robot):
        _report_blocking(robot, found, report, settings)


def _checked(pair: Pair, at: Origin | None, report: Report) -> None:
    if pair.kind is PairClass.ALWAYS:
        report.add(codes.ALWAYS_TOUCH, f"{_names(pair)} are checked for collisions: {pair.reason}", at)
    elif pair.default and not pair.at_ends:
        report.add(
            codes.DEFAULT_TOUCH,
            f"{_names(pair)} touch in the default pose, and are checked for collisions",
            at,
        )
    elif pair.spheres:
        message = f"the spheres of {_names(pair)} touch in {100 * pair.spheres:.3g} % of the poses, the shapes in none"
        report.add(codes.SPHERES_ONLY, message, at)


def _place(robot: Robot, pair: Pair) -> Origin | None:
    """Return the place of the self-collision section, or else that of the first link."""
    use = robot.self_collision
    at = use.origin if use is not None else None
    return at or robot.link_by_name[pair.first].origin


def _names(pair: Pair) -> str:
    return f"'{pair.first}' and '{pair.second}'"

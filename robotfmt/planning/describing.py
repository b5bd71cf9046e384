"""Create what MoveIt needs: groups, end effectors, a state, and the ignored pairs."""

from __future__ import annotations

from collections import Counter

from ..adapting import assume_base, with_virtual_joint
from ..codes import planning as codes
from ..diagnostics import Report
from ..kinematics.tree import base_of, roots
from ..model import Base, IgnoredPair, Robot
from ..model.record import replace
from ..selfcollision import Classes, Pair
from ..selfcollision.course import Progress
from ..selfcollision.ignoring import (
    ignored_pairs,
    is_found,
    renewed,
    report_refuted,
    report_unknown,
    touching_at,
    with_ignored_pairs,
)
from ..settings import Settings, context_of
from .control import with_control
from .groups import with_groups, with_home
from .pairs import classified, with_found_pairs
from .plan import Clock, Plan, PlanOptions
from .start import with_start, without_contacts


def describe(
    robot: Robot,
    options: PlanOptions | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Give a robot groups, end effectors, a virtual joint, a state ``home``, and the ignored pairs: an SRDF.

    The contents of documents stay: groups and the virtual joint are created only if there are no groups, or tools are
    given, states only if there are none. Pairs are found by collision geometry only, as in MoveIt.

    Args:
        robot: The robot; its geometry is checked in many poses.
        options: Values that no document gives: tools, base, the pose of ``home``, samples and seed.
        report, settings: Where the findings go; where meshes are, limits.
        progress: Called with the step, the amount done, and the total.

    Raises:
        UsageError: An option names an unknown part; the collision library is not installed.
        ModelError: Mimic joints form a cycle.
    """
    options, settings, clock = options or PlanOptions(), settings or Settings(), Clock()
    report = report if report is not None else Report()
    with clock.phase("control"):
        start = with_control(robot, options, Report())
    with clock.phase("pose"):
        start = with_start(start, options, report, context_of(Report(), settings))
    with clock.phase("pairs"):
        found = _found(start, options, report, settings, progress)
        described = with_found_pairs(robot, found, report, evidence=False)
    with clock.phase("pose"):
        ignored = ignored_pairs(described).keys()
        start = without_contacts(start, found, options, report, settings, ignored=ignored, visuals=False)
    described = with_groups(described, start.tool_frames, options.base, always=bool(options.tools))
    if described.groups != robot.groups:
        _report_groups(described, report)
    described = described if robot.groups else _with_base(described, report)
    return _plan(with_home(described, start), found, clock, report)


def renew_pairs(
    robot: Robot,
    options: PlanOptions | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Renew the ignored pairs of a robot, and change nothing else.

    Pairs with the reason Adjacent, Never, Always or Default, in upper or lower case, or with the text that robotfmt
    writes after such a word, stay, get another of these reasons, or are removed, which is reported. All others stay;
    those that can touch are reported. Pairs of links with unknown shapes stay too.

    Args:
        robot: The robot; its geometry is checked in many poses.
        options: Samples and seed are used.
        report, settings: Where the findings go; where meshes are, limits.
        progress: Called with the step, the amount done, and the total.

    Raises:
        UsageError: The collision library is not installed.
        ModelError: Mimic joints form a cycle.
    """
    options, settings, clock = options or PlanOptions(), settings or Settings(), Clock()
    report = report if report is not None else Report()
    with clock.phase("pairs"):
        found = _found(robot, options, report, settings, progress)
    kept: list[IgnoredPair] = []
    for listed in robot.ignored_pairs:
        pair = found.find(listed.first, listed.second)
        new = listed if _must_stay(listed, found) else renewed(listed, pair)
        if new is None:
            message = f"'{listed.first}' and '{listed.second}' ({listed.reason}): {_why(robot, listed, pair)}"
            report.add(codes.PAIR_REMOVED, message, listed.origin)
        else:
            kept.append(new)
    robot = replace(robot, ignored_pairs=tuple(kept))
    report_refuted(robot, found, report)
    return _plan(with_ignored_pairs(robot, found), found, clock, report)


def _found(
    robot: Robot, options: PlanOptions, report: Report, settings: Settings, progress: Progress | None
) -> Classes:
    """Return the findings about the pairs of a robot, by the shapes that MoveIt uses."""
    found = classified(robot, options, report, settings, progress, visuals=False)
    report_unknown(robot, found, report)
    if not found.pairs and any(link.visuals for link in robot.links):
        message = "fewer than two links have collision geometry; there are no pairs to examine"
        report.add(codes.NO_SHAPES, message, robot.origin)
    return found


def _must_stay(listed: IgnoredPair, found: Classes) -> bool:
    unknown = {*found.without_shape, *found.unplaced}
    return not is_found(listed.reason) or bool(unknown & {listed.first, listed.second})


def _why(robot: Robot, listed: IgnoredPair, pair: Pair | None) -> str:
    """Return why a pair is no longer ignored."""
    if pair is not None:
        return f"they {touching_at(pair)}"
    missing = next((name for name in (listed.first, listed.second) if name not in robot.link_by_name), None)
    if missing is not None:
        return f"link '{missing}' does not exist"
    return "they have no collision shapes"


def _with_base(robot: Robot, report: Report) -> Robot:
    """Return the robot with a virtual joint for its base, which is fixed if no document gives it."""
    if robot.links and base_of(robot) is None:
        message = f"no document gives the base of the robot; '{roots(robot)[0]}' is fixed to the world"
        report.add(codes.FIXED_BASE, message, robot.origin)
    return with_virtual_joint(assume_base(robot, Base.FIXED))


def _report_groups(robot: Robot, report: Report) -> None:
    chains = {each.name: each.chains[0] for each in robot.groups if each.chains}
    names = [
        f"'{each.name}'" + (f" from '{chains[each.name].base}' to '{chains[each.name].tip}'" if each.chains else "")
        for each in robot.groups
    ]
    report.add(codes.GROUPS, f"created the groups {', '.join(names)}", robot.origin)


def _plan(robot: Robot, found: Classes, clock: Clock, report: Report) -> Plan:
    kinds = Counter(pair.kind.value for pair in found.pairs)
    groups = tuple(each.name for each in robot.groups)
    ignored = len(robot.ignored_pairs)
    return Plan(robot=robot, seconds=clock.seconds, pairs=kinds, ignored=ignored, groups=groups, report=report)

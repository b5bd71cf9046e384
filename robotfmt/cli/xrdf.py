"""``robotfmt xrdf``: create an XRDF that a planner can use, from a robot with meshes."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial
from typing import Any

from ..diagnostics import Report
from ..formats.libraries import PLANNING, require
from ..model import Robot
from ..model.features import Feature
from ..model.record import replace
from ..settings import Settings
from . import converting
from .console import counted, progress
from .conversion_options import Request, add_conversion, stored
from .converting import Work
from .needs import needing
from .options import length
from .planning_options import add_samples, planning_request, pose, samples, show_plan
from .sphere_options import asks_for_spheres, fit_arguments

_EXAMPLES = """\
examples:
  robotfmt xrdf arm.urdf -o arm.xrdf                     finds all values
  robotfmt xrdf arm.urdf arm.srdf -o arm.xrdf --group arm --pose ready
  robotfmt xrdf arm.urdf -o arm.xrdf --tool hand --per-link 12 --acceleration 15 --jerk 500
  robotfmt xrdf arm.urdf -o arm.xrdf --budget 150        at most 150 spheres in total
  robotfmt xrdf pr2.dae -o pr2.urdf -o pr2.xrdf -o pr2.srdf    from any format, to any format
  robotfmt xrdf arm.urdf -o arm.yml                      for cuRobo

exit codes: as for 'robotfmt convert'
"""
_MEASURED = 5000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    group = parser.add_argument_group("planning")
    add_conversion(parser, seeded=stored(Feature.SPHERES, Feature.IGNORED_PAIRS, Feature.DEFAULT_POSITIONS))
    parser.epilog = _EXAMPLES
    _add_control(group)
    _add_values(group)
    add_samples(group, stored(Feature.IGNORED_PAIRS))
    parser.set_defaults(run=run)


def _add_control(group: argparse._ArgumentGroup) -> None:
    """Add the options that select the controlled joints."""
    joints = group.add_argument(
        "--joints",
        metavar="NAMES",
        help="comma-separated joints to control (default: those that lead to the end of the longest arm)",
    )
    named = group.add_argument("--group", metavar="NAME", help="control the joints of this group of the SRDF")
    base = group.add_argument("--base", metavar="LINK", help="first link of the chains to control (default: the root)")
    tool = group.add_argument(
        "--tool",
        action="append",
        default=[],
        metavar="LINK",
        help="control the joints that lead to this link, which becomes a tool frame; may be repeated",
    )
    for each in (joints, named, base, tool):
        needing(each, stored(Feature.CSPACE, Feature.GROUPS))


def _add_values(group: argparse._ArgumentGroup) -> None:
    """Add the options for values that no document gives."""
    acceleration = group.add_argument(
        "--acceleration",
        type=_positive,
        metavar="N",
        help="acceleration limit of joints without one, in rad/s² or m/s² (default: by effort and inertia, to 10)",
    )
    jerk = group.add_argument(
        "--jerk",
        type=_positive,
        metavar="N",
        help="jerk limit of joints without one, in rad/s³ or m/s³ (default: 50 times the acceleration)",
    )
    needing(acceleration, stored(Feature.CSPACE, Feature.ACCELERATION))
    needing(jerk, stored(Feature.CSPACE, Feature.JERK))
    pose = group.add_argument(
        "--pose",
        metavar="STATE|NAME=N,...",
        help="default pose: the name of a state, or joint positions: 0.3, 15deg, 30mm",
    )
    needing(pose, stored(Feature.DEFAULT_POSITIONS, Feature.GROUPS))
    world = group.add_argument(
        "--world-buffer",
        type=length,
        metavar="LENGTH",
        help="margin added to all radii for collisions with the world (default 0)",
    )
    own = group.add_argument(
        "--self-buffer",
        type=length,
        metavar="LENGTH",
        help="margin added to all radii for self-collisions (default 0)",
    )
    for each in (world, own):
        needing(each, stored(Feature.BUFFERS))


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    require(PLANNING, "'robotfmt xrdf'")
    asked = replace(planning_request(options), fit=None)  # the plan contains the spheres
    work = Work(operation=partial(_prepared, options, asked), needs_meshes="xrdf", fits=True)
    outcome = converting.run(asked, work)
    show_plan(outcome, asked, _summary)
    return outcome.exit_code


def _prepared(
    options: argparse.Namespace, asked: Request, robot: Robot, report: Report, settings: Settings
) -> tuple[Robot, dict[str, object]]:
    """Return the robot with everything that a planner needs."""
    from ..planning import prepare

    shown = progress("fitting spheres", not (options.quiet or options.json or asked.out_dir))
    given = _plan_options(options, robot)
    plan = prepare(robot, given, report=report, settings=settings, progress=shown, workers=-1)
    links = _measures(plan.robot, report, settings, options.fill) if options.json or options.report else []
    details = {
        "seconds": dict(plan.seconds),
        "pairs": dict(plan.pairs),
        "ignored": plan.ignored,
        "spheres": dict(plan.spheres),
        "links": links,
        "poses": asdict(plan.poses) if plan.poses is not None else None,
    }
    return _with_groups(plan.robot, options.base, asked), {"plan": details}


def _with_groups(robot: Robot, base: str | None, asked: Request) -> Robot:
    """Return the robot with groups for MoveIt, if an output can store them."""
    from ..planning.groups import with_controlled_group, with_groups

    if not asked.stores(Feature.GROUPS):
        return robot
    return with_controlled_group(with_groups(robot, robot.tool_frames, base))


def _measures(robot: Robot, report: Report, settings: Settings, fill: float | None) -> list[dict[str, Any]]:
    """Return the coverage and the protrusion of the spheres of each link."""
    from ..spheres import measure

    found = measure(robot, report=report, settings=settings, samples=_MEASURED, fill=fill)
    return [asdict(each) for each in found]


def _plan_options(options: argparse.Namespace, robot: Robot) -> Any:
    """Return the options of the command as those of the plan."""
    from ..planning import PlanOptions

    state, positions = pose(options.pose, robot)
    return PlanOptions(
        joints=tuple(filter(None, (options.joints or "").split(","))),
        group=options.group,
        base=options.base,
        tools=tuple(options.tool),
        acceleration=options.acceleration,
        jerk=options.jerk,
        state=state,
        pose=positions,
        spheres=fit_arguments(options) if asks_for_spheres(options) else None,
        world_buffer=options.world_buffer,
        self_buffer=options.self_buffer,
        samples=samples(options.samples),
        seed=options.seed,
    )


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number")
    return value


def _summary(plan: dict[str, Any]) -> str:
    total = sum(plan["spheres"].values())
    pairs = ", ".join(f"{count} {kind}" for kind, count in sorted(plan["pairs"].items()))
    seconds = ", ".join(f"{name} {value:.1f} s" for name, value in plan["seconds"].items())
    spheres = f"{counted(total, 'sphere')} on {counted(len(plan['spheres']), 'link')}"
    summary = f"{spheres}; pairs: {pairs or 'none'}, {plan['ignored']} ignored; {seconds}"
    return f"{summary}\n{_felt(plan['poses'])}" if plan["poses"] else summary


def _felt(poses: dict[str, Any]) -> str:
    """Return what a planner feels of the spheres."""
    refused = 100 * poses["refused"] / max(poses["free"], 1)
    passed = 100 * poses["collide"] / max(poses["clear"], 1)
    return (
        f"of {poses['poses']} random poses of the robot alone, spheres refuse {refused:.3g} % of the free ones, and "
        f"{passed:.3g} % of those that they allow collide"
    )

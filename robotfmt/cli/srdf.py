"""``robotfmt srdf``: create an SRDF for MoveIt, or update the collision pairs of one."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import Any

from ..diagnostics import Report
from ..formats import Carries, Format
from ..formats.libraries import COLLISIONS, require
from ..model import Robot
from ..model.features import Feature
from ..settings import Settings
from . import converting
from .console import counted, progress
from .conversion_options import add_conversion, needs_output, stored
from .converting import Work
from .needs import Idle, Need
from .planning_options import add_arms, add_samples, planning_request, pose, samples, show_plan
from .sphere_options import add_seed

_EXAMPLES = """\
examples:
  robotfmt srdf arm.urdf -o arm.srdf                     groups, end effectors, a state home, ignored pairs
  robotfmt srdf arm.urdf -o arm.srdf --tool tool0 --base base_link
  robotfmt srdf arm.urdf -o arm.srdf -o joint_limits.yaml   also the limits that MoveIt needs to time a path
  robotfmt srdf arm.urdf --update arm.srdf               renews the pairs; the rest stays byte for byte
  robotfmt srdf pr2.dae -o pr2.urdf -o pr2.srdf --meshes copy

--update renews the pairs with the reason Adjacent, Never, Always or Default; pairs with other reasons
stay, and those that can touch are reported

exit codes: as for 'robotfmt convert'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    group = parser.add_argument_group("planning")
    add_conversion(parser, spheres="never")
    parser.epilog = _EXAMPLES
    add_arms(group, _created(needs_output("groups", _has_arms)), _created(stored(Feature.STATES)))
    for add in (add_samples, add_seed):
        add(group, stored(Feature.IGNORED_PAIRS))
    parser.set_defaults(run=run)


def _has_arms(format: Format, options: Mapping[str, str]) -> bool:
    """Return True if a document depends on the arms: they are groups or manipulators, and the state is theirs."""
    stores = any(format.stores(each, options) for each in (Feature.GROUPS, Feature.STATES))
    return stores or format.holds(Feature.MANIPULATORS) is Carries.FULL


def _created(need: Need) -> Need:
    """Return a need of documents that are created: an update only renews their pairs."""

    def idle(options: argparse.Namespace) -> Idle | None:
        if options.update is None:
            return need(options)
        return Idle("--update renews the pairs, and nothing else", "Create an SRDF with -o, or leave it out.")

    return idle


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    require(COLLISIONS, "'robotfmt srdf'")
    asked = planning_request(options)
    work = Work(operation=partial(_described, options), needs_meshes="srdf", merge=False, own_pairs=True)
    outcome = converting.run(asked, work)
    show_plan(outcome, asked, _summary)
    return outcome.exit_code


def _described(
    options: argparse.Namespace, robot: Robot, report: Report, settings: Settings
) -> tuple[Robot, dict[str, object]]:
    """Return the robot with everything that MoveIt needs; for a document that is updated, only with other pairs."""
    from ..planning import PlanOptions, describe, renew_pairs

    state, positions = pose(options.pose, robot)
    plan_options = PlanOptions(
        base=options.base,
        tools=tuple(options.tool),
        state=state,
        pose=positions,
        samples=samples(options.samples),
        seed=options.seed,
    )
    work = renew_pairs if options.update is not None else describe
    shown = progress("sampling poses", not (options.quiet or options.json or options.out_dir))
    plan = work(robot, plan_options, report=report, settings=settings, progress=shown)
    details = {
        "seconds": dict(plan.seconds),
        "pairs": dict(plan.pairs),
        "ignored": plan.ignored,
        "groups": list(plan.groups),
        "spheres": {},
        "links": [],
    }
    return plan.robot, {"plan": details}


def _summary(plan: dict[str, Any]) -> str:
    pairs = ", ".join(f"{count} {kind}" for kind, count in sorted(plan["pairs"].items()))
    seconds = ", ".join(f"{name} {value:.1f} s" for name, value in plan["seconds"].items())
    groups = f"{counted(len(plan['groups']), 'group')}: {', '.join(plan['groups']) or 'none'}"
    return f"{groups}; pairs: {pairs or 'none'}, {plan['ignored']} ignored; {seconds}"

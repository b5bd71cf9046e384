"""``robotfmt setup``: everything that planners and simulators need of a robot, in a folder for each."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .. import codes
from ..diagnostics import Report, Severity
from ..errors import UsageError
from ..formats.libraries import PLANNING, require
from ..hub.reading import read
from ..model import Robot
from .console import counted, print_message, progress, show_report
from .format_needs import anything_written
from .needs import Idle, Need
from .options import add_allow, add_common, allowed, settings
from .planning_options import add_arms, add_samples, pose, samples
from .sphere_options import add_spheres, asks_for_spheres, fit_arguments

CLIENTS = "moveit, roboplan, pyroki, vamp, curobo, cumotion, isaacsim, mujoco, drake"
"""Those of :data:`robotfmt.setup.CLIENTS`, which loads numpy."""
PARTS = {"arms": "groups of joints", "home": "pose", "pairs": "ignored pairs", "spheres": "collision spheres"}
"""What clients use of the description of a robot, in words."""
_EXAMPLES = f"""\
examples:
  robotfmt setup arm.urdf --for moveit --out-dir arm_moveit_config
  robotfmt setup arm.urdf arm.srdf --for roboplan,mujoco --out-dir out     in out/roboplan and out/mujoco
  robotfmt setup arm.dae --for vamp --out-dir out --tool hand --budget 80

clients: {CLIENTS}

exit codes: 0 if everything was written; 1 if the report has errors, 2 for a wrong command, 3 if a document cannot be
read, 4 if a file exists or cannot be written
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    parser.add_argument(
        "--for",
        dest="clients",
        required=True,
        metavar="CLIENTS",
        help=f"comma-separated programs: {CLIENTS}",
    )
    parser.add_argument(
        "--out-dir", required=True, metavar="FOLDER", help="folder for the files; with a folder in it for each client"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    group = parser.add_argument_group("planning")
    add_arms(group, _used("arms"), _used("home"))
    add_samples(group, _used("pairs"))
    add_spheres(parser, _used("spheres"), single=False, seeded=_used("pairs"))
    add_allow(parser, "comma-separated codes that do not cause a failure, such as mesh.missing")
    add_common(parser, anything_written)
    parser.set_defaults(run=run, fit_spheres=False)


def _used(part: str) -> Need:
    """Return the need of a client that uses a part of the description."""

    def idle(options: argparse.Namespace) -> Idle | None:
        from ..setup import CLIENTS as KNOWN

        clients = _clients(options)
        if any(name not in KNOWN or part in KNOWN[name].uses for name in clients):
            return None
        able = ", ".join(name for name, each in KNOWN.items() if part in each.uses)
        return Idle(f"{' and '.join(clients)} get no {PARTS[part]}", f"These do: {able}; or leave it out.")

    return idle


def _clients(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the clients that are asked for."""
    return tuple(dict.fromkeys(filter(None, map(str.strip, options.clients.split(",")))))


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    require(PLANNING, "'robotfmt setup'")
    from ..setup import setup
    from ..validation.usable import require_shapes

    report, chosen = Report(), settings(options)
    clients = _clients(options)
    if not clients:
        raise UsageError(codes.USAGE, "no client is given: --for moveit")
    robot = read(*options.files, report=report, settings=chosen)
    require_shapes(robot, chosen, report, "setup", allowed(options.allow))
    files = setup(
        robot,
        clients,
        Path(options.out_dir),
        _plan_options(options, robot),
        report=report,
        settings=chosen,
        overwrite=options.overwrite,
        progress=progress("describing the robot", not (options.quiet or options.json)),
        workers=-1,
    )
    _show(options, report, files)
    return 1 if report.having(Severity.ERROR) else 0


def _plan_options(options: argparse.Namespace, robot: Robot) -> Any:
    """Return the options of the command as those of the plan."""
    from ..planning import PlanOptions

    state, positions = pose(options.pose, robot)
    return PlanOptions(
        base=options.base,
        tools=tuple(options.tool),
        state=state,
        pose=positions,
        spheres=fit_arguments(options) if asks_for_spheres(options) else None,
        samples=samples(options.samples),
        seed=options.seed,
    )


def _show(options: argparse.Namespace, report: Report, files: dict[str, tuple[Path, ...]]) -> None:
    """Show what was written, and the report."""
    if options.json:
        rows = {name: [str(path) for path in paths] for name, paths in files.items()}
        print(json.dumps({"files": rows, "diagnostics": [each.record() for each in report]}, indent=2))
        return
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    for name, paths in files.items():
        folder = Path(options.out_dir) / name if len(files) > 1 else Path(options.out_dir)
        print_message(f"wrote {counted(len(paths), 'file')} for {name} in {folder}", options.quiet)

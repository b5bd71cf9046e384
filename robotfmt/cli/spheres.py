"""``robotfmt spheres``: fit collision spheres to a robot, or measure existing ones."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..codes import USAGE
from ..diagnostics import Report
from ..errors import UsageError
from ..formats.libraries import COLLISIONS, FITTING, MEASURING, require
from ..hub.reading import read
from ..model import Robot
from ..model.features import Feature
from ..settings import Settings
from . import converting
from .console import progress, show_report
from .conversion_options import add_conversion, request, stored
from .converting import Work
from .options import add_allow, add_common, allowed, length, settings

if TYPE_CHECKING:
    from ..spheres import LinkMeasure, PoseMeasure

_EXAMPLES = """\
examples:
  robotfmt spheres fit arm.urdf -o arm.xrdf --per-link 12
  robotfmt spheres fit arm.urdf -o arm.xrdf --tolerance 5mm
  robotfmt spheres fit arm.urdf --update arm.xrdf
  robotfmt spheres fit arm.urdf -o arm.xrdf --per-link 16 --approximate
  robotfmt spheres measure arm.urdf arm.xrdf --json
  robotfmt spheres measure arm.urdf arm.xrdf --poses 2000
  robotfmt spheres front arm.urdf --link forearm --counts 8 16
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    verbs = parser.add_subparsers(metavar="fit|measure|front", required=True)
    fit = verbs.add_parser("fit", help="fit spheres that provably cover every link, or approximate it")
    add_conversion(fit, spheres="always")
    fit.epilog = _EXAMPLES
    fit.set_defaults(run=run_fit, needs=(("spheres fit", stored(Feature.SPHERES)),))
    measure = verbs.add_parser(
        "measure",
        help="measure how well spheres cover links, and how far they protrude",
        description="Measure spheres at sampled points. The reported maxima are those of the samples; the "
        "true maxima are slightly larger.",
    )
    measure.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    measure.add_argument("--set", metavar="NAME", help="name of the sphere set (default: the first one)")
    measure.add_argument(
        "--poses",
        type=int,
        metavar="N",
        help="also compare spheres with shapes in N random poses: how many free ones the spheres refuse, and how many "
        "that are free by the spheres collide",
    )
    measure.add_argument("--bare", action="store_true", help="leave out the buffers that planners add to the radii")
    measure.add_argument(
        "--samples", type=int, default=20000, help="number of surface points for each link (default 20000)"
    )
    measure.add_argument(
        "--fill",
        type=length,
        metavar="WIDTH",
        help="treat openings up to WIDTH as closed, as in spheres fit (default 2%% of the link's diagonal)",
    )
    measure.add_argument("--seed", type=int, default=0, help="seed of the random numbers (default 0)")
    add_allow(measure, "comma-separated codes that do not cause a failure, such as mesh.missing")
    add_common(measure)
    measure.set_defaults(run=run_measure)
    _add_front(verbs)


def _add_front(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the arguments of ``front``."""
    front = verbs.add_parser(
        "front",
        help="show what numbers of spheres and weights of cover cost for one link",
        description="Fit spheres to one link in several ways, and measure each: approximations that favour "
        "clearance or cover, and spheres that must cover the link.",
    )
    front.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    front.add_argument("--link", required=True, help="name of the link")
    front.add_argument("--counts", type=int, nargs="+", metavar="N", help="numbers of spheres (default 8 16 32)")
    front.add_argument(
        "--weights",
        type=float,
        nargs="+",
        metavar="W",
        help="weights of uncovered volume against excess volume, as --favour (default 0.0625 0.25 1 4 16)",
    )
    front.add_argument("--effort", type=float, default=1.0, metavar="N", help="search N times longer (default 1)")
    front.add_argument("--fill", type=length, metavar="WIDTH", help="treat openings up to WIDTH as closed")
    front.add_argument("--seed", type=int, default=0, help="seed of the random numbers (default 0)")
    add_allow(front, "comma-separated codes that do not cause a failure, such as mesh.missing")
    add_common(front)
    front.set_defaults(run=run_front)


def run_fit(options: argparse.Namespace) -> int:
    """Fit spheres; return the exit code."""
    return converting.run(request(options), Work(merge=False)).exit_code


def run_front(options: argparse.Namespace) -> int:
    """Show the choices for a link; return the exit code."""
    require(FITTING, "'robotfmt spheres front'")
    from ..spheres.surface import COUNTS, WEIGHTS, front, front_table
    from ..validation.usable import require_shapes

    report, chosen = Report(), settings(options)
    robot = read(*options.files, report=report, settings=chosen)
    require_shapes(robot, chosen, report, "fitting", allowed(options.allow))
    shown = progress("fitting spheres", not (options.quiet or options.json))
    counts, weights = options.counts or COUNTS, options.weights or WEIGHTS
    choices, total = [], len(counts) * (len(weights) + 1)
    for choice in front(
        robot,
        options.link,
        counts=counts,
        weights=weights,
        effort=options.effort,
        fill=options.fill,
        seed=options.seed,
        report=report,
        settings=chosen,
    ):
        choices.append(choice)
        if shown is not None:
            shown(options.link, len(choices), total)
    if shown is not None:
        shown.stop()
    print(json.dumps(list(map(asdict, choices)), indent=2) if options.json else front_table(choices))
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    return 0


def run_measure(options: argparse.Namespace) -> int:
    """Measure the spheres of a robot; return the exit code."""
    require(MEASURING, "'robotfmt spheres measure'")
    from ..spheres import measure
    from ..validation.usable import require_shapes

    report = Report()
    chosen = settings(options)
    robot = read(*options.files, report=report, settings=chosen)
    require_shapes(robot, chosen, report, "measuring", allowed(options.allow))
    shown = progress("measuring spheres", not (options.quiet or options.json))
    measures = measure(
        robot,
        name=options.set,
        bare=options.bare,
        report=report,
        settings=chosen,
        samples=options.samples,
        seed=options.seed,
        fill=options.fill,
        progress=shown,
    )
    if shown is not None:
        shown.stop()
    if not measures:
        message = "no link has geometry to measure spheres against"
        raise UsageError(USAGE, message, help="Also give the document with the robot's shapes, such as a URDF.")
    _show_measures(measures, _poses(robot, options, chosen), options.json)
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    return 0


def _poses(robot: Robot, options: argparse.Namespace, chosen: Settings) -> PoseMeasure | None:
    """Compare spheres with shapes in random poses, if the user asks for it."""
    if options.poses is None:
        return None
    if options.poses < 1:
        raise UsageError(USAGE, f"--poses: {options.poses} is not a positive number")
    require(COLLISIONS, "'robotfmt spheres measure --poses'")
    from ..spheres import measure_poses

    return measure_poses(robot, poses=options.poses, seed=options.seed, settings=chosen)


def _show_measures(measures: Sequence[LinkMeasure], poses: PoseMeasure | None, as_json: bool) -> None:
    """Print the measures of links, and those of poses if there are any."""
    if as_json:
        links = [asdict(each) for each in measures]
        print(json.dumps(links if poses is None else {"links": links, "poses": asdict(poses)}, indent=2))
        return
    from ..spheres.measuring.links import table

    print(table(measures))
    if poses is not None:
        from ..spheres.measuring.poses import pose_table

        print(pose_table(poses))

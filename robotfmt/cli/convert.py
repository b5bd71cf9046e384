"""``robotfmt convert``: one robot to one or several documents, or many robots in a batch."""

from __future__ import annotations

import argparse

from ..model.features import Feature
from . import converting
from .conversion_options import add_conversion, needs_output, request, stored
from .needs import needing

_EXAMPLES = """\
examples:
  robotfmt convert pr2.dae pr2.urdf                   formats from names and content
  robotfmt convert arm.urdf arm.srdf -o a.dae -o a.xrdf   several in, several out
  robotfmt convert robots/*.urdf --to collada --out-dir out   each separately, in parallel
  robotfmt convert arm.urdf arm.srdf --update arm.xrdf    in place: only what is new changes
  cat arm.urdf | robotfmt convert - - --to collada        '-' is standard input or output

exit codes: 0 ok, 1 errors in the robot, or --fail-on, 2 usage, 3 unreadable input,
4 output cannot be written, 70 internal error, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add_conversion(parser, writing="conversion")
    base = parser.add_argument(
        "--base",
        dest="base_given",
        choices=("fixed", "floating"),
        help="how the robot is connected to the world, where the input leaves it open: an arm that is bolted down"
        " is fixed, a drone or a humanoid floating",
    )
    needing(base, stored(Feature.BASE))
    load = parser.add_argument(
        "--load",
        action="store_true",
        help="also load what was written with the programs that read it and are installed (robotfmt[load])",
    )
    needing(load, needs_output("a whole robot", lambda format, options: not format.overlay))
    parser.epilog = _EXAMPLES
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    return converting.run(request(options)).exit_code

"""``robotfmt check``: what is wrong with documents and the robots in them."""

from __future__ import annotations

import argparse
import sys

from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..formats.libraries import COLLISIONS, require
from ..hub.checking import Check, check
from ..model.record import replace
from ..selfcollision.pairs import Collisions
from .console import progress, say
from .findings import WRITERS, summary
from .options import add_allow, add_common, add_target, allowed, settings

_EXAMPLES = """\
examples:
  robotfmt check arm.urdf
  robotfmt check arm.urdf arm.xrdf                    two documents of one robot
  robotfmt check arm.urdf --meshes                    looks into the meshes too
  robotfmt check arm.urdf arm.srdf --collisions       which pairs can touch though they are not checked
  robotfmt check robots/*.urdf --output-format sarif > findings.sarif

exit codes: 0 no errors, 1 errors (with --strict also warnings), 2 usage, 3 unreadable input
"""

_MOST_SAMPLES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="documents, of one robot or of several")
    parser.add_argument("--meshes", action="store_true", help="load every mesh and check it too")
    group = parser.add_argument_group("collisions")
    group.add_argument(
        "--collisions",
        action="store_true",
        help="look which links can touch that are not checked, and the reverse",
    )
    group.add_argument(
        "--samples", type=_count, default=10_000, metavar="N", help="poses of each pair (default 10000)"
    )
    group.add_argument("--seed", type=_seed, default=0, help="of the poses (default 0)")
    parser.add_argument("--output-format", choices=tuple(WRITERS), default="full", help="default: full")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument(
        "--only", default="", metavar="CODES", help="only these, such as robot,xrdf.limits-length"
    )
    add_allow(parser, "codes whose errors count as warnings, such as mesh.missing")
    parser.add_argument("--ignore", default="", metavar="CODES", help="all but these")
    add_target(parser)
    add_common(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; returns the exit code."""
    if options.collisions:
        require(COLLISIONS, "'robotfmt check --collisions'")
    only, ignored, tolerated = _codes(options.only), _codes(options.ignore), allowed(options.allow)
    looked = _collisions(options) if options.collisions else None
    done = check(*options.files, settings=settings(options), meshes=options.meshes, collisions=looked)
    for each in done:
        wanted = (it for it in each.report if _is_wanted(it, only, ignored))
        each.report.diagnostics = [_softened(it, tolerated) for it in wanted]
    form = "json" if options.json else options.output_format
    sys.stdout.write(WRITERS[form](_shown(done, options) if form in ("full", "concise") else done))
    say(summary(done), options.quiet)
    worst = max(each.exit_code for each in done)
    warned = any(each.report.having(Severity.WARNING) for each in done)
    return max(worst, int(options.strict and warned))


def _count(text: str) -> int:
    return _whole(text, 1, _MOST_SAMPLES)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**32 - 1)


def _whole(text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from {least} to {most}")
    return int(text)


def _collisions(options: argparse.Namespace) -> Collisions:
    return Collisions(samples=options.samples, seed=options.seed, progress=progress(not options.quiet))


def _shown(done: list[Check], options: argparse.Namespace) -> list[Check]:
    """For people: with ``--quiet`` errors only, and only with ``--verbose`` what is merely not understood."""
    return [
        Check(each.documents, _filtered(each.report, options), each.failure, each.expansions) for each in done
    ]


def _filtered(report: Report, options: argparse.Namespace) -> Report:
    shown = Report()
    for each in report:
        hidden = each.fate is Fate.PASSED_THROUGH and not options.verbose
        if not hidden and (not options.quiet or each.severity is Severity.ERROR):
            shown.diagnostics.append(each)
    return shown


def _softened(it: Diagnostic, allowed: list[str]) -> Diagnostic:
    is_softened = it.code in allowed and it.severity is Severity.ERROR
    return replace(it, severity=Severity.WARNING) if is_softened else it


def _is_wanted(it: Diagnostic, only: frozenset[str], ignored: frozenset[str]) -> bool:
    slugs = {it.code, it.code.partition(".")[0]}
    return not (slugs & ignored) and (not only or bool(slugs & only))


def _codes(text: str) -> frozenset[str]:
    """Codes, or the first parts of codes, which stand for all of them.

    Raises:
        UsageError: There is no such code.
    """
    from ..formats.catalogue import all_codes, find_code

    names = frozenset(filter(None, (each.strip() for each in text.split(","))))
    if not names:
        return names
    parts = {slug.partition(".")[0] for slug in all_codes()}
    for name in names - parts:
        find_code(name)
    return names

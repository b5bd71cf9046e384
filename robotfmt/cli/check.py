"""``robotfmt check``: report errors in documents and their robots."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from ..codes import USAGE
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..errors import UsageError
from ..formats import TARGET
from ..formats.libraries import COLLISIONS, require
from ..hub.checking import Check
from .checking import Checked, Choice, checked, is_unrecognised
from .configuration import FAIL_ON, NEVER
from .console import counted, needs_no_action, print_message
from .findings import FOR_PEOPLE, WRITERS, summary, with_notes_folded
from .format_needs import formats_read
from .needs import needing, option, without
from .options import add_allow, add_common

_EXAMPLES = """\
examples:
  robotfmt check arm.urdf
  robotfmt check arm.urdf arm.xrdf                    two documents of one robot
  robotfmt check .                                    all robot documents in a folder and below
  robotfmt check arm.urdf --meshes                    also checks the meshes
  robotfmt check arm.urdf arm.srdf --collisions       finds pairs that can touch but are ignored
  robotfmt check robots/*.urdf --output-format sarif > findings.sarif
  robotfmt check arm.urdf --fix --diff                shows what --fix would repair
  robotfmt check . --baseline known.json --write-baseline   accepts the current findings
  robotfmt check . --baseline known.json                    shows new findings only

exit codes: 0 nothing found, 1 errors (--fail-on: also warnings, notes or nothing), 2 usage, 3 unreadable input
"""

_MOST_SAMPLES = 1_000_000
Hidden: TypeAlias = Callable[[Diagnostic, argparse.Namespace], bool]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument(
        "files",
        nargs="*",
        default=["."],
        metavar="FILE or FOLDER",
        help="documents of one robot or of several, or folders to search for robot documents, except "
        "files ignored by .gitignore (default: the current folder)",
    )
    parser.add_argument(
        "--as-in-folder",
        action="store_true",
        help="skip files that are not robot documents or that the configuration excludes, as in folders (for hooks "
        "that name every changed file)",
    )
    parser.add_argument("--meshes", action="store_true", help="also load and check every mesh")
    parser.add_argument(
        "--load",
        action="store_true",
        help="also load the documents with the programs that read them and are installed: MuJoCo, Pinocchio, Drake, "
        "pycollada (robotfmt[load])",
    )
    _add_collisions(parser)
    form = parser.add_argument(
        "--output-format", choices=tuple(WRITERS), default="full", help="output format (default: full)"
    )
    needing(form, without("--json"))
    _add_choice(parser)
    _add_fixing(parser)
    parser.add_argument(
        "--target",
        metavar="PROGRAMS",
        help="comma-separated programs that will read the documents, such as mujoco,pinocchio: also report what they "
        "refuse, change in silence, and need",
    )
    add_common(parser, formats_read, TARGET)
    parser.set_defaults(run=run)


def _add_fixing(parser: argparse.ArgumentParser) -> None:
    """Add the options that repair documents."""
    fix = parser.add_argument(
        "--fix",
        action="store_true",
        help="repair what is certain in the documents, such as misspelt words and directions that are no unit vectors; "
        "all other bytes stay",
    )
    diff = parser.add_argument(
        "--diff", action="store_true", help="show what --fix would change, and write nothing (exit code 1 if anything)"
    )
    needing(fix, without("--write-baseline"))
    needing(diff, option("--fix"))


def _add_collisions(parser: argparse.ArgumentParser) -> None:
    """Add the options of the search for links that can touch."""
    group = parser.add_argument_group("collisions")
    group.add_argument(
        "--collisions",
        action="store_true",
        help="also find link pairs that can touch but are ignored, and the reverse (requires robotfmt[planning])",
    )
    samples = group.add_argument(
        "--samples",
        type=_count,
        default=10_000,
        metavar="N",
        help="number of poses to try for each pair (default 10000; with --collisions)",
    )
    seed = group.add_argument(
        "--seed", type=_seed, default=0, help="seed of the random poses (default 0; with --collisions)"
    )
    for each in (samples, seed):
        needing(each, option("--collisions"))


def _add_choice(parser: argparse.ArgumentParser) -> None:
    """Add the options that select findings, and the severity at which the check fails."""
    failing = parser.add_mutually_exclusive_group()
    failing.add_argument(
        "--fail-on",
        choices=FAIL_ON,
        help="exit with 1 if there are findings of this severity or a worse one (default: error)",
    )
    failing.add_argument(
        "--strict", dest="fail_on", action="store_const", const="warning", help="same as --fail-on warning"
    )
    parser.add_argument(
        "--only",
        "--select",
        default="",
        metavar="CODES",
        help="comma-separated codes, or prefixes of codes, to report, such as robot,xrdf.limits-length",
    )
    parser.add_argument("--baseline", metavar="FILE", help="report only findings that are not in this file (JSON)")
    parser.add_argument(
        "--write-baseline",
        action="store_true",
        help="write all findings to the file of --baseline, or of the configuration, and exit with 0",
    )
    add_allow(parser, "codes whose errors are reported as warnings, such as mesh.missing")
    parser.add_argument("--ignore", default="", metavar="CODES", help="codes, or prefixes of codes, to ignore")


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    if options.collisions:
        require(COLLISIONS, "'robotfmt check --collisions'")
    choice, found = Choice(options), checked(options)
    choice.apply(found)
    if options.write_baseline:
        return _write_baselines(found, options)
    _remove_known(found, options)
    if options.fix:
        from .fixing import fixes_of, show_diff

        made = fixes_of(found, options)
        if options.diff:
            return show_diff(made, options)
        made.write()
        found = checked(options) if made.after else found
        choice.apply(found)
        _remove_known(found, argparse.Namespace(**{**vars(options), "quiet": True}))
        print_message(f"fixed {made.words}" if made.after else "nothing to fix", options.quiet)
    done = [each.check for each in found]
    form = "json" if options.json else options.output_format
    shown = _shown(done, options, form)
    sys.stdout.write(WRITERS[form](with_notes_folded(shown) if form == "full" and not options.verbose else shown))
    print_message(summary(done), options.quiet)
    return max((each.exit_code(options.fail_on) for each in found), default=0)


def _baselines(found: list[Checked], options: argparse.Namespace) -> dict[Path, list[Checked]]:
    """Return the checked files by their baseline: that of the command line, else that of the configuration."""
    groups: dict[Path, list[Checked]] = {}
    for each in found:
        path = Path(options.baseline) if options.baseline is not None else each.configuration.baseline
        if path is not None:
            groups.setdefault(path, []).append(each)
    return groups


def _write_baselines(found: list[Checked], options: argparse.Namespace) -> int:
    from .ignores import Baseline

    groups = _baselines(found, options)
    if not groups and found:
        raise UsageError(USAGE, "--write-baseline requires --baseline FILE, or 'baseline' in the configuration")
    for path, group in groups.items():
        number = Baseline(path).write(group)
        print_message(f"wrote {counted(number, 'finding')} to {path}", options.quiet)
    return max((each.exit_code(NEVER) for each in found), default=0)


def _remove_known(found: list[Checked], options: argparse.Namespace) -> None:
    """Remove the findings in baselines."""
    groups = _baselines(found, options)
    if not groups:
        return
    from .ignores import Baseline

    for path, group in groups.items():
        known, gone = Baseline(path).remove_known(group)
        print_message(f"{counted(known, 'finding')} ignored by the baseline {path}", options.quiet or not known)
        message = f"{counted(gone, 'finding')} of {path} no longer found; --write-baseline removes them"
        print_message(message, bool(options.quiet or not gone or options.only or options.ignore))


def _count(text: str) -> int:
    return _whole(text, 1, _MOST_SAMPLES)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**32 - 1)


def _whole(text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} to {most}")
    return int(text)


def _shown(done: list[Check], options: argparse.Namespace, form: str) -> list[Check]:
    """Return the findings to show in a form: programs get all of them."""
    is_hidden = {**dict.fromkeys(FOR_PEOPLE, _is_hidden_from_people), "github": _is_hidden_from_hosts}.get(form)
    if is_hidden is None:
        return done
    return [Check(each.documents, _without(each.report, is_hidden, options), each.failure, each.texts) for each in done]


def _without(report: Report, is_hidden: Hidden, options: argparse.Namespace) -> Report:
    shown = Report()
    shown.diagnostics += (each for each in report if not is_hidden(each, options))
    return shown


def _is_hidden_from_people(it: Diagnostic, options: argparse.Namespace) -> bool:
    """Return True for unrecognised content without ``--verbose``, and with ``--quiet`` for all but errors."""
    is_passed = it.fate is Fate.PASSED_THROUGH and not options.verbose
    return is_passed or (options.quiet and it.severity is not Severity.ERROR)


def _is_hidden_from_hosts(it: Diagnostic, options: argparse.Namespace) -> bool:
    """Return True for a note that asks for nothing: code hosts show few notes of a change."""
    asks_nothing = is_unrecognised(it) or needs_no_action(it)
    return it.severity is Severity.NOTE and asks_nothing and not options.verbose

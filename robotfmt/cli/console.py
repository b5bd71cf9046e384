"""Output for terminals and for programs: data on stdout, everything else on stderr."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from ..codes import FOR_ANOTHER_PROGRAM, NO_PLACE
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..errors import RobotfmtError

if TYPE_CHECKING:
    from .progress import Progress

MOST_ALIKE = 3
"""The number of similar diagnostics that are shown before the rest is only counted; all with ``-v``."""
shown_progress: list[Progress] = []
"""The progress display in use, if there is one."""
_ASKED = (Fate.REMOVED, Fate.CHANGED)
"""The fates of requested changes, which are counted rather than listed if there are many."""
_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def show_report(report: Report, *, verbose: bool = False, quiet: bool = False) -> None:
    """Show the diagnostics of a report, worst first; of similar ones only the first few."""
    shown = [each for each in report if not quiet or each.severity is Severity.ERROR]
    order = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    shown.sort(key=lambda each: (order.index(each.severity), each.fate is not Fate.LOST))
    helped: set[str] = set()
    for group in _alike(shown):
        _show_group(group, len(group) if verbose else MOST_ALIKE)
        first = group[0]
        if first.help is not None and first.help not in helped:
            _say(f"  help: {first.help}")
            helped.add(first.help)


def _show_group(group: list[Diagnostic], most: int) -> None:
    first = group[0]
    if first.fate is Fate.PASSED_THROUGH and most < len(group):
        why = (
            "are meant for other programs" if first.code == FOR_ANOTHER_PROGRAM.slug else "are not understood"
        )
        _say(_line(first, f"{len(group)} parts {why}; they are kept verbatim"))
        return
    if first.fate in _ASKED and most < len(group):
        _say(_line(first, f"{_parts(group)}; -v lists them"))
        return
    if most < len(group):
        most = 1 if first.subject else most
    for each in group[:most]:
        _say(_line(each, each.message))
    if len(group) > most:
        names = ", ".join(each.subject.replace("/", " ") for each in group[most : most + 3] if each.subject)
        more = len(group) - most
        _say(f"  ... and {more} more{': ' + names if names else ''}{', ...' if names and more > 3 else ''}")


def _parts(group: Iterable[Diagnostic]) -> str:
    """Count the parts in the subjects of diagnostics: ``3 links, 2 joints``, or ``7 properties of 1 joint``."""
    steps = [tuple(_own_path(each.subject)) for each in group]
    kinds = Counter(kind for kind, *_ in dict.fromkeys(each[:2] for each in steps))
    parts = ", ".join(f"{number} {_plural(kind) if number > 1 else kind}" for kind, number in kinds.items())
    return parts if kinds.total() == len(steps) else f"{len(steps)} properties of {parts}"


def _own_path(subject: str) -> list[str]:
    """Return the steps of a subject without those that name one of several robots."""
    steps = subject.split("/")
    return steps[2:] if steps[0] == "robot" else steps


def _plural(kind: str) -> str:
    return kind if kind.endswith("s") else f"{kind}s"


def _alike(diagnostics: Iterable[Diagnostic]) -> list[list[Diagnostic]]:
    """Yield diagnostics in groups with the same code and, for losses, the same feature."""
    groups: dict[tuple[str, str | None, Fate | None], list[Diagnostic]] = {}
    for each in diagnostics:
        what = each.feature if each.code == NO_PLACE.slug else None
        groups.setdefault((each.code, what, each.fate if each.fate in _ASKED else None), []).append(each)
    return list(groups.values())


def show_error(error: RobotfmtError, as_json: bool) -> None:
    """Show the error that stopped a command."""
    if as_json:
        import json

        print(json.dumps({"error": error.diagnostic.record(), "exit_code": error.exit_code}))
        return
    _say(_line(error.diagnostic, error.diagnostic.message))
    if error.diagnostic.help is not None:
        _say(f"  help: {error.diagnostic.help}")


def say(text: str, quiet: bool = False) -> None:
    """Print a message to stderr, unless it is to be quiet."""
    if not quiet:
        _say(text)


def counted(number: int, what: str) -> str:
    """Return a count with its noun: ``1 link``, ``2 links``."""
    return f"{number} {what}{'s' if number != 1 else ''}"


def progress(phase: str, enabled: bool = True) -> Progress | None:
    """Return the progress display of a phase of work; None if it is not enabled."""
    if not enabled:
        return None
    from .progress import Progress

    return Progress(phase)


def _line(diagnostic: Diagnostic, message: str) -> str:
    kind = diagnostic.severity.value
    if diagnostic.fate is not None:
        kind += f", {diagnostic.fate.word}"
    place = f"{diagnostic.place}: " if diagnostic.place else ""
    return f"{place}{colored(kind, diagnostic.severity, sys.stderr)} [{diagnostic.code}]: {message}"


def colored(text: str, severity: Severity, stream: TextIO | None = None) -> str:
    """Return a text in the colour of a severity, if the stream (stdout by default) shows colours."""
    wanted = (stream or sys.stdout).isatty() or bool(os.environ.get("FORCE_COLOR"))
    if not wanted or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{_COLORS[severity]}m{text}\033[0m"


def plain(text: str) -> str:
    """Return a text from a document without terminal control characters."""
    return "".join(each if each.isprintable() or each in "\n\t" else ascii(each)[1:-1] for each in text)


def _say(text: str) -> None:
    safe = "".join(each if each.isprintable() or each in "\n\033" else ascii(each)[1:-1] for each in text)
    for each in shown_progress:
        each.hide()
    print(safe, file=sys.stderr)

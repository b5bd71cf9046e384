"""How things are said on a terminal, and to machines: data on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable

from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..errors import RobotfmtError

MOST_OF_ONE_CODE = 5
"""How many diagnostics of one code are shown before the rest is only counted; all with ``-v``."""
_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def show_report(report: Report, *, verbose: bool = False, quiet: bool = False) -> None:
    """Show the diagnostics of a report, worst first; of many with one code only the first few."""
    shown = [each for each in report if not quiet or each.severity is Severity.ERROR]
    order = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    for code, group in _by_code(sorted(shown, key=lambda each: order.index(each.severity))):
        most = len(group) if verbose else MOST_OF_ONE_CODE
        if not verbose and group[0].fate is Fate.CARRIED:
            _say(_line(group[0], f"{len(group)} parts are not understood; they are kept as they are"))
            continue
        for each in group[:most]:
            _say(_line(each, each.message))
        if len(group) > most:
            _say(f"  ... and {len(group) - most} more of [{code}] (-v shows all)")
        if group[0].help is not None:
            _say(f"  help: {group[0].help}")


def show_error(error: RobotfmtError, as_json: bool) -> None:
    """Show what stopped a command."""
    if as_json:
        print(json.dumps({"error": error.diagnostic.record(), "exit_code": error.exit_code}))
        return
    _say(_line(error.diagnostic, error.diagnostic.message))
    if error.diagnostic.help is not None:
        _say(f"  help: {error.diagnostic.help}")


def say(text: str, quiet: bool = False) -> None:
    """Say something that is no data."""
    if not quiet:
        _say(text)


def tally(report: Report) -> str:
    """How many facts met which fate: ``3 lost, 2 guessed, 18 carried``."""
    counts = report.counts()
    said = [f"{counts[fate.value]} {fate.value}" for fate in Fate if fate.value in counts]
    return ", ".join(said) or "nothing lost"


def progress(enabled: bool = True) -> Callable[[str, int, int], None] | None:
    """A function that shows how far something is, on a terminal only."""
    if not enabled or not sys.stderr.isatty():
        return None

    def show(what: str, done: int, total: int) -> None:
        text = f"\r{what[:50]:50} {done}/{total}" if done < total else "\r" + " " * 70 + "\r"
        print(text, end="", file=sys.stderr, flush=True)

    return show


def _line(diagnostic: Diagnostic, message: str) -> str:
    kind = diagnostic.severity.value
    if diagnostic.fate is not None:
        kind += f", {diagnostic.fate.value}"
    place = f"{diagnostic.place}: " if diagnostic.place else ""
    return f"{place}{_colored(kind, diagnostic.severity)} [{diagnostic.code}]: {message}"


def _colored(text: str, severity: Severity) -> str:
    wanted = sys.stderr.isatty() or bool(os.environ.get("FORCE_COLOR"))
    if not wanted or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{_COLORS[severity]}m{text}\033[0m"


def _by_code(diagnostics: Iterable[Diagnostic]) -> list[tuple[str, list[Diagnostic]]]:
    groups: dict[str, list[Diagnostic]] = {}
    for each in diagnostics:
        groups.setdefault(each.code, []).append(each)
    return list(groups.items())


def _say(text: str) -> None:
    safe = "".join(each if each.isprintable() or each in "\n\033" else ascii(each)[1:-1] for each in text)
    print(safe, file=sys.stderr)

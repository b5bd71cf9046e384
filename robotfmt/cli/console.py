"""Output for terminals and for programs: data on stdout, everything else on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..assets.files import read_stream, write_files
from ..codes.collisions import WITHOUT_COAL
from ..codes.folding import folded, worst_first
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..errors import RobotfmtError
from ..limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .progress import Progress

shown_progress: list[Progress] = []
"""The progress display, if there is one."""
_CLAIMS = (Fate.CONVERTED, Fate.APPROXIMATED, Fate.ASSUMED, Fate.LOST)
_HELPS = 3
"""The number of different helps that one line has."""
_NOTHING_TO_DO = "No action needed"
"""The beginning of advice that needs no separate line."""
_LONG, _LAST = 60, 3
"""The length of a path from which on only its last parts are shown, and their number."""
_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def show_report(report: Report, *, verbose: bool = False, quiet: bool = False) -> None:
    """Show the diagnostics of a report: warnings, notes, and errors last.

    Args:
        report: The report.
        verbose: True for all of those that are alike; otherwise they are one line.
        quiet: True for errors only.
    """
    wanted = (each for each in report if verbose or not _needs_nothing(each))
    worst = worst_first(each for each in wanted if not quiet or each.severity is Severity.ERROR)
    shown = sorted(worst, key=lambda each: each.severity is Severity.ERROR)
    helped: set[str] = set()
    for fold in folded(shown):
        line = f"{fold.message}; -v lists them" if fold.is_count else fold.message
        lines = [each.message for each in fold.members] if verbose else [line]
        for each, message in zip(fold.members, lines, strict=False):
            _print(_line(each, message))
        for help in _helps(fold.members, verbose):
            if help not in helped:
                _print(f"  help: {help}")
                helped.add(help)


def _needs_nothing(it: Diagnostic) -> bool:
    """Return True for a note that needs no action: content for another program, which is copied; a slower library."""
    is_hidden = it.fate is Fate.PASSED_THROUGH or it.code == WITHOUT_COAL.slug
    return is_hidden and it.severity is Severity.NOTE and needs_no_action(it)


def _helps(members: Iterable[Diagnostic], verbose: bool) -> list[str]:
    """Return the different helps of diagnostics that are alike, such as those about several packages; not too many."""
    helps = dict.fromkeys(each.help for each in members if verbose or _is_advice(each))
    return [help for help in helps if help is not None][: None if verbose else _HELPS]


def _is_advice(it: Diagnostic) -> bool:
    """Return True unless the help of a diagnostic is about a detail: one that was noted, or that needs no action."""
    is_detail = it.severity is Severity.NOTE and it.fate in _CLAIMS
    return it.help is not None and not is_detail and not needs_no_action(it)


def needs_no_action(it: Diagnostic) -> bool:
    """Return True if the help of a diagnostic begins by saying so."""
    return it.help is not None and it.help.startswith(_NOTHING_TO_DO)


def show_error(error: RobotfmtError, as_json: bool) -> None:
    """Show the error that stopped a command."""
    if as_json:
        import json

        print(json.dumps({"error": error.diagnostic.record(), "exit_code": error.exit_code}))
        return
    _print(_line(error.diagnostic, error.diagnostic.message))
    if error.diagnostic.help is not None:
        _print(f"  help: {error.diagnostic.help}")


def print_message(text: str, quiet: bool = False) -> None:
    """Print a message to stderr, unless output is quiet."""
    if not quiet:
        _print(text)


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
    is_error = diagnostic.severity is Severity.ERROR  # whose document is to be corrected
    shown = diagnostic.place if is_error else short(diagnostic.place)
    place = f"{shown}: " if shown else ""
    return f"{place}{colored(kind, diagnostic.severity, sys.stderr)} [{diagnostic.code}]: {message}"


def short(place: str) -> str:
    """Return a place whose path is relative to the current folder, or has its last parts only if it is long."""
    path = Path(place)
    if not path.is_absolute():
        return place
    path = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return str(path) if len(str(path)) <= _LONG else str(Path("...", *path.parts[-_LAST:]))


def colored(text: str, severity: Severity, stream: TextIO | None = None) -> str:
    """Return a text in the colour of a severity, if the stream (stdout by default) shows colours."""
    wanted = (stream or sys.stdout).isatty() or bool(os.environ.get("FORCE_COLOR"))
    if not wanted or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{_COLORS[severity]}m{text}\033[0m"


def plain(text: str) -> str:
    """Return a text from a document without terminal control characters."""
    return "".join(each if each.isprintable() or each in "\n\t" else ascii(each)[1:-1] for each in text)


def _print(text: str) -> None:
    safe = "".join(each if each.isprintable() or each in "\n\033" else ascii(each)[1:-1] for each in text)
    for each in shown_progress:
        each.hide()
    print(safe, file=sys.stderr)


# Standard input and output as documents

STREAM = "-"


class StandardInput(Mapping[str, bytes]):
    """The document on standard input, by its name; it is read on demand, and only once."""

    _read: tuple[object, bytes] | None = None
    """Keep the content of the stream, which several conversions of one call may use."""

    def __init__(self, limits: Limits) -> None:
        self._limit = limits.mesh_bytes

    def __getitem__(self, name: str) -> bytes:
        if name != STREAM:
            raise KeyError(name)
        read = StandardInput._read
        if read is None or read[0] is not sys.stdin:
            read = StandardInput._read = sys.stdin, read_stream(sys.stdin.buffer, STREAM, self._limit)
        return read[1]

    def __iter__(self) -> Iterator[str]:
        yield STREAM

    def __len__(self) -> int:
        return 1


def is_stream(path: str | Path) -> bool:
    """Return True for standard input or output."""
    return str(path) == STREAM


def put(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write files, and those for standard output after all others are in place.

    Raises:
        OutputError: A file cannot be written.
    """
    write_files([(path, data) for path, data in files if not is_stream(path)])
    for path, data in files:
        if is_stream(path):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

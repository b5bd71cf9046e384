"""Checks of the spelling of URIs: robotfmt reads some that other programs do not."""

from __future__ import annotations

from ..assets.uris import files_of, parse, understood
from ..diagnostics import Report, quoted
from ..model import Robot


def check_spelling(robot: Robot, report: Report) -> None:
    """Find URIs that only lenient readers accept; each is reported once, at its first place."""
    reported: set[str] = set()
    for uri, origin in files_of(robot):
        if uri not in reported:
            reported.add(uri)
            for code in parse(uri).oddities:
                report.add(code, f"the URI {quoted(uri)} is read as {quoted(understood(uri))}", origin)

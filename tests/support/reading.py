"""Shortcuts to read and write in memory."""

from __future__ import annotations

from pathlib import Path

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.formats import find
from robotfmt.model import Robot
from robotfmt.settings import Settings, format_context


def context_for(format_name: str, report: Report | None = None, output: str = "out") -> Context:
    """A context as the hub would make it."""
    format = find(format_name)
    kept = report if report is not None else Report()
    return format_context(format, Settings(), kept, output, format.versions[0])


def read_text(
    text: str | bytes,
    format_name: str,
    report: Report | None = None,
    robot: Robot | None = None,
    name: str = "in",
) -> Robot:
    """Read a robot from a text."""
    read = find(format_name).read
    assert read is not None
    data = text.encode() if isinstance(text, str) else text
    return read(Source(name, data), robot, context_for(format_name, report))


def write_bytes(robot: Robot, format_name: str, report: Report | None = None, output: str = "out") -> bytes:
    """Adapt and write a robot; returns the document."""
    format = find(format_name)
    context = context_for(format_name, report, output)
    adapted = format.adapt(robot, context) if format.adapt is not None else robot
    assert format.write is not None
    return format.write(adapted, context)[output]


def read_file(path: Path, report: Report | None = None, robot: Robot | None = None) -> Robot:
    """Read a robot from a file, by its suffix."""
    data = path.read_bytes()
    from robotfmt.formats import of_input

    return read_text(data, of_input(str(path), data).name, report, robot, str(path))

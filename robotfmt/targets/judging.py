"""Findings with the reaction of a program, and new ones about what only this program refuses, changes or needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .. import formats
from ..codes.targets import FORMAT, NEEDS
from ..diagnostics import Diagnostic, Report, Severity, quoted
from ..documents.source import Source
from ..formats import Format
from ..model import Origin, Robot
from ..model.record import replace
from .rows import Condition, Row, Target

_MOST_NAMES = 3
_WORD = re.compile(r"\w+")
Documents = Sequence[tuple[Source, Format]]


def judge(documents: Documents, robot: Robot, program: Target, report: Report) -> None:
    """Report what a program makes of a robot.

    Args:
        documents: The documents of the robot, that of the robot itself first.
        robot: The robot in them.
        program: The program.
        report: The findings so far; those to which the program reacts get its reaction and its severity.
    """
    if not documents:
        return
    base = documents[0][1].name
    words = {word for each in robot.extensions for word in _WORD.findall(f"{each.name} {each.content}")}
    rows = [it for it in program.rows if (not it.formats or base in it.formats) and it.unless not in words]
    verdicts = [each for each in rows if isinstance(each.on, str)]
    _report_formats(documents, program, report)
    if base not in program.reads:
        return
    report.diagnostics = [_seen_by(program, each, verdicts) for each in report]
    is_alone = len(documents) == 1 and not documents[0][1].overlay
    for row in rows:
        if isinstance(row.on, Condition):
            # What is missing may be in a document that was not given.
            severity = Severity.NOTE if is_alone and row.code is NEEDS else row.severity
            _report_condition(row.on, replace(row, severity=severity), robot, program, report)


def _seen_by(program: Target, found: Diagnostic, verdicts: Sequence[Row]) -> Diagnostic:
    """Return a finding with the reaction of a program, if it has one: the first that is about it."""
    row = next((each for each in verdicts if each.on == found.code and _is_about(each, found)), None)
    if row is None:
        return found
    reaction = f" ({program.title} {row.says})" if f"{program.title} refuses" not in found.message else ""
    return replace(found, severity=row.severity, message=f"{found.message}{reaction}")


def _is_about(row: Row, found: Diagnostic) -> bool:
    return not row.word or row.word in f"{found.message};" or row.word in found.path


def _report_condition(it: Condition, row: Row, robot: Robot, program: Target, report: Report) -> None:
    """Report the parts of a robot that have a property, in one finding."""
    parts = list(it.parts(robot))
    if not parts or row.code is None:
        return
    names = [quoted(name) for name, _ in parts]
    shown = ", ".join(names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    plural = "s" if len(parts) > 1 else ""
    about = f"{it.noun}{plural} with {it.fault}: {shown}{more}" if it.noun else it.fault
    name, part = parts[0]
    subject = f"{it.noun.rpartition(' ')[2]}/{name}" if it.noun else ""
    report.add(row.code, f"{about}; {program.title} {row.says}", part.origin, subject=subject, severity=row.severity)


# Formats


def _report_formats(documents: Documents, program: Target, report: Report) -> None:
    """Report documents whose format the program does not read; those that only add to a robot as notes."""
    for source, format in documents:
        if format.name in program.reads:
            continue
        words = f"{program.title} does not read {format.name}; it reads {', '.join(program.reads)}"
        if format.overlay and not documents[0][1].overlay:
            advice = "No action needed; the program reads the robot without it."
            report.add(FORMAT, words, Origin(source.name), severity=Severity.NOTE, help=advice)
        else:
            report.add(FORMAT, words, Origin(source.name), help=_conversion(source, program))


def _conversion(source: Source, program: Target) -> str:
    """Return the command that converts a document to a format that the program reads."""
    target = next((each for each in _written(program) if not each.overlay), None)
    if target is None:
        return "Give the document of the robot as well."
    stem = source.name.rpartition(".")[0] or source.name
    to = f" --to {target.name}" if len(formats.named(f"x{target.suffixes[0]}")) > 1 else ""
    return f"Convert it: robotfmt convert {source.name} {stem}{target.suffixes[0]}{to} --target {program.name}"


def _written(program: Target) -> Iterator[Format]:
    known = set(formats.names())
    yield from (found for name in program.reads if name in known and (found := formats.find(name)).writes)

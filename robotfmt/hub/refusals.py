"""Conversions that are refused, with the reasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from .. import codes, formats
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..errors import ModelError, UsageError
from ..model import Robot
from ..model.record import replace
from .outputs import Output


def refuse_other_links(read: Robot, edited: Robot, paths: Sequence[Path]) -> None:
    """Refuse changed links or joints if every output only adds to a document that was read.

    Raises:
        UsageError: The links or joints were changed.
    """
    if (read.links, read.joints) != (edited.links, edited.joints):
        names = ", ".join(map(str, paths))
        raise UsageError(codes.LINKS_CHANGED, f"links or joints were changed, but {names} cannot store them")


def refuse_without_links(robot: Robot, documents: Sequence[str], outputs: Sequence[Output]) -> None:
    """Refuse to write a whole robot from documents that only add to one.

    Raises:
        UsageError: An output needs links, and no document has any.
    """
    whole = next((each for each in outputs if not each.format.overlay), None)
    if whole is None:
        return
    names = ", ".join(f"'{each}'" for each in documents)
    message = f"'{whole.path}' needs the robot's links, but {names} can only add to a robot"
    named = _named_document(robot)
    which = f": '{named}' is named in it" if named is not None else ", such as a URDF"
    raise UsageError(codes.NO_LINKS_READ, message, help=f"Also give the document that describes the robot{which}.")


def refuse_empty(robot: Robot, outputs: Sequence[Output], allowed: Collection[str]) -> None:
    """Refuse to write a document of a robot without links: its parts were probably in files that were not found.

    Raises:
        ModelError: The robot has no links, an output is the document of a robot, and the code is not allowed.
    """
    is_whole = not all(each.format.overlay for each in outputs)
    if is_whole and not robot.links and codes.NO_LINKS_READ.slug not in allowed:
        help = "Its parts may be in files that were not found: see the warnings above."
        raise ModelError(codes.NO_LINKS_READ, "the robot has no links; nothing was written", robot.origin, help=help)


def _named_document(robot: Robot) -> str | None:
    """Return the document of the whole robot that unrecognised content names, as in cuRobo's ``urdf_path``."""
    texts = (each.content.strip("\"'") for each in robot.extensions)
    found = ((text, formats.named(text)) for text in texts if "\n" not in text and len(text) < 1000)
    return next((text for text, those in found if any(not each.overlay for each in those)), None)


def refuse_broken(report: Report, allowed: Collection[str] = ()) -> None:
    """Raise an error if the report has errors; those with allowed codes become warnings.

    Raises:
        ModelError: The report has errors.
    """
    if allowed:
        report.diagnostics = [tolerated(each, allowed) for each in report]
    errors = report.errors
    if errors:
        message = f"the robot has {len(errors)} error{'s' if len(errors) > 1 else ''}; nothing was written"
        raise ModelError(codes.TOO_BROKEN, message, findings=errors)


def tolerated(it: Diagnostic, allowed: Collection[str]) -> Diagnostic:
    """Return an error with an allowed code as a warning, and any other diagnostic unchanged."""
    is_error = it.severity is Severity.ERROR and it.code in allowed
    return replace(it, severity=Severity.WARNING) if is_error else it


_ALLOW = "Correct the errors above, or write the output anyway with --allow CODE."


def refuse_wanted(report: Report, what: Collection[Fate | Severity], allowed: Collection[str]) -> None:
    """Raise an error if the report has findings that the caller forbids.

    Raises:
        ModelError: The report has forbidden findings.
    """
    for each in what:
        found = [it for it in report.having(each) if it.code not in allowed]
        if found:
            clause = "facts would be" if isinstance(each, Fate) else "diagnostics are of the severity"
            message = f"{len(found)} {clause} {each.value}; nothing was written"
            help = _ALLOW if each is Severity.ERROR else None
            raise ModelError(codes.REFUSED_FATE, message, findings=found, help=help)

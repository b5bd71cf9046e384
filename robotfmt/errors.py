"""The exceptions: only for unreadable or unsafe input, robots that are too broken, and misuse."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Code, Diagnostic, Report
from .model import Origin

_LISTED = 20
"""The number of findings that the text of an error lists."""


class RobotfmtError(Exception):
    """Base of all errors that robotfmt raises deliberately; carries the diagnostic with the reason.

    ``findings`` are the diagnostics that led to it, if it sums up several, such as the errors of a robot. The text of
    the error lists them.
    """

    exit_code = 70

    def __init__(
        self,
        code: Code,
        message: str,
        at: Origin | None = None,
        *,
        column: int | None = None,
        help: str | None = None,
        findings: Iterable[Diagnostic] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.at = at
        self.diagnostic: Diagnostic = Report().add(code, message, at, column=column, help=help)
        self.findings: tuple[Diagnostic, ...] = tuple(findings)

    def __str__(self) -> str:
        lines = [str(self.diagnostic), *(f"  {each}" for each in self.findings[:_LISTED])]
        more = len(self.findings) - _LISTED
        return "\n".join([*lines, f"  and {more} more: see the error's 'findings'"] if more > 0 else lines)

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, vars(self))


def _restored(kind: type[RobotfmtError], arguments: tuple[object, ...], state: dict[str, object]) -> RobotfmtError:
    """Return an error unpickled from another process, without its cause."""
    error = kind.__new__(kind, *arguments)
    vars(error).update(state)
    return error


class InputError(RobotfmtError):
    """An input that cannot be read: missing, of unknown format, not well-formed."""

    exit_code = 3


class LimitError(InputError):
    """An input that exceeds one of the :class:`robotfmt.Limits`."""


class UnsafeInput(InputError):
    """An input that requests something unsafe: entities, programs, files outside its folder."""


class ModelError(RobotfmtError):
    """A readable robot that is too broken for the request."""

    exit_code = 1


class MeshError(RobotfmtError):
    """A mesh that cannot be found or read."""

    exit_code = 3


class UsageError(RobotfmtError):
    """An invalid call."""

    exit_code = 2


class OutputError(RobotfmtError):
    """An output that cannot be written, or would overwrite something."""

    exit_code = 4


class ResourceError(RobotfmtError):
    """An operation that needs more memory than available."""

    exit_code = 71


class InternalError(RobotfmtError):
    """A conversion whose proof failed: an internal error of robotfmt."""

    exit_code = 70

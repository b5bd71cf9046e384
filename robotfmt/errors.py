"""The exceptions: only for what cannot be read, is unsafe, is too broken, or is misuse."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Code, Diagnostic, Report
from .model import Origin

_LISTED = 20
"""How many findings the text of an error lists."""


class RobotfmtError(Exception):
    """Base of all errors that robotfmt raises on purpose; carries the diagnostic that says why.

    ``findings`` are the diagnostics that led to it, where it sums up several: what the robot has errors for, say. The
    text of the error lists them.
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


def _restored(
    kind: type[RobotfmtError], arguments: tuple[object, ...], state: dict[str, object]
) -> RobotfmtError:
    """Return an error as it was in another process, without what it was made from."""
    error = kind.__new__(kind, *arguments)
    vars(error).update(state)
    return error


class InputError(RobotfmtError):
    """An input that cannot be read: missing, of no known format, not well-formed."""

    exit_code = 3


class LimitError(InputError):
    """An input beyond one of the :class:`robotfmt.Limits`."""


class UnsafeInput(InputError):
    """An input that asks for something that is never done: entities, programs, files outside its folder."""


class ModelError(RobotfmtError):
    """A readable robot that is too broken for what was asked."""

    exit_code = 1


class MeshError(RobotfmtError):
    """A mesh that cannot be found or read."""

    exit_code = 3


class UsageError(RobotfmtError):
    """A call that makes no sense."""

    exit_code = 2


class OutputError(RobotfmtError):
    """An output that cannot be written, or would overwrite something."""

    exit_code = 4


class ResourceError(RobotfmtError):
    """Work that needs more memory than the machine has."""

    exit_code = 71


class InternalError(RobotfmtError):
    """A conversion whose proof failed: a fault of robotfmt."""

    exit_code = 70

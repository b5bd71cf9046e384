"""The data that the checks of a document share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.diagnostics import Code, Report, Severity, quoted
from robotfmt.model import Origin, Robot

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Checked:
    """A document, and its robot."""

    document: str
    robot: Robot
    modified: Robot
    """The robot with its modifiers applied."""
    report: Report

    @property
    def version(self) -> str:
        """The version of the document."""
        layout = self.robot.layout("xrdf")
        return (layout.version if layout is not None else None) or "1.0"

    def has_key(self, *steps: str) -> bool:
        """Return True if the document has a key."""
        layout = self.robot.layout("xrdf")
        items = layout.items if layout is not None else ()
        for step in steps:
            found = next((each for each in items if each.kind == "key" and each.step == step), None)
            if found is None:
                return False
            items = found.items
        return True

    def add(self, code: Code, message: str, at: Origin | None = None, *, severity: Severity | None = None) -> None:
        """Report a finding; one about missing content is placed at the document as a whole."""
        self.report.add(code, message, at or Origin(self.document), severity=severity)


def listed(names: Iterable[str]) -> str:
    """Return names for a message: the first few, and the number of others."""
    names = list(names)
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(quoted, names[:_SHOWN])) + more

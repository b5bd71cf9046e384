"""What ``check`` finds in a document with a fault and not in the same document without it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rows import Documents, Fault, Planted

from robotfmt.diagnostics import Diagnostic, Severity
from robotfmt.hub.checking import check
from robotfmt.selfcollision.pairs import Collisions
from robotfmt.settings import Settings

SEVERITIES = tuple(each.value for each in Severity)
"""The worst first."""
_SAMPLES = 200
_LINE = re.compile(r"\bline \d+")


@dataclass(frozen=True)
class Finding:
    """A finding of a checker."""

    severity: str
    code: str
    text: str
    """The subject and the message, without numbers of lines, which change with the document."""


def finding(severity: str, code: str, *words: str) -> Finding:
    """Return a finding whose text does not depend on the line."""
    return Finding(severity, code, _LINE.sub("line", " ".join(each for each in words if each)))


Finder = Callable[[Planted, Path, bytes, str], Iterable[Finding]]
"""Returns the findings in a robot whose document, at a path, has some bytes; examining ``meshes`` or ``collisions``."""


class Compared:
    """The findings of a checker that come with faults; each robot without faults is checked once."""

    def __init__(self, documents: Documents, find: Finder, needy: bool = True) -> None:
        """Take a finder; ``needy`` if what it finds depends on what else is examined."""
        self._documents, self._find, self._needy = documents, find, needy
        self._clean: dict[tuple[str, str], frozenset[Finding]] = {}
        self.seconds = 0.0
        """CPU seconds of checks in this process."""

    def clean(self, robot: Planted, needs: str = "") -> frozenset[Finding]:
        """Return the findings in a robot without faults."""
        key = robot.name, needs if self._needy else ""
        if key not in self._clean:
            path = self._documents.path(robot)
            self._clean[key] = frozenset(self._find(robot, path, path.read_bytes(), needs))
        return self._clean[key]

    def new(self, fault: Fault) -> list[Finding]:
        """Return the findings that come with a fault."""
        path = self._documents.path(fault.robot)
        before = self.clean(fault.robot, fault.needs)
        start = time.process_time()
        found = list(self._find(fault.robot, path, fault.plant(path.read_bytes()), fault.needs))
        self.seconds += time.process_time() - start
        return [each for each in found if each not in before]


def by_check(documents: Documents) -> Finder:
    """Return what finds faults with ``robotfmt check``, beside the documents that a robot's document adds to."""

    def find(robot: Planted, path: Path, data: bytes, needs: str) -> list[Finding]:
        checks = check(
            *documents.beside(robot),
            path,
            settings=Settings(given={str(path): data}),
            meshes=needs == "meshes",
            collisions=Collisions(samples=_SAMPLES) if needs == "collisions" else None,
        )
        return [_finding(each) for one in checks for each in one.report]

    return find


def _finding(each: Diagnostic) -> Finding:
    return finding(each.severity.value, each.code, each.subject, each.message)


def worst_naming(fault: Fault, found: Sequence[Finding]) -> Finding | None:
    """Return the worst finding that names what was planted; None if there is none."""
    named = [each for each in found if not fault.names or any(_is_in(name, each.text) for name in fault.names)]
    return min(named, key=lambda each: SEVERITIES.index(each.severity), default=None)


def _is_in(name: str, text: str) -> bool:
    """Whether a text contains a name as a whole word: ``joint1`` is not in ``joint12``."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None

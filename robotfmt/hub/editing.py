"""Edit a robot, and prove it: every fact of the source that the edit removed or changed is reported."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from ..diagnostics import Diagnostic, Fate, Report
from ..edit.journal import Journal
from ..facts import Fact, Path
from ..facts.difference import Difference, is_below
from ..formats.worlds import drop_kept
from ..model import Origin, Robot
from ..model.features import Feature
from ..model.record import Record, replace
from ..settings import Settings
from . import proof
from .tally import Tally, claim, tally


class Edit(Protocol):
    """A change of a robot between reading and writing: a function that takes ``report`` and ``settings`` by name."""

    def __call__(self, robot: Robot, /, *, report: Report, settings: Settings) -> Robot:
        """Return the robot after the change; findings go to the report, and meshes are found by the settings."""
        ...


class Changes(Record, kw_only=False):
    """The difference between the source and the edited robot, and its reports."""

    journal: Journal
    differences: list[Difference]
    """The diagnostics by the paths of the facts in the source."""
    claims: list[Diagnostic]

    @classmethod
    def of(cls, journal: Journal, robot: Robot) -> Changes:
        """Return the changes up to a robot."""
        found = journal.differences(robot)
        return cls(journal, found, list(journal.lines(found)))

    def tally(
        self,
        after: Sequence[Fact],
        kept: Collection[Path],
        claims: Iterable[Diagnostic],
        stored: Collection[Path],
    ) -> Tally:
        """Count the fates of the facts of the source, and of those that the edit added.

        Args:
            after: The facts of the edited robot.
            kept: The paths of the facts that the outputs contain unchanged.
            claims: The diagnostics about the others.
            stored: The paths of the facts of the edited robot that only the sidecar has.
        """
        places = self.journal.places()
        known = self.journal.stated.union(places.values())
        new = [fact for fact in after if fact.path not in known]
        same = {path for path, place in places.items() if place in kept} | self.journal.omitted
        same -= {each.path for each in self.differences} | self.journal.implied
        same |= {fact.path for fact in new if fact.path in kept}
        reported = [*self._in_source_words(claims, places), *self._counted(kept)]
        aside = {path for path, place in places.items() if place in stored}
        aside |= {fact.path for fact in new if fact.path in stored}
        return tally([*self.journal.source, *new], same, reported, aside)

    def _in_source_words(self, claims: Iterable[Diagnostic], places: dict[Path, Path]) -> Iterator[Diagnostic]:
        """Yield diagnostics about facts of the edited robot with their subjects as in the source."""
        first: dict[str, list[str]] = {}
        for path, place in places.items():
            first.setdefault("/".join(place), []).append("/".join(path))
        for each in claims:
            for subject in first.get(each.subject, [each.subject]):
                yield replace(each, subject=subject)

    def _counted(self, kept: Collection[Path]) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each fact that an edit changed or removed.

        A changed fact that no output contains is lost instead.
        """
        reported, gone = (
            {each.subject: each for each in self.claims},
            proof.gone(self.differences, self.claims),
        )
        yield from (claim(fact.subject, Fate.CHANGED) for fact in self.journal.source if self._implies(fact))
        for each in self.differences:
            if each.before is None or (each.after is not None and each.after.path not in kept):
                continue
            if each.subject in reported:
                yield reported[each.subject]
            elif not is_below(each.path, gone):
                yield claim(each.subject, Fate.REMOVED if each.after is None else Fate.CHANGED)

    def _implies(self, fact: Fact) -> bool:
        return fact.path in self.journal.implied


def prove_edit(journal: Journal, robot: Robot, report: Report, allowed: Collection[str] = ()) -> Changes:
    """Report the changed and removed facts of an edited robot.

    Args:
        journal: The operations on the robot.
        robot: The robot after all changes.
        report: Where the diagnostics go.
        allowed: The codes of objections that are only warnings.

    Raises:
        InternalError: Operations alone changed the robot, and a difference has no diagnostic.
    """
    changes = Changes.of(journal, robot)
    report.diagnostics += changes.claims
    _drop_removed(journal.source, robot, report)
    if journal.is_gapless and journal.robot is robot:
        left = proof.unexplained(changes.differences, changes.claims)
        proof.refuse(left, "an edit did not report a change", report, allowed=allowed)
    return changes


def _drop_removed(source: Iterable[Fact], robot: Robot, report: Report) -> None:
    """Drop the notes that unrecognised content is kept which an edit removed."""
    there = {_at(each.origin) for each in robot.extensions}
    content = (each.origin for each in source if each.feature is Feature.EXTENSIONS)
    drop_kept((each for each in content if each is not None and _at(each) not in there), report)


def _at(origin: Origin | None) -> tuple[str | None, int | None, str]:
    return (origin.document, origin.line, origin.path) if origin is not None else (None, None, "")

"""Follow the facts of a robot from one operation to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..diagnostics import Diagnostic, Report
from ..facts import Fact, Kind, Path, facts
from ..facts.difference import TOLERANCE, Difference, is_below, same, same_reference
from ..model import Robot
from ..model.features import Feature
from ..model.record import replace
from .tracing import BASE, COVERING, Step, Verdict, is_alike, topmost

_Words = dict[tuple[Feature, str], object]


class Journal(Report):
    """A report that follows the facts of a robot through operations, and records the reason for every change.

    The operations of :mod:`robotfmt.edit` enter what they do. Other changes in between have no reason here: they are
    those of the caller.
    """

    def __init__(self, robot: Robot) -> None:
        super().__init__()
        self.robot = robot
        """The robot after the last operation."""
        self.is_gapless = True
        """True if operations alone made the robot."""
        self.source = facts(robot)
        """The facts before the first operation."""
        self.omitted: set[Path] = set()
        """Facts that became zero in another frame."""
        self.stated: set[Path] = set()
        """Facts that were zero in their old frame, by their present paths."""
        self.implied: set[Path] = set()
        """Facts that a line about their node covers."""
        self._now = {fact.path: fact for fact in self.source}
        """The facts that still exist, restated under their present paths, by their first paths."""
        self._verdicts: dict[Path, Verdict] = {}
        self._added: dict[Path, Verdict] = {}
        self._joined: set[str] = set()

    def enter(self, step: Step, before: Robot, after: Robot) -> None:
        """Record the changes of an operation."""
        self.is_gapless &= before is self.robot
        for path, fact in self._now.items():  # several first paths can lead to one fact by now
            verdict = step.verdicts.get(fact.path)
            if verdict is not None:
                self._verdicts[path] = verdict
                self.implied |= {path} if verdict.is_implied else set()
            elif fact.path in step.omitted:
                self.omitted.add(path)
        words = _words(step)
        left = ((path, fact) for path, fact in self._now.items() if fact.path in step.moved)
        self._now = {path: _following(fact, *step.moved[fact.path], words) for path, fact in left}
        self.stated = step.stated | {step.moved[path][1].path for path in self.stated if path in step.moved}
        added = {step.moved[path][1].path: it for path, it in self._added.items() if path in step.moved}
        self._added = added | step.added
        if BASE in step.added:
            self._now |= {fact.path: fact for fact in self.source if fact.path == BASE}
        self.robot = after

    def join(self, other: Journal, name: str) -> Path:
        """Follow the facts of another robot too, and return the prefix of their paths.

        Args:
            other: The changes of the other robot so far.
            name: Its name.
        """
        number = 2
        called = name
        while called in self._joined:
            called, number = f"{name}#{number}", number + 1
        self._joined.add(called)
        where = ("robot", called)
        self.source = (*self.source, *(_below(where, each) for each in other.source))
        self._now |= {(*where, *path): _below(where, fact) for path, fact in other._now.items()}
        self._verdicts |= {(*where, *path): it for path, it in other._verdicts.items()}
        self._added |= {(*where, *path): it for path, it in other._added.items()}
        for mine, theirs in (
            (self.omitted, other.omitted),
            (self.stated, other.stated),
            (self.implied, other.implied),
        ):
            mine |= {(*where, *path) for path in theirs}
        self.is_gapless &= other.is_gapless
        self.diagnostics.extend(other.diagnostics)
        return where

    @property
    def old_names(self) -> dict[str, str]:
        """The first names of parts, by their present names."""
        nodes = (fact.path for fact in self.source if fact.kind is Kind.NODE and fact.path in self._now)
        return {self._now[path].path[-1]: path[-1] for path in nodes}

    @property
    def attached(self) -> list[str]:
        """The documents of the robots that were joined to the first one."""
        origins = (fact.origin for fact in self.source if fact.path[0] == "robot")
        return list(dict.fromkeys(each.document for each in origins if each is not None))

    def differences(self, robot: Robot) -> list[Difference]:
        """Return the differences of a robot from the first facts, by their first paths, and the topmost new facts."""
        after = facts(robot)
        there = {fact.path: fact for fact in after}
        found = [Difference(fact.path, fact, now) for fact, now in self._changed(there)]
        known = self.stated.union(fact.path for fact in self._now.values())
        new = topmost(fact for fact in after if fact.path not in known)
        first = {fact.path for fact in self.source}
        return [*found, *(Difference(_new_path(fact.path, first), None, fact) for fact in new)]

    def _changed(self, there: dict[Path, Fact]) -> Iterator[tuple[Fact, Fact | None]]:
        for fact in self.source:
            if fact.path in self.omitted or fact.path in self.implied:
                continue
            restated = self._now.get(fact.path)
            now = there.get(restated.path) if restated is not None else None
            if restated is None or now is None or not _is_same(restated, now):
                yield fact, now

    def lines(self, found: Iterable[Difference]) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each difference that has a reason, or one for a node with everything below it."""
        covered: set[Path] = set()
        for each in found:
            is_new = each.before is None
            verdict = self._added.get(each.fact.path) if is_new else self._verdicts.get(each.path)
            if verdict is None or (each.after is None and is_below(each.path, covered)):
                continue
            fate = verdict.fate_of(each)
            if each.after is None and fate in COVERING:
                covered.add(each.path)
            yield each.diagnosed(verdict.code, message=verdict.message, fate=fate)

    def places(self) -> dict[Path, Path]:
        """Return the present paths of the facts that still exist, by their first paths."""
        return {path: fact.path for path, fact in self._now.items()}


def _words(step: Step) -> _Words:
    """Return the new names that an operation gave, by the feature that uses them and the old name."""
    return {
        (old.feature, old.value): new.value
        for old, new in step.moved.values()
        if isinstance(old.value, str) and old.value != new.value
    }


def _following(fact: Fact, before: Fact, restated: Fact, words: _Words) -> Fact:
    """Restate a fact after an operation; one that was changed before remains different."""
    if fact is before or _is_same(fact, before):
        return restated
    value = words.get((fact.feature, fact.value), fact.value) if isinstance(fact.value, str) else fact.value
    return replace(fact, path=restated.path, value=value)


def _is_same(one: Fact, other: Fact) -> bool:
    return is_alike(one, other) or same(one, other, TOLERANCE, same_reference)


def _new_path(path: Path, taken: Collection[Path]) -> Path:
    """Return the path of a new fact; one that has the path of another first fact is numbered."""
    return (*path[:-1], f"{path[-1]}#2") if path in taken else path


def _below(where: Path, fact: Fact) -> Fact:
    return fact.at((*where, *fact.path))

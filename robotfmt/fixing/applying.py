"""Repair the documents of a check, and read them again: what brings a new finding, or changes the robot otherwise, is
taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, Fate
from ..errors import RobotfmtError
from ..facts import facts
from ..facts.difference import compare
from ..hub.checking import Check
from .marks import is_fixable
from .rules import RULES, Rule

Again = Callable[[Mapping[str, bytes]], Check]
"""Check the documents again, with other contents by their names."""


@dataclass
class Fixed:
    """Documents of one robot with repairs."""

    before: Mapping[str, bytes]
    after: dict[str, bytes]
    counts: Counter[str] = field(default_factory=Counter)
    """The number of repaired findings, by code."""

    @property
    def changed(self) -> list[str]:
        """The names of the changed documents."""
        return [name for name, data in self.after.items() if data != self.before[name]]


def fixed(first: Check, chosen: Sequence[Diagnostic], again: Again) -> Fixed:
    """Return the documents of a check with all repairs that are certain.

    Args:
        first: All findings of the unchanged documents.
        chosen: The findings to repair, of these.
        again: Check other contents of the documents.
    """
    work = _Work(first, chosen, again)
    for rule in RULES:
        for name in first.texts:
            work.apply(rule, name)
    return work.done


class _Work:
    """The state of a repair: the contents so far, and what a check finds in them."""

    def __init__(self, first: Check, chosen: Sequence[Diagnostic], again: Again) -> None:
        self._now, self._again = first, again
        self._chosen = {_key(each) for each in chosen}
        self.done = Fixed(dict(first.texts), dict(first.texts))

    def apply(self, rule: Rule, name: str) -> None:
        """Repair all findings of a rule in a document; if that fails, each by itself."""
        found = self._findings(rule, name)
        if not found or self._try(rule, name, found) or len(found) == 1:
            return
        for each in found:
            left = [it for it in self._findings(rule, name) if _key(it) == _key(each)]
            if left:
                self._try(rule, name, left[:1])

    def _findings(self, rule: Rule, name: str) -> list[Diagnostic]:
        mine = (it for it in self._now.report if it.file == name and it.code in rule.codes and is_fixable(it))
        return [it for it in dict.fromkeys(mine) if _key(it) in self._chosen]

    def _try(self, rule: Rule, name: str, found: Sequence[Diagnostic]) -> bool:
        """Repair findings, and return True if the result is kept."""
        try:
            data = rule.repair(self.done.after[name], found)
            if data == self.done.after[name]:
                return False
            then = self._again({**self.done.after, name: data})
        except RobotfmtError:
            return False
        if not _is_right(self._now, then, rule, found):
            return False
        for code in rule.codes:
            self.done.counts[code] += len(self._now.report.having(code)) - len(then.report.having(code))
        self.done.after[name], self._now = data, then
        return True


def _key(finding: Diagnostic) -> tuple[str | None, str, str]:
    """Return what a finding is about; programs add their reactions to its message."""
    return finding.file, finding.code, finding.path


def _is_right(before: Check, after: Check, rule: Rule, found: Sequence[Diagnostic]) -> bool:
    """Return True if a repair removes findings, brings none, and changes nothing else in the robot."""
    if after.failure > before.failure or len(after.robots) != len(before.robots):
        return False
    was, now = _counts(before), _counts(after)
    if any(number > was[code] for code, number in now.items()) or sum(now.values()) >= sum(was.values()):
        return False
    for one, other in zip(before.robots, after.robots, strict=True):
        for difference in compare(facts(one), facts(other)):
            if not any(rule.may_change(difference, each) for each in found):
                return False
    return True


def _counts(check: Check) -> Counter[str]:
    """Return the number of findings of each code; content that is passed through is none."""
    return Counter(it.code for it in check.report if it.fate is not Fate.PASSED_THROUGH)

"""The number of facts of a robot with each fate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ..diagnostics import Diagnostic, Fate
from ..facts import Fact, Path
from .proof import CLAIMS, whole_of

EDITS = (Fate.REMOVED, Fate.CHANGED)
"""The fates of facts that an operation changes on request."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of facts with each fate; all except the assumed ones add up to the total.

    Facts added by an edit count as facts of the robot.
    """

    kept: int
    converted: int
    approximated: int
    lost: int
    assumed: int
    """The number of facts that the robot did not have."""
    changed: int = 0
    """The number of facts changed by an edit."""
    removed: int = 0
    """The number of facts removed by an edit."""

    def __str__(self) -> str:
        """The counts as text: ``412 facts kept, 3 approximated, 5 lost``."""
        names = ("changed", "removed", "converted", "approximated", "lost", "assumed")
        parts = [f"{count} {name}" for name in names if (count := getattr(self, name))]
        if not self.lost and not self.approximated:
            parts.insert(0, "nothing lost")
        return ", ".join([f"{self.kept} fact{'s' if self.kept != 1 else ''} kept", *parts])


def tally(before: Sequence[Fact], kept: Collection[Path], claims: Iterable[Diagnostic]) -> Tally:
    """Count the facts that are unchanged, in another form, or lost."""
    claims = [claim for claim in claims if claim.fate in (*CLAIMS, *EDITS)]
    claimed = {claim.subject: claim.fate for claim in claims}
    wholes = {subject: fate for subject, fate in claimed.items() if fate is not Fate.CHANGED}
    counts: Counter[Fate | None] = Counter()
    for fact in before:
        if fact.path not in kept:
            fate = claimed.get(fact.subject) or wholes.get(whole_of(fact.subject, wholes))
            counts[Fate.APPROXIMATED if fate is Fate.ASSUMED else fate or Fate.LOST] += 1
    known = {fact.subject for fact in before}
    return Tally(
        kept=sum(fact.path in kept for fact in before),
        converted=counts[Fate.CONVERTED],
        approximated=counts[Fate.APPROXIMATED],
        lost=counts[Fate.LOST],
        assumed=sum(claim.fate is Fate.ASSUMED and claim.subject not in known for claim in claims),
        changed=counts[Fate.CHANGED],
        removed=counts[Fate.REMOVED],
    )

"""The number of facts of a robot with each fate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from .. import codes
from ..diagnostics import Diagnostic, Fate, diagnose
from ..facts import Fact, Path
from ..model.features import COSMETIC
from ..model.record import Record
from .proof import CLAIMS, whole_of

_SHOWN = 4
"""The number of kinds of lost facts that a summary names."""
EDITS = (Fate.REMOVED, Fate.CHANGED)
"""The fates of facts that an operation changes on request."""


class Tally(Record, kw_only=False):
    """The number of facts with each fate; all except the assumed ones add up to the total.

    Facts added by an edit count as facts of the robot.
    """

    kept: int
    converted: int
    approximated: int
    lost: int
    assumed: int
    """The number of assumed facts, which the robot did not have."""
    changed: int = 0
    """The number of facts changed by an edit."""
    removed: int = 0
    """The number of facts removed by an edit."""

    cosmetic: int = 0
    """The number of lost facts of :data:`robotfmt.model.features.COSMETIC` features."""
    stored: int = 0
    """The number of facts that no document has words for, and that the sidecar stores."""
    lost_kinds: tuple[str, ...] = ()
    """The kinds of lost facts, the most frequent one first: values of :class:`robotfmt.formats.Feature`."""

    def __str__(self) -> str:
        """The text of the counts: ``412 properties kept, 3 approximated, 5 lost``."""
        return self.in_words()

    def in_words(self, passed_through: int = 0) -> str:
        """Return the counts that are not 0, with that of the parts of the documents that were passed through."""
        counts = {name: getattr(self, name) for name in ("stored", "changed", "removed", "converted", "approximated")}
        counts |= {"copied unchanged": passed_through, "assumed": self.assumed, "lost": self.lost}
        parts = [f"{count} {name}" for name, count in counts.items() if count]
        if self.lost:
            parts[-1] += f" ({_some(self.lost_kinds)})" if self.lost_kinds else ""
        if not self.lost and not self.approximated and not self.stored:
            parts.insert(0, "nothing lost")
        return ", ".join([f"{self.kept} propert{'ies' if self.kept != 1 else 'y'} kept", *parts])


def _some(kinds: Sequence[str]) -> str:
    """Return the first few kinds as text, with dots if there are more."""
    return ", ".join((*kinds[:_SHOWN], *(["..."] if kinds[_SHOWN:] else [])))


def claim(subject: str, fate: Fate) -> Diagnostic:
    """Return a diagnostic that is only counted: the fate of a fact."""
    return diagnose(codes.LEFT_OUT, subject, subject=subject, fate=fate)


def tally(
    before: Sequence[Fact],
    kept: Collection[Path],
    claims: Iterable[Diagnostic],
    stored: Collection[Path] = (),
) -> Tally:
    """Count the facts that are unchanged, in another form, stored in the sidecar, or lost."""
    claims = [claim for claim in claims if claim.fate in (*CLAIMS, *EDITS)]
    claimed = {claim.subject: claim.fate for claim in claims}
    wholes = {subject: fate for subject, fate in claimed.items() if fate is not Fate.CHANGED}
    counts: Counter[Fate] = Counter()
    cosmetic, kinds = 0, Counter[str]()
    for fact in before:
        if fact.path not in kept:
            fate = claimed.get(fact.subject) or wholes.get(whole_of(fact.subject, wholes))
            fate = Fate.APPROXIMATED if fate is Fate.ASSUMED else fate or Fate.LOST
            fate = Fate.STORED if fate is Fate.LOST and fact.path in stored else fate
            counts[fate] += 1
            cosmetic += fate is Fate.LOST and fact.feature in COSMETIC
            kinds[fact.feature.value] += fate is Fate.LOST
    known = {fact.subject for fact in before}
    return Tally(
        kept=sum(fact.path in kept for fact in before),
        converted=counts[Fate.CONVERTED],
        approximated=counts[Fate.APPROXIMATED],
        lost=counts[Fate.LOST],
        assumed=sum(claim.fate is Fate.ASSUMED and claim.subject not in known for claim in claims),
        changed=counts[Fate.CHANGED],
        removed=counts[Fate.REMOVED],
        cosmetic=cosmetic,
        stored=counts[Fate.STORED],
        lost_kinds=tuple(name for name, count in kinds.most_common() if count),
    )

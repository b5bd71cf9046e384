"""The claims of two steps of a conversion, as claims about both together.

Shapes are known by their places on their links: a step that removes one gives another place to those after it, and the
claims of the next step are about these places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..diagnostics import Diagnostic
from ..facts.difference import Difference
from .proof import untrue, whole_of


def joined(claims: Sequence[Diagnostic], found: Iterable[Difference], real: Sequence[Difference]) -> list[Diagnostic]:
    """Return the claims about the differences before the first step and after the last.

    Args:
        claims: The claims of the steps, in their order.
        found: The differences that need a claim.
        real: All differences, which a claim may be about.
    """
    changes = {claim.subject: claim for claim in claims if claim.change is not None}
    others = [claim for claim in claims if claim.change is None]
    false = {id(claim) for claim in untrue(real, others)}
    return [*_claimed(found, changes), *(claim for claim in others if id(claim) not in false)]


def _claimed(found: Iterable[Difference], changes: dict[str, Diagnostic]) -> Iterator[Diagnostic]:
    last = next(reversed(changes), "")
    for each in found:
        yield each.reported(changes[whole_of(each.subject, changes) or last])

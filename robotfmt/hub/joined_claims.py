"""The claims of two steps of a conversion, as claims about both together.

Shapes are known by their places on their links: a step that removes one gives another place to those after it, and the
claims of the next step are about these places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..diagnostics import Diagnostic
from ..facts.difference import Difference
from .proof import untrue, whole_of

_SHAPES = ("visual", "collision")


def joined(claims: Sequence[Diagnostic], found: Iterable[Difference], real: Sequence[Difference]) -> list[Diagnostic]:
    """Return the claims about the differences before the first step and after the last.

    Claims about other parts than shapes, whose places no step changes, stay as they are.

    Args:
        claims: The claims of the steps, in their order.
        found: The differences that need a claim.
        real: All differences, which a claim may be about.
    """
    changes = {claim.subject: claim for claim in claims if claim.change is not None and _is_of_shape(claim.subject)}
    others = [claim for claim in claims if claim.change is None]
    false = {id(claim) for claim in untrue(real, others)}
    rest = (each for each in claims if each.change is None or not _is_of_shape(each.subject))
    shifted = (each for each in found if _is_of_shape(each.subject))
    return [*_claimed(shifted, changes), *(each for each in rest if id(each) not in false)]


def _is_of_shape(subject: str) -> bool:
    """Return True for a shape of a link, its number, or a property of it."""
    path = subject.split("/")
    return path[0] == "link" and len(path) > 2 and path[2] in _SHAPES


def _claimed(found: Iterable[Difference], changes: dict[str, Diagnostic]) -> Iterator[Diagnostic]:
    last = next(reversed(changes), "")
    for each in found if changes else ():
        yield each.reported(changes[whole_of(each.subject, changes) or last])

"""Misspelt names in a document: those that no reader took, and that differ by one slip from a name at an equal place.

The words are those that readers took or asked for in the same document: for an attribute at elements with the same tag,
for an element below elements with its parent's tag. So no format needs a list of its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ..diagnostics import Severity

_LOOKS = re.compile(r"/(appearance|material)\b")
_SHORTEST = 3
"""The length of a name from which on one slip is not another name: ``x`` and ``y`` are both meant."""


class Spelling:
    """The names that readers know in a document.

    Args:
        known: The names, each after its place: the tag of its element, with a slash for a child of it.
    """

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._at: dict[str, set[str]] = {}
        for place, name in known:
            self._at.setdefault(place, set()).add(name)

    def meant(self, place: str, name: str, given: Collection[str] = ()) -> str:
        """Return the names that were probably meant at a place, in quotes, of those that are not given."""
        return meant(name, self._at.get(place, set()).difference(given))


def meant(name: str, known: Iterable[str]) -> str:
    """Return the known names that differ by one slip from a name, in quotes; empty if there are none."""
    return " or ".join(f"'{each}'" for each in sorted(known) if is_slip(name, each))


def severity_of_slip(place: str) -> Severity:
    """Return the severity of a misspelt name: an error, but a warning where it changes only how the robot looks."""
    return Severity.WARNING if _LOOKS.search(place) else Severity.ERROR


def is_slip(name: str, word: str) -> bool:
    """Return True if a name differs from a word by its case, or by one letter that is wrong, missing, added or swapped
    with its neighbour (the distance of Damerau 1964). Names with other numbers, such as ``axis`` and ``axis2``, are
    meant.
    """
    if name == word or min(len(name), len(word)) < _SHORTEST or _digits(name) != _digits(word):
        return False
    if name.casefold() == word.casefold():
        return True
    short, long = sorted((name, word), key=len)
    same = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) > len(short):
        return short[same:] == long[same + 1 :]
    swapped = short[:same] + short[same : same + 2][::-1] + short[same + 2 :]
    return long in (swapped, short[:same] + long[same : same + 1] + short[same + 1 :])


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))

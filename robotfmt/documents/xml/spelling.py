"""Misspelt names in a document: those that no reader took, and that differ by one slip from a name at an equal place.

The words are those that readers took or asked for in the same document: for an attribute at elements with the same tag,
for an element below elements with its parent's tag. So no format needs a list of its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...model import Extension, ExtensionKind

if TYPE_CHECKING:
    from .element import Element

_SHORTEST = 3
"""The length of a name from which on one slip is not another name: ``x`` and ``y`` are both meant."""


class Spelling:
    """The names that readers know in a document.

    Args:
        elements: The elements of the document.
        missed: The names that readers asked for in vain: attributes by tag, children by their parent's tag and a slash.
    """

    def __init__(self, elements: Iterable[Element], missed: Iterable[tuple[str, str]]) -> None:
        self._words: dict[str, set[str]] = {}
        for place, name in missed:
            self._words.setdefault(place, set()).add(name)
        for element in elements:
            if element.taken is not None:
                below = (child.tag for child in element.children if child.taken is not None)
                self._words.setdefault(element.tag, set()).update(element.taken)
                self._words.setdefault(f"{element.tag}/", set()).update(below)

    def meant(self, extension: Extension, element: Element) -> str | None:
        """Return the name that was probably meant; None if the name is no slip.

        Args:
            extension: An unclaimed part.
            element: The element that it is, or of which it is an attribute.
        """
        if extension.kind is ExtensionKind.ATTRIBUTE:
            known = self._words.get(element.tag, set()) - element.attributes.keys()
        elif extension.kind is ExtensionKind.ELEMENT and element.parent is not None:
            known = self._words.get(f"{element.parent.tag}/", set())
        else:
            return None
        return next((each for each in sorted(known) if is_slip(extension.name, each)), None)


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

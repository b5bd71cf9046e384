"""Finding parts of a robot by their names, and what to say where a name leads nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

_T = TypeVar("_T")


class UnknownName(KeyError):
    """A name that no part of the robot has; the message names the parts whose names are most like it."""

    def __str__(self) -> str:
        return str(self.args[0])


def find(kind: str, name: str, known: Mapping[str, _T]) -> _T:
    """Return the part with a name.

    Args:
        kind: The kind of the parts, such as ``joint``.
        name: The name that is looked for.
        known: All parts of this kind, by their names.

    Raises:
        UnknownName: No part has the name.
    """
    try:
        return known[name]
    except KeyError:
        raise UnknownName(f"the robot has no {kind} {name!r}{suggestion(name, known)}") from None


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the known ones most like it, if there are any."""
    names = " or ".join(map(repr, closest(name, known, most=3, cutoff=0.5)))
    return f"; did you mean {names}?" if names else ""


def closest(name: str, known: Iterable[str], most: int, cutoff: float) -> list[str]:
    """Return the known names that are most like a name, the best first.

    Args:
        name, known: The unknown name, and those that exist.
        most: The number of names at most.
        cutoff: How alike they must be at least, from 0 (any) to 1 (equal).
    """
    from difflib import get_close_matches

    return get_close_matches(name, list(known), most, cutoff)

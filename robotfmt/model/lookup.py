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
    """Return the end of a message about an unknown name: the known ones that it begins or that are most like it."""
    names = list(known)
    begun = [each for each in names if name and each.startswith(name)]
    found = dict.fromkeys([*begun, *closest(name, names, most=3, cutoff=0.6)])
    return f"; did you mean {' or '.join(map(repr, [*found][:3]))}?" if found else ""


def refuse_unknown(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse keywords that a function does not have, as Python does for functions that name theirs.

    Args:
        function: The name of the public function.
        given, known: The keywords that it was called with, and all that it has.

    Raises:
        TypeError: One of them is unknown; the message names those most like it.
    """
    names = list(known)
    for name in given:
        if name not in names:
            message = f"{function}() got an unexpected keyword argument {name!r}{suggestion(name, names)}"
            raise TypeError(message)


def closest(name: str, known: Iterable[str], most: int, cutoff: float) -> list[str]:
    """Return the known names that are most like a name, the best first.

    Args:
        name, known: The unknown name, and those that exist.
        most: The number of names at most.
        cutoff: How alike they must be at least, from 0 (any) to 1 (equal).
    """
    from difflib import get_close_matches

    return get_close_matches(name, list(known), most, cutoff)

"""Find parts of a robot by name, and suggest names for unknown ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

_T = TypeVar("_T")


class UnknownName(KeyError):
    """The name of a part that does not exist; the message suggests similar names."""

    def __str__(self) -> str:
        return str(self.args[0])


def find(kind: str, name: str, known: Mapping[str, _T]) -> _T:
    """Return the part with a name.

    Args:
        kind: The kind of the parts, such as ``joint``.
        name: The requested name.
        known: All parts of this kind, by name.

    Raises:
        UnknownName: No part has the name.
    """
    try:
        return known[name]
    except KeyError:
        raise UnknownName(f"the robot has no {kind} {name!r}{suggestion(name, known)}") from None


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: known names that begin with it or are similar."""
    names = list(known)
    begun = [each for each in names if name and each.startswith(name)]
    found = dict.fromkeys([*begun, *closest(name, names, most=3, cutoff=0.6)])
    return f"; did you mean {' or '.join(map(repr, [*found][:3]))}?" if found else ""


def refuse_unknown(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse unknown keywords, as Python does for functions with named parameters.

    Args:
        function: The name of the public function.
        given, known: The given keywords, and all known ones.

    Raises:
        TypeError: A keyword is unknown; the message suggests similar ones.
    """
    names = list(known)
    for name in given:
        if name not in names:
            message = f"{function}() got an unexpected keyword argument {name!r}{suggestion(name, names)}"
            raise TypeError(message)


def closest(name: str, known: Iterable[str], most: int, cutoff: float) -> list[str]:
    """Return the known names that are most similar to a name, the best first.

    Args:
        name, known: The unknown name, and the known ones.
        most: The maximum number of names.
        cutoff: The minimum similarity, from 0 (any) to 1 (equal).
    """
    from difflib import get_close_matches

    return get_close_matches(name, list(known), most, cutoff)

"""The requests of a page: what their bodies contain, checked, since a sender may be hostile."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..diagnostics import quoted

Row: TypeAlias = "tuple[float, float, float, float]"
"""The centre in the frame of a link and the radius, in metres."""
Members: TypeAlias = "dict[str, object]"
MOST = 10_000
"""How many spheres a robot may be given."""
FARTHEST = 1e6
"""Metres; no number of a sphere is larger."""


class Refused(Exception):
    """A request that is not followed: the status of HTTP, and why, for people."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.words), vars(self)


@dataclass(frozen=True, slots=True)
class Save:
    """All spheres that shall be shown of a robot."""

    robot: int
    spheres: Mapping[str, tuple[Row, ...]]
    """Of each link or frame; one that is not named has none. Those of clones are among them, place holders not."""


@dataclass(frozen=True, slots=True)
class Refit:
    """New spheres for one link: so many, or as tight; as ``fit`` does it by itself where neither is said."""

    robot: int
    link: str
    count: int | None
    tolerance: float | None


def save_of(body: bytes) -> Save:
    """Return the spheres that a body asks for.

    Raises:
        Refused: It is something else, or a sphere is none.
    """
    members = _members(body, {"robot", "spheres"})
    spheres = members["spheres"]
    if not isinstance(spheres, dict):
        raise Refused(400, "'spheres' must be an object with a list of spheres for each link")
    found = {name: _rows(name, value) for name, value in spheres.items()}
    count = sum(map(len, found.values()))
    if count > MOST:
        raise Refused(422, f"there are {count} spheres; a robot may have {MOST}")
    return Save(_index(members["robot"]), found)


def refit_of(body: bytes) -> Refit:
    """Return the link that a body asks to fit anew.

    Raises:
        Refused: It is something else.
    """
    members = {"count": None, "tolerance": None} | _members(
        body, {"robot", "link"}, frozenset({"count", "tolerance"})
    )
    link, count, tolerance = members["link"], members["count"], members["tolerance"]
    if not isinstance(link, str):
        raise Refused(400, "'link' must be a name")
    if count is not None and (type(count) is not int or not 1 <= count <= 1000):
        raise Refused(422, "a link can have 1 to 1000 spheres")
    width = _number(tolerance) if tolerance is not None else None
    if tolerance is not None and (width is None or not 1e-4 <= width <= 10):
        raise Refused(422, "the tolerance must be a number from 0.0001 to 10 metres")
    return Refit(_index(members["robot"]), link, count, width)


def _members(body: bytes, needed: set[str], others: frozenset[str] = frozenset()) -> Members:
    """Return the members of the object that a body is."""
    try:
        value = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        words = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Refused(400, f"the request is not valid JSON: {words}") from error
    if not isinstance(value, dict) or not needed <= value.keys() <= needed | others:
        names = ", ".join(sorted(needed | others))
        raise Refused(400, f"the request must be an object with: {names}")
    return value


def _object(pairs: list[tuple[str, object]]) -> Members:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name appears twice in one object")
    return found


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is not a number")


def _index(value: object) -> int:
    if type(value) is not int or value < 0:
        raise Refused(400, "'robot' must be the index of a robot, counted from 0")
    return value


def _rows(name: str, value: object) -> tuple[Row, ...]:
    if not isinstance(value, list):
        raise Refused(400, f"the spheres of {quoted(name)} must be a list")
    return tuple(_row(name, place, each) for place, each in enumerate(value, 1))


def _row(name: str, place: int, value: object) -> Row:
    numbers = [_number(each) for each in value] if isinstance(value, list) else []
    x, y, z, radius = numbers if len(numbers) == 4 else (None,) * 4
    what = f"sphere {place} of {quoted(name)}"
    if x is None or y is None or z is None or radius is None:
        raise Refused(400, f"{what} must be four numbers: x, y, z and the radius, in metres")
    if radius <= 0 or max(map(abs, (x, y, z, radius))) > FARTHEST:
        raise Refused(
            422, f"{what} has radius {radius:g} at {x:g}, {y:g}, {z:g}: the values are out of range"
        )
    return x, y, z, radius


def _number(value: object) -> float | None:
    """Return a finite number; None for anything else."""
    if type(value) not in (int, float):
        return None
    assert isinstance(value, int | float)
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None

"""The requests of a page, with bodies that are checked, since a sender may be hostile."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..diagnostics import quoted

Row: TypeAlias = "tuple[float, float, float, float]"
"""The centre in the frame of a link and the radius, in metres."""
Members: TypeAlias = "dict[str, object]"
Pair: TypeAlias = "tuple[str, str, str | None]"
"""Two links that are not checked against each other, and the reason."""
LIMITS = ("lower", "upper", "velocity", "effort", "acceleration", "jerk")
"""The limits of a joint that a page can change, in rad or m, N m or N, and their derivatives."""
MOST = 10_000
"""The maximum number of spheres of a robot."""
FARTHEST = 1e6
"""The largest coordinate or radius of a sphere, in metres."""
STRONGEST = 1e12
"""The largest limit of a joint, in its unit."""
_REASON = 200
"""The maximum number of characters of a pair's reason."""


class Refused(Exception):
    """A refused request: the HTTP status, and the reason for people."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.words), vars(self)


@dataclass(frozen=True, slots=True)
class Save:
    """The changes of a robot to save; None for no change."""

    robot: int
    spheres: Mapping[str, tuple[Row, ...]]
    """The spheres of each link or frame; others have none. Includes those of clones, without placeholders."""
    pairs: tuple[Pair, ...] | None = None
    """All pairs that are not checked."""
    defaults: Mapping[str, float] | None = None
    """The default position of each joint that has one, in rad or m."""
    tools: tuple[str, ...] | None = None
    """The tool frames, the first one first."""
    limits: Mapping[str, Mapping[str, float]] | None = None
    """The changed limits of joints: some of :data:`LIMITS`."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A request for new spheres of all links: at most a total number, or as many as ``fit`` chooses."""

    robot: int
    budget: int | None


@dataclass(frozen=True, slots=True)
class Refit:
    """A request for new spheres of one link: a number or a tolerance; without both, the default of ``fit``."""

    robot: int
    link: str
    count: int | None
    tolerance: float | None


def save_of(body: bytes) -> Save:
    """Return the changes that a body requests.

    Raises:
        Refused: The body has another form, or a sphere is invalid.
    """
    readers = {"pairs": _pairs, "defaults": _numbers, "tools": _names, "limits": _limits}
    members = _members(body, {"robot", "spheres"}, frozenset(readers))
    spheres = members["spheres"]
    if not isinstance(spheres, dict):
        raise Refused(400, "'spheres' must be an object with a list of spheres for each link")
    found = {name: _rows(name, value) for name, value in spheres.items()}
    count = sum(map(len, found.values()))
    if count > MOST:
        raise Refused(422, f"there are {count} spheres; a robot may have {MOST}")
    more: Any = {name: read(members[name]) for name, read in readers.items() if name in members}
    return Save(_index(members["robot"]), found, **more)


def fit_of(body: bytes) -> Fit:
    """Return the request of a body to fit a robot again.

    Raises:
        Refused: The body has another form.
    """
    members = {"budget": None} | _members(body, {"robot"}, frozenset({"budget"}))
    budget = members["budget"]
    if budget is not None and (type(budget) is not int or not 1 <= budget <= MOST):
        raise Refused(422, f"the budget must be 1 to {MOST} spheres")
    return Fit(_index(members["robot"]), budget)


def refit_of(body: bytes) -> Refit:
    """Return the request of a body to fit a link again.

    Raises:
        Refused: The body has another form.
    """
    members = {"count": None, "tolerance": None} | _members(body, {"robot", "link"}, frozenset({"count", "tolerance"}))
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
    """Return the members of the JSON object in a body."""
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
        raise Refused(422, f"{what} has radius {radius:g} at {x:g}, {y:g}, {z:g}: the values are out of range")
    return x, y, z, radius


def _pairs(value: object) -> tuple[Pair, ...]:
    found = [_pair(each) for each in value] if isinstance(value, list) else None
    if found is None:
        raise Refused(400, "'pairs' must be a list of pairs: two links and a reason or null")
    if len({frozenset(each[:2]) for each in found}) < len(found):
        raise Refused(422, "a pair is given twice")
    return tuple(found)


def _pair(value: object) -> Pair:
    match value:
        case [str(first), str(second), None | str() as reason]:
            if first == second:
                raise Refused(422, f"a pair has {quoted(first)} twice: it must have two links")
            if reason is not None and (len(reason) > _REASON or not reason.isprintable()):
                words = f"must be one line of at most {_REASON} characters"
                raise Refused(422, f"the reason of {quoted(first)} and {quoted(second)} {words}")
            return first, second, reason
    raise Refused(400, "each of 'pairs' must be two links and a reason or null")


def _names(value: object) -> tuple[str, ...]:
    names = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
    if not isinstance(value, list) or len(names) < len(value):
        raise Refused(400, "'tools' must be a list of names")
    if len(set(names)) < len(names):
        raise Refused(422, "a frame is given twice as a tool frame")
    return tuple(names)


def _numbers(value: object) -> dict[str, float]:
    found = {name: _number(each) for name, each in value.items()} if isinstance(value, dict) else {None: None}
    numbers = {name: each for name, each in found.items() if name is not None and each is not None}
    if len(numbers) < len(found):
        raise Refused(400, "'defaults' must be an object with a number for each joint")
    return numbers


def _limits(value: object) -> dict[str, dict[str, float]]:
    if not isinstance(value, dict):
        raise Refused(400, "'limits' must be an object with an object of limits for each joint")
    return {name: _limits_of(name, each) for name, each in value.items()}


def _limits_of(joint: str, value: object) -> dict[str, float]:
    if not isinstance(value, dict) or not value.keys() <= set(LIMITS):
        raise Refused(400, f"the limits of {quoted(joint)} must be an object with some of: {', '.join(LIMITS)}")
    found: dict[str, float] = {}
    for name, each in value.items():
        number = _number(each)
        if number is None:
            raise Refused(400, f"the {name} limit of joint {quoted(joint)} must be a number")
        if abs(number) > STRONGEST:
            raise Refused(
                422,
                f"the {name} limit of joint {quoted(joint)} is {number:g}; expected at most {STRONGEST:g}",
            )
        found[name] = number
    return found


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

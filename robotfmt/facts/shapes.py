"""The numbers of the shapes of links: a shape keeps its number when others of its link are left out or added.

A shape has no name that every format stores, so its number identifies it. Robots that are converted give it to their
shapes (:func:`with_places`); one that is read back gets it from the robot that was written (:func:`numbered_as`); for
two robots of different documents, shapes that are alike get the same number (:func:`matched`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from ..model import Geometry, Link, Robot, World
from ..model.features import Feature
from ..model.record import replace
from .fact import Fact, Kind, Path

_Groups: TypeAlias = "dict[Path, dict[str, dict[Path, Fact]]]"
"""The facts of shapes, by the path of their list, by their numbers, and by the rest of their paths."""
_KINDS = ("visual", "collision")
_LIST = 3
"""The number of steps to a list of shapes: ``link/NAME/visual``."""
_SHAPES = frozenset({Feature.PRIMITIVES, Feature.CAPSULES, Feature.OTHER_SHAPES, Feature.MESHES})


def shapes_of(link: Link, path: Path) -> Iterator[tuple[Geometry, Path]]:
    """Yield the shapes of a link with their paths, in which they have their numbers."""
    for kind, shapes in zip(_KINDS, (link.visuals, link.collisions), strict=True):
        for shape, number in zip(shapes, _numbers(link.name, kind, shapes), strict=True):
            yield shape, (*path, kind, str(number))


def _numbers(link: str, kind: str, shapes: Sequence[Geometry]) -> Iterable[int]:
    """Return the numbers of shapes: those of their places, or else the numbers after all places."""
    places = [_place(link, kind, each) for each in shapes]
    if not any(places):
        return range(len(shapes))
    given = {each[0] for each in places if each is not None}
    free = max(each[1] for each in places if each is not None)
    numbers: list[int] = []
    for index, place in enumerate(places):
        number = place[0] if place is not None else index
        if number in numbers or (place is None and index in given):
            number, free = free, free + 1
        numbers.append(number)
    return numbers


def _place(link: str, kind: str, shape: Geometry) -> tuple[int, int] | None:
    """Return the place of a shape in the list that it is in, and the length that the list had; None if it was not in
    it.
    """
    return shape.place[2:] if shape.place is not None and shape.place[:2] == (link, kind) else None


def with_places(whole: Robot | World) -> Robot | World:
    """Return a robot or a world whose shapes know their places; a single shape needs none."""
    if isinstance(whole, Robot):
        return _robot(whole)
    known = {id(each.robot): _robot(each.robot) for each in whole.robots}
    robots = [known[id(each.robot)] for each in whole.robots]
    return whole.with_robots(robots) if any(id(each) not in known for each in robots) else whole


def _robot(robot: Robot) -> Robot:
    links = tuple(map(_placed, robot.links))
    is_same = all(new is old for new, old in zip(links, robot.links, strict=True))
    return robot if is_same else replace(robot, links=links)


def _placed(link: Link) -> Link:
    changes = {
        name: tuple(replace(each, place=(link.name, kind, index, len(shapes))) for index, each in enumerate(shapes))
        for name, kind, shapes in (("visuals", _KINDS[0], link.visuals), ("collisions", _KINDS[1], link.collisions))
        if len(shapes) > 1 and not any(_place(link.name, kind, each) for each in shapes)
    }
    return replace(link, **changes) if changes else link


def numbered_as(found: Iterable[Fact], like: Iterable[Fact]) -> list[Fact]:
    """Return the facts of a robot that was read back, with the numbers that the shapes of the written one have."""
    found = list(found)
    written, read = _listed(like), _listed(found)
    return _renumbered(
        found,
        {
            path: dict(zip(shapes, written[path], strict=True))
            for path, shapes in read.items()
            if len(written.get(path, ())) == len(shapes)
        },
    )


def matched(found: Iterable[Fact], like: Iterable[Fact], same: Callable[[Fact, Fact], bool]) -> list[Fact]:
    """Return the facts of a robot in which shapes have the numbers of the shapes of another robot that they are like.

    Args:
        same: Returns True if two facts are equal.
    """
    found = list(found)
    theirs, ours = _grouped(like), _grouped(found)
    several = (path for path, shapes in ours.items() if path in theirs and max(len(theirs[path]), len(shapes)) > 1)
    return _renumbered(found, {path: _matches(theirs[path], ours[path], same) for path in several})


def _matches(
    before: Mapping[str, Mapping[Path, Fact]],
    after: Mapping[str, Mapping[Path, Fact]],
    same: Callable[[Fact, Fact], bool],
) -> dict[str, str]:
    """Return the new numbers of shapes: of equal ones first, then of the same geometry, of the same name, of the same
    number, in order.
    """

    def equal(one: Mapping[Path, Fact], other: Mapping[Path, Fact]) -> bool:
        return one.keys() == other.keys() and all(same(one[path], other[path]) for path in one)

    def alike(one: Mapping[Path, Fact], other: Mapping[Path, Fact]) -> bool:
        bodies = _geometry(one), _geometry(other)
        return bool(bodies[0]) and equal(*bodies)

    def namesake(one: Mapping[Path, Fact], other: Mapping[Path, Fact]) -> bool:
        name, other_name = one.get(("name",)), other.get(("name",))
        return name is not None and other_name is not None and name.value == other_name.value

    left, found = dict(before), dict[str, str]()
    for is_match in (equal, alike, namesake, _any):
        for number, shape in after.items():
            candidates = sorted(left, key=number.__ne__) if number not in found else []
            match = next((each for each in candidates if is_match(left[each], shape)), None)
            if match is not None:
                found[number] = match
                del left[match]
    free = 1 + max(map(int, before))
    rest = [number for number in after if number not in found]
    return found | {number: str(free + index) for index, number in enumerate(rest)}


def _any(one: Mapping[Path, Fact], other: Mapping[Path, Fact]) -> bool:
    return True


def _geometry(facts: Mapping[Path, Fact]) -> dict[Path, Fact]:
    """Return the facts about the geometry of a shape and its pose; none if it has no geometry."""
    found = {path: fact for path, fact in facts.items() if fact.feature in _SHAPES}
    poses = {path: facts[path] for path in (("position",), ("rotation",)) if path in facts}
    return found | poses if found else {}


def _listed(facts: Iterable[Fact]) -> dict[Path, list[str]]:
    """Return the numbers of the shapes in each list."""
    found: dict[Path, list[str]] = {}
    for fact in facts:
        if fact.kind is Kind.NODE and len(fact.own) == _LIST + 1 and _is_of_shape(fact):
            found.setdefault(fact.path[:-1], []).append(fact.path[-1])
    return found


def _grouped(facts: Iterable[Fact]) -> _Groups:
    found: _Groups = {}
    for fact in facts:
        start = len(fact.path) - len(fact.own)
        if _is_of_shape(fact):
            steps = start + _LIST
            shapes = found.setdefault(fact.path[:steps], {})
            shapes.setdefault(fact.path[steps], {})[fact.path[steps + 1 :]] = fact
    return found


def _is_of_shape(fact: Fact) -> bool:
    path = fact.own
    return len(path) > _LIST and path[0] == "link" and path[2] in _KINDS


def _renumbered(facts: list[Fact], numbers: Mapping[Path, Mapping[str, str]]) -> list[Fact]:
    numbers = {
        path: renumbered for path, renumbered in numbers.items() if any(old != new for old, new in renumbered.items())
    }
    return [_with_number(each, numbers) for each in facts] if numbers else facts


def _with_number(fact: Fact, numbers: Mapping[Path, Mapping[str, str]]) -> Fact:
    if not _is_of_shape(fact):
        return fact
    steps = len(fact.path) - len(fact.own) + _LIST
    renumbered = numbers.get(fact.path[:steps])
    return (
        fact
        if renumbered is None
        else fact.at((*fact.path[:steps], renumbered[fact.path[steps]], *fact.path[steps + 1 :]))
    )

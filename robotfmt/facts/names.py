"""The names of parts: in the facts each part has its first one, whatever an output calls it.

Robots that are converted note the names of their parts (:func:`with_names`) in their origins, which everything passes
on. A part with another name keeps its facts, under its first name; only that of its node differs, whose value is the
present name. A robot that is read back gets the first names from the one that was written (:func:`named_as`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from ..model import Light, Link, Node, PlacedRobot, Robot, World, WorldFrame, WorldJoint
from ..model.node import OriginMark
from ..model.record import Record, replace
from ..model.renaming import fields_with_names, records_in, renamed

_R = TypeVar("_R", bound=Record)
_W = TypeVar("_W", Robot, World, "Robot | World")
_Firsts = Mapping[tuple[str, str], str]
"""The first names of renamed parts, by their scopes and their present names."""


class Named(OriginMark, kw_only=False, lazy=True):
    """The origin of a part, with the name that the part had at first."""

    kind: str = ""
    """The kind of the part: others may be made of it, with its origin."""
    first: str = ""
    now: str | None = None
    """The present name of a part that is shown under its first name."""


def present_name(node: Node) -> str | None:
    """Return the present name of a part that is shown under its first name."""
    return node.origin.now if isinstance(node.origin, Named) else None


def first_name(record: Record) -> tuple[str, str] | None:
    """Return the kind and the name that a part had at first: parts that were made of one have the same."""
    origin = getattr(record, "origin", None)
    return (origin.kind, origin.first) if isinstance(origin, Named) else None


def with_names(whole: _W) -> _W:
    """Return a robot or a world whose parts know their names."""
    return cast(_W, _each(whole, lambda it: _with_parts(it, _knowing)))


def in_first_names(whole: _W) -> _W:
    """Return a robot or a world in which each part has its first name, and knows its present one."""
    made: Any = _each(whole, _in_first_names)
    if isinstance(whole, World) and made is not whole:
        made = _together(made, whole)
    return cast(_W, made)


def named_as(read: _W, written: Robot | World) -> _W:
    """Return a robot or a world that was read back, whose parts know the first names of those that were written."""
    made: Any = read
    if isinstance(made, World) and isinstance(written, World):
        robots = {each.name: each.robot for each in written.robots}
        made = _with_robots(made, [named_as(each.robot, robots.get(each.name, each.robot)) for each in made.robots])
    elif isinstance(made, Robot) and isinstance(written, Robot):
        known = written.link_by_name
        made = _with_links(made, lambda it: _marked(it, _firsts(known.get(it.name, it))))
    made = _marked(made, _firsts(written))
    return cast(_W, made)


def without_renamed(robot: Robot, written: Robot) -> Robot:
    """Return a robot without the parts that an output which adds to it calls otherwise: it would have them twice."""
    gone = {(kind, first) for (kind, _), first in _firsts(written).items()}
    changes: dict[str, Any] = {}
    for field in _lists(Robot):
        old = getattr(robot, field)
        new = tuple(each for each in old if (_scope(each), each.name) not in gone)
        changes |= {field: new} if len(new) < len(old) else {}
    return replace(robot, **changes) if changes else robot


def _knowing(part: Any) -> Any:
    return part if _mark(part) is not None else _named(part, part.name)


def _named(part: Any, first: str | None, now: str | None = None) -> Any:
    origin = part.origin.original if isinstance(part.origin, OriginMark) else part.origin
    return replace(part, origin=Named("", None, "", origin, part.record_type.__name__, first or "", now))


def _mark(part: Node) -> Named | None:
    """Return the mark of a part, unless it has the origin of a part of another kind."""
    mark = part.origin
    return mark if isinstance(mark, Named) and mark.kind == part.record_type.__name__ else None


def _marked(it: _R, firsts: _Firsts) -> _R:
    """Return a record whose parts know their first names."""

    def mark(part: Any) -> Any:
        first = firsts.get((_scope(part), part.name))
        return part if first is None else _named(part, first)

    return _with_parts(it, mark) if firsts else it


# The parts of links, robots and worlds


def _each(whole: Any, change: Callable[[Any], Any]) -> Any:
    """Return a robot or a world after a change of its links, of each robot, however often placed, and of itself."""
    if isinstance(whole, Robot):
        return change(_with_links(whole, change))
    known = {id(each.robot): _each(each.robot, change) for each in whole.robots}
    return change(_with_robots(whole, [known[id(each.robot)] for each in whole.robots]))


def _with_links(robot: Robot, change: Callable[[Link], Link]) -> Robot:
    links = tuple(change(each) if each.lights else each for each in robot.links)
    return robot if _is_same(links, robot.links) else replace(robot, links=links)


def _with_robots(world: World, robots: Sequence[Robot]) -> World:
    return world if _is_same(robots, [each.robot for each in world.robots]) else world.with_robots(robots)


def _is_same(one: Sequence[object], other: Sequence[object]) -> bool:
    return all(a is b for a, b in zip(one, other, strict=True))


def _with_parts(it: _R, change: Callable[[Any], Any]) -> _R:
    """Return a record with the parts with names in its lists changed."""
    changes: dict[str, Any] = {}
    for field in _lists(it.record_type):
        old = getattr(it, field)
        new = tuple(map(change, old))
        changes |= {} if _is_same(old, new) else {field: new}
    return replace(it, **changes) if changes else it


_LISTS: dict[type[Record], tuple[str, ...]] = {}


def _lists(kind: type[Record]) -> tuple[str, ...]:
    """Return the fields of a record that are lists of parts with names."""
    if kind not in _LISTS:
        fields = ((name, records_in(text)) for name, text in kind.field_types.items() if text.startswith("tuple"))
        _LISTS[kind] = tuple(name for name, kinds in fields if kinds and all(map(_has_name, kinds)))
    return _LISTS[kind]


def _has_name(kind: type[Record]) -> bool:
    return kind in (Light, WorldFrame) or fields_with_names(kind).get("name") is not None


def _scope(part: Any) -> str:
    """Return the kind of a name, by which others refer to the part; that of a part to which nothing refers."""
    kind = part.record_type
    return fields_with_names(kind).get("name") or kind.__name__


# First names


def _firsts(it: Record) -> _Firsts:
    """Return the first names of the parts in the lists of a record that have others now.

    Parts that were made of one, or that have a name that another one had at first, have none.
    """
    parts = [each for field in _lists(it.record_type) for each in getattr(it, field)]
    found = {}
    for part in parts:
        mark = _mark(part)
        if mark is not None and part.name and mark.first and mark.first != part.name:
            found[_scope(part), part.name] = mark.first
    counts = Counter((_scope(each), found.get((_scope(each), each.name), each.name)) for each in parts) if found else {}
    return {key: first for key, first in found.items() if counts[key[0], first] == 1}


def _in_first_names(it: _R) -> _R:
    """Return a record in which the parts in its lists have their first names, with what refers to them."""
    firsts = _firsts(it)
    if not firsts:
        return it
    kinds = None if isinstance(it, Robot) else ("robot",)

    def shown(part: Any) -> Any:
        first = firsts.get((_scope(part), part.name))
        if first is None:
            return part
        renamed_part = _named(part, first, part.name)
        return renamed_part if _is_referred_to(part) else replace(renamed_part, name=first)

    def change(kind: str, name: str) -> str:
        return firsts.get((kind, name), name) if kinds is None or kind in kinds else name

    return renamed(_with_parts(it, shown), change)


def _is_referred_to(part: object) -> bool:
    return not isinstance(part, Light | WorldFrame)


def _together(world: World, before: World) -> World:
    """Return a world whose robots have their first names, with these and those of links in its joints and frames.

    Args:
        world: The world, in which only the robots in its list have their first names.
        before: The world with the present names.
    """
    links = {each.name: _firsts(each.robot) for each in before.robots}
    robots = tuple(_alike(each, old) for each, old in zip(world.robots, before.robots, strict=True))
    joints = [_joint(each, old, links) for each, old in zip(world.joints, before.joints, strict=True)]
    frames = [_frame(each, old, links) for each, old in zip(world.frames, before.frames, strict=True)]
    return replace(world, robots=robots, joints=tuple(joints), frames=tuple(frames))


def _alike(placed: PlacedRobot, before: PlacedRobot) -> PlacedRobot:
    """Return a robot whose own name follows that in the world, if both were the same."""
    if before.name == placed.name or before.robot.name != before.name:
        return placed
    return replace(placed, robot=replace(placed.robot, name=placed.name))


def _joint(it: WorldJoint, before: WorldJoint, links: Mapping[str, _Firsts]) -> WorldJoint:
    ends = (before.parent_robot, it.joint.parent), (before.child_robot, it.joint.child)
    parent, child = (_first(robot, link, links) for robot, link in ends)
    return replace(it, joint=replace(it.joint, parent=parent, child=child))


def _frame(it: WorldFrame, before: WorldFrame, links: Mapping[str, _Firsts]) -> WorldFrame:
    return replace(it, parent=_first(before.robot, it.parent, links))


def _first(robot: str | None, link: str | None, links: Mapping[str, _Firsts]) -> str | None:
    return links.get(robot or "", {}).get(("link", link or ""), link)

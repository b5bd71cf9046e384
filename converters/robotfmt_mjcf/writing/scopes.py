"""Names in a document with several robots: all share one scope in MJCF; in the model each robot has its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from robotfmt.edit.naming import with_other_names
from robotfmt.model import Robot
from robotfmt.model.renaming import names_in

from .rows import WORLD

_KINDS = ("link", "joint", "material", "sensor")
"""The kinds of parts whose names are names of elements."""


def clashing(robots: Sequence[Robot]) -> set[int]:
    """Return the indices of the robots that have an element with the same name as an element of another robot."""
    first: dict[tuple[str, str], int] = {}
    found: set[int] = set()
    for index, robot in enumerate(robots):
        for key, value in _given(robot):
            other = first.setdefault((key, value), index)
            if other != index and not (key == "material" and _is_same(value, robots[other], robot)):
                found |= {other, index}
    return found


def _given(robot: Robot) -> Iterable[tuple[str, str]]:
    """Return the names of elements with their kinds."""
    root = next(iter(robot.links), None)
    yield from (("link", each.name) for each in robot.links if each is not root or each.name != WORLD)
    yield from (("link", each.name) for each in robot.frames)
    yield from (("joint", each.name) for each in robot.joints)
    yield from (("joint", each.name) for each in robot.virtual_joints)
    yield from (("sensor", each.name) for each in robot.sensors)
    yield from (("material", name) for name in robot.material_by_name)


def _is_same(name: str, one: Robot, other: Robot) -> bool:
    return one.material_by_name[name] == other.material_by_name[name]


def prefixed(robot: Robot, prefix: str) -> Robot:
    """Return a robot with a prefix on the names of its elements."""
    return with_other_names(robot, _names(robot, lambda name: f"{prefix}{name}"))


def without_prefix(robot: Robot, prefix: str) -> Robot:
    """Return a robot without the prefix that its elements have in a document."""
    return with_other_names(robot, _names(robot, lambda name: name.removeprefix(prefix)))


def _names(robot: Robot, change: Callable[[str], str]) -> dict[str, dict[str, str]]:
    names: dict[str, dict[str, str]] = {}
    for kind, name in names_in(robot):
        if kind in _KINDS and name:
            names.setdefault(kind, {})[name] = change(name)
    return names

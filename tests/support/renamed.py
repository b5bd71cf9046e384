"""What was read back, under the names of its source: the report tells which parts a document calls otherwise."""

from __future__ import annotations

import re
from typing import TypeVar

from robotfmt.diagnostics import Report
from robotfmt.model import Robot, World
from robotfmt.model.record import replace
from robotfmt.model.renaming import renamed

W = TypeVar("W", Robot, World, "Robot | World")
_CALLED = re.compile(r" is called '(.*)'$")
_KINDS = {"link": "link", "frame": "link", "joint": "joint", "loop": "joint", "virtual joint": "joint"}


def under_first_names(read: W, report: Report) -> W:
    """Return a robot or a world that was read back, in which parts have the names of the source."""
    found = [(each.subject.split("/"), _CALLED.search(each.message)) for each in report]
    names = [(path, called[1]) for path, called in found if called is not None]
    made: object = read
    if isinstance(made, Robot):
        made = _robot(made, {(path[0], now): path[-1] for path, now in names if len(path) == 2})
    elif isinstance(made, World):
        first = {now: path[1] for path, now in names if len(path) == 2 and path[0] == "robot"}
        robots = []
        for placed in made.robots:
            name = first.get(placed.name, placed.name)
            own = {(path[2], now): path[-1] for path, now in names if path[:2] == ["robot", name] and len(path) == 4}
            robot = _robot(placed.robot, own)
            own_name = name if robot.name == placed.name else robot.name
            robots.append(replace(placed, name=name, robot=replace(robot, name=own_name)))
        made = replace(made, robots=tuple(robots))
    return made  # type: ignore[return-value]


def _robot(robot: Robot, names: dict[tuple[str, str], str]) -> Robot:
    kinds = {(_KINDS.get(kind, kind), now): first for (kind, now), first in names.items()}
    return renamed(robot, lambda kind, name: kinds.get((kind, name), name))

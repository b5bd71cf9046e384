"""Complete the robots of a world, and the world, by the records in ``<custom>``."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.model import Origin, PlacedRobot, World
from robotfmt.model.completion import BadRecord, Given, completed, whole
from robotfmt.model.record import replace

from ..codes import BAD_RECORD
from ..writing.scopes import without_prefix
from .properties import PREFIX
from .texts import Text


def in_place(placed: PlacedRobot, top: str, texts: Iterable[Text]) -> PlacedRobot:
    """Return a robot in its place with the names that it had before it got a place in one scope with others."""
    for text in texts:
        if text.kind == "place" and text.name == top:
            text.is_used = True
            try:
                return _placed(placed, dict(text.given), text.origin)
            except BadRecord as error:
                text.element.report(BAD_RECORD, f"'{PREFIX}place:{top}' {error}; the record is dropped", "data")
    return placed


def _placed(placed: PlacedRobot, given: Given, origin: Origin) -> PlacedRobot:
    prefix = whole(given.pop("prefix", None), str | None, origin)
    robot = without_prefix(placed.robot, prefix) if prefix else placed.robot
    if "robot" in given:
        robot = replace(robot, name=whole(given.pop("robot"), str | None, origin))
    name = whole(given.pop("name", placed.name), str, origin)
    found: PlacedRobot = completed(replace(placed, name=name, robot=robot), given, origin)
    return found


def completed_world(world: World, texts: Iterable[Text]) -> World:
    """Return a world with the properties in its record."""
    for text in texts:
        if text.kind == "world":
            text.is_used = True
            try:
                found: World = completed(world, text.given, text.origin)
                return found
            except BadRecord as error:
                text.element.report(BAD_RECORD, f"'{PREFIX}world:' {error}; the record is dropped", "data")
    return world

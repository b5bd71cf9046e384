"""Read OpenRAVE's XML: a robot or a kinbody, or the bodies of an environment as a world."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.formats.worlds import choose
from robotfmt.model import Robot, World
from robotfmt.model.record import replace

from .parts.world import SceneReader


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot that a document describes, or the requested one of an environment.

    Raises:
        InputError: The document is not OpenRAVE's XML.
        ModelError: It contains no robot, or several, and none was requested.
    """
    world = read_world(source, context)
    chosen = choose(world, context.robot, context.report)
    return replace(chosen, extensions=(*chosen.extensions, *world.extensions), layouts=world.layouts)


def read_world(source: Source, context: Context) -> World:
    """Return every body of a document as a robot in its place.

    Raises:
        InputError: The document is not OpenRAVE's XML.
    """
    return SceneReader(source, context).world()

"""Read SDF: the scopes of a document become robots; a document of another format is included as SDF."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from robotfmt.codes import SEVERAL_ROBOTS
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.errors import InputError
from robotfmt.formats.worlds import choose
from robotfmt.model import Extension, ExtensionKind, Origin, Robot, World
from robotfmt.model.record import replace

from .codes import LEFT, NOT_SDF
from .document.tree import tree_of
from .document.undefined import document_of
from .parts.world_reader import WorldReader

NEWEST = "1.11"
"""The version that stores most."""


def as_sdf(path: Path, origin: Origin | None, context: Context) -> bytes:
    """Return the SDF document of the robot in a document of another format, such as a URDF.

    Args:
        path: The document.
        origin: The include.
        context: The context of the including document; properties that SDF has in another form are reported.

    Raises:
        InputError: The document cannot be read, or contains several robots.
    """
    from .adapt import adapt  # few models include another format
    from .writer import write

    world = context.read(str(path), origin)
    if len(world.robots) != 1:
        message = f"'{path}' contains {len(world.robots)} robots; one can be included"
        raise InputError(SEVERAL_ROBOTS, message, origin)
    robot = replace(world.robots[0].alone, layouts=())
    given = context.having(output=str(path), version=NEWEST, robot=None)
    return write(adapt(robot, given), given)[given.output]


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot that an SDF document describes, or the requested one of several.

    Raises:
        InputError: The document is not SDF.
        ModelError: The document contains no robot, or several, and none was requested.
    """
    world = _world(source, context, whole=False)
    chosen = choose(world, context.robot, context.report)
    kept = world.extensions if len(world.robots) == 1 else _of_one(world.extensions, context)
    return replace(chosen, extensions=(*chosen.extensions, *kept)) if kept else chosen


def _of_one(extensions: Iterable[Extension], context: Context) -> list[Extension]:
    """Return the content of a world that makes sense without its other models."""
    kept: list[Extension] = []
    for each in extensions:
        if each.kind is ExtensionKind.ELEMENT and each.name in ("frame", "joint", "include"):
            context.report.add(LEFT, f"<{each.name}> of the world is dropped", each.origin)
        else:
            kept.append(each)
    return kept


def read_world(source: Source, context: Context) -> World:
    """Return every model of a document as a robot with its pose, with the joints between them.

    Raises:
        InputError: The document is not SDF.
    """
    return _world(source, context, whole=True)


def _world(source: Source, context: Context, whole: bool) -> World:
    return opened(source, context, whole).world()


def opened(source: Source, context: Context, whole: bool) -> WorldReader:
    """Return the reader of a document, whose frames are resolved.

    Raises:
        InputError: The document is not SDF.
    """
    document = document_of(source.data, source.name, context.report, context.limits)
    root = document.root.take()
    if root.tag not in ("sdf", "gazebo"):
        raise InputError(NOT_SDF, f"the root element is <{root.tag}>, not <sdf>", root.origin)
    return WorldReader(tree_of(root, context, as_sdf), document, whole)

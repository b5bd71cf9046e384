"""Read a world in JSON, and the documents of its robots."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Mapping, parse_document
from robotfmt.errors import InputError
from robotfmt.formats.worlds import choose
from robotfmt.model import (
    Extension,
    ExtensionKind,
    Joint,
    Light,
    PlacedRobot,
    Robot,
    World,
    WorldFrame,
    WorldJoint,
    compose,
)
from robotfmt.model.record import replace

from .codes import NO_FILE, NOT_WORLD
from .document.records import mappings, read_pose, read_record

MARK = "robotfmt-world/1"


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the only robot of a world, or the requested one.

    Raises:
        InputError: The document is not a world, or names a document that cannot be read.
        ModelError: The world contains several robots, and none was requested.
    """
    return choose(read_world(source, context), context.robot, context.report)


def read_world(source: Source, context: Context) -> World:
    """Return a world, with the robots that its documents describe.

    Raises:
        InputError: The document is not a world, or names a document that cannot be read.
    """
    document = parse_document(
        source.data, name=source.name, format="world", report=context.report, limits=context.limits
    )
    root = document.root
    if not isinstance(root, Mapping) or root.text("world") != MARK:
        raise InputError(NOT_WORLD, f'\'{source.name}\' has no "world": "{MARK}"', root.origin)
    root.take()
    robots = tuple(_robots(root, context))
    world = World(
        origin=root.origin,
        name=root.text("name"),
        gravity=root.vector("gravity"),
        robots=robots,
        joints=tuple(map(_joint, _rows(root, "joints"))),
        frames=tuple(map(_frame, _rows(root, "frames"))),
        lights=tuple(map(_light, _rows(root, "lights"))),
    )
    extensions = tuple(filter(None, map(_extension, _rows(root, "extensions"))))
    return replace(world, extensions=(*extensions, *document.leftovers()))


def _rows(root: Mapping, key: str) -> list[Mapping]:
    rows = root.sequence(key)
    return mappings(rows) if rows is not None else []


def _robots(root: Mapping, context: Context) -> Iterator[PlacedRobot]:
    """Yield the robots of the world, each at its pose together with the pose in its own document."""
    for row in _rows(root, "robots"):
        name, file = row.text("name"), row.text("file")
        if not name or not file:
            row.report(NO_FILE, f"a robot of the world has no {'file' if name else 'name'}")
            continue
        found = _chosen(context.read(file, row.origin), row.text("robot"), context)
        pose = read_pose(row)
        yield PlacedRobot(
            origin=row.origin,
            name=name,
            robot=found.robot if found.pose is None else replace(found.robot, pose=None),
            pose=compose(pose, found.pose) if found.pose is not None else pose,
            state=row.text("state"),
            source=row.text("source"),
        )


def _chosen(world: World, name: str | None, context: Context) -> PlacedRobot:
    """Return the robot of a document; of several the one that is named.

    Unrecognised content that its document has outside of its only robot belongs to the robot, too: the sensors and
    actuators of an MJCF, which are in sections of their own.
    """
    if name is None and len(world.robots) == 1:
        (only,) = world.robots
        extensions = (*only.robot.extensions, *world.extensions)
        return replace(only, robot=replace(only.robot, extensions=extensions)) if world.extensions else only
    robot = choose(world, name, context.report)
    return PlacedRobot(name=robot.name or "robot", robot=replace(robot, pose=None), pose=robot.pose)


def _joint(it: Mapping) -> WorldJoint:
    parent, child = it.text("parent_robot"), it.text("child_robot")
    joint = read_record(Joint, it)
    return WorldJoint(origin=it.origin, joint=joint, parent_robot=parent, child_robot=child)


def _frame(it: Mapping) -> WorldFrame:
    return WorldFrame(
        origin=it.origin,
        name=it.text("name") or "",
        robot=it.text("robot"),
        parent=it.text("parent"),
        pose=read_pose(it),
    )


def _light(it: Mapping) -> Light:
    return replace(read_record(Light, it), pose=read_pose(it))


def _extension(it: Mapping) -> Extension | None:
    kinds = {each.value: each for each in ExtensionKind}
    words = [it.text(each) for each in ("format", "place", "kind", "name", "content")]
    format, place, kind, name, content = (each or "" for each in words)
    if kind not in kinds:
        return None
    return Extension(origin=it.origin, format=format, place=place, kind=kinds[kind], name=name, content=content)

"""Read SDF: the scopes of a document become robots."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError, UsageError
from robotfmt.formats.worlds import choose
from robotfmt.model import Extension, ExtensionKind, PlacedRobot, Robot, Vector3, World
from robotfmt.model.record import replace

from .codes import LEFT, NOT_SDF, SECOND_ROBOT
from .keys import KEYS
from .leftovers import left_of
from .robots import RobotReader
from .scopes import Scope
from .tree import Tree, tree_of


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot that an SDF document describes, or the requested one of several.

    Raises:
        InputError: The document is not SDF.
        ModelError: The document contains no robot, or several, and none was requested.
        UsageError: Another document has described a whole robot already.
    """
    if robot is not None and robot.links:
        raise UsageError(SECOND_ROBOT, f"'{source.name}' describes a second robot")
    world = read_world(source, context)
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
    """Return every model of a document as a robot in its place.

    Raises:
        InputError: The document is not SDF.
    """
    document = parse_document(
        source.data, name=source.name, format="sdf", report=context.report, limits=context.limits, keys=KEYS
    )
    root = document.root.take()
    if root.tag not in ("sdf", "gazebo"):
        raise InputError(NOT_SDF, f"the root element is <{root.tag}>, not <sdf>", root.origin)
    tree = tree_of(root, context)
    robots = [_placed(scope, tree) for scope in tree.world.models]
    joints = RobotReader(tree, tree.world).world_joints()
    gravity = _gravity(tree.world.element)
    extensions = left_of(tree, document)
    return World(
        origin=root.origin,
        robots=tuple(
            _with_its(each, scope, extensions) for each, scope in zip(robots, tree.world.models, strict=True)
        ),
        joints=joints,
        gravity=gravity,
        extensions=tuple(_of_none(tree.world, extensions)),
    )


def _placed(scope: Scope, tree: Tree) -> PlacedRobot:
    robot = RobotReader(tree, scope).robot()
    return PlacedRobot(robot=replace(robot, pose=None), pose=robot.pose)


def _with_its(placed: PlacedRobot, scope: Scope, extensions: list[Extension]) -> PlacedRobot:
    own = tuple(each for each in extensions if _is_in(each, scope))
    robot = replace(placed.robot, extensions=(*placed.robot.extensions, *own))
    return replace(placed, robot=robot)


def _of_none(world: Scope, extensions: list[Extension]) -> list[Extension]:
    return [each for each in extensions if not any(_is_in(each, scope) for scope in world.models)]


def _is_in(extension: Extension, scope: Scope) -> bool:
    return f"{extension.place}/".startswith(f"{scope.place}/")


def _gravity(world: Element) -> Vector3 | None:
    """Return the gravity of a world, in <physics> until SDF 1.5; its element stays in the ledger."""
    leaf = world.find("gravity")
    physics = world.find("physics")
    if leaf is None and physics is not None:
        leaf = physics.find("gravity")
    words = leaf.text.split() if leaf is not None else []
    try:
        numbers = tuple(map(float, words))
    except ValueError:
        return None
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else None

"""Attributes that no reader understood: those of prims that a new stage has too are copied there."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.kinematics.tree import roots
from robotfmt.model import Base, Extension, ExtensionKind, Node, Robot
from robotfmt.model.record import replace

from .. import ROBOT_TYPES
from ..parts.copies import TYPE, Paths, as_read, is_copied
from ..parts.naming import Naming
from ..parts.places import is_static, places
from ..parts.robot_types import DEFAULT, robot_type
from ..parts.worlds_written import is_plain

_ARTICULATION = "physxArticulation:"


def kept(robot: Robot, context: Context) -> Robot:
    """Drop attributes that no prim of the new stage has."""
    if in_world(context) or is_static(robot):  # its prims are at other paths, and what is left is the world's
        return replace(robot, extensions=tuple(each for each in robot.extensions if each.format != "usd"))
    engine, is_chosen = context.option("physics"), context.option("robot_type") != "auto"
    known = _moves(robot, context)

    def stays(each: Extension) -> bool:
        if each.format != "usd":
            return True
        return _key(each) in known and is_copied(each, engine) and not (is_chosen and each.name == TYPE)

    extensions = tuple(filter(stays, robot.extensions))
    return robot if extensions == robot.extensions else replace(robot, extensions=extensions)


def moved(robot: Robot, context: Context) -> Robot:
    """Move attributes to the prims of the new stage, each once; those of the articulation to its root in PhysX."""
    if in_world(context) or is_static(robot):
        return robot
    known = _moves(robot, context)
    found: dict[tuple[str, str], Extension] = {}
    for each in (it for it in robot.extensions if it.format == "usd"):
        is_common = each.name.startswith(_ARTICULATION)
        place = _holder(robot, context) if is_common else known.get(_key(each), each.place)
        found.setdefault((place, each.name), replace(as_read(each), place=place))
    others = tuple(each for each in robot.extensions if each.format != "usd")
    return replace(robot, extensions=(*others, *found.values(), *_chosen_type(robot, context)))


def in_world(context: Context) -> bool:
    """Return True if a robot is one of a world, in whose prim it is."""
    return context.scene is not None and not is_plain(context.scene)


def _chosen_type(robot: Robot, context: Context) -> list[Extension]:
    """Return the type of the robot that was asked for, if its joints show another one."""
    chosen = ROBOT_TYPES.get(context.option("robot_type"), DEFAULT)
    if chosen in (DEFAULT, robot_type(robot)[0]):
        return []
    place, content = _paths(robot, context).robot, f'token = "{chosen}"'
    return [Extension(format="usd", place=place, kind=ExtensionKind.ATTRIBUTE, name=TYPE, content=content)]


def _paths(robot: Robot, context: Context) -> Paths:
    still = places(robot)
    bodies = [each.name for each in robot.links if each.name not in still]
    return Paths(robot, bodies, Naming(unicode=context.option("utf8") == "yes"))


def _holder(robot: Robot, context: Context) -> str:
    paths = _paths(robot, context)
    return paths.robot if robot.base is Base.FIXED else paths.bodies[roots(robot)[0]]


def _moves(robot: Robot, context: Context) -> dict[tuple[str, str], str]:
    """Return the new path of each prim by its document and its path there; content of no document has the new path."""
    if not any(each.format == "usd" for each in robot.extensions):
        return {}
    paths = _paths(robot, context)
    parts: list[tuple[Node, str]] = [(robot, paths.robot)]
    parts += [(each, paths.bodies[each.name]) for each in robot.links if each.name in paths.bodies]
    parts += [(each, paths.joints[each.name]) for each in robot.all_joints if each.child in paths.bodies]
    found: dict[tuple[str, str], str] = {("", path): path for _, path in parts}
    for part, path in parts:
        if part.origin is not None and part.origin.path is not None:
            found.setdefault((part.origin.document, part.origin.path), path)
    return found


def _key(extension: Extension) -> tuple[str, str]:
    return (extension.origin.document if extension.origin is not None else "", extension.place)

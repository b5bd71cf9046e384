"""Unrecognised content of an SDF, such as plugins, in the blocks ``<gazebo>`` from which Gazebo's import copies it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.documents.xml.nodes import canonical, make, subtree
from robotfmt.gazebo.blocks import is_copied, path_of_block, place_in_block
from robotfmt.gazebo.contacts import is_reached
from robotfmt.gazebo.drake import is_drakes
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import ExtensionKind, Robot
from robotfmt.model.record import replace

from .. import FORMAT
from ..codes import GAZEBO_CONTENT

_NAME = r"""\[@name=(?:'([^']*)'|"([^"]*)")\]"""
_WORLD = re.compile(rf"/sdf(?:/world{_NAME})?(?=/model)")
_MODEL = re.compile(rf"/model{_NAME}")
_PART = re.compile(rf"/(link|joint){_NAME}")
_SHAPE = re.compile(rf"/(visual|collision){_NAME}$")
_STRUCTURE = frozenset(("link", "joint", "frame", "model", "include", "pose", "inertial", "axis", "axis2", "physics"))
"""Elements of a model, a link or a joint that are not content of them, but what they are."""


def with_content(robot: Robot, context: Context) -> Robot:
    """Return a robot, as URDF stores it, with content of its SDF in blocks; report each piece."""
    return with_twins(robot, list(_moved(robot)), FORMAT, GAZEBO_CONTENT, "is in a <gazebo> block", context)


def _moved(robot: Robot) -> Iterator[Moved]:
    for each in robot.extensions:
        if each.format != "sdf" or is_drakes(each):
            continue
        place, shape = _place(each.place, robot), _SHAPE.search(each.place)
        block = place_in_block(place) if place is not None else None
        if place is not None and block is not None:
            if is_copied(each, block) and (block.inside or each.name not in _STRUCTURE):
                yield Moved(each, (replace(each, format="urdf", place=place),))
        elif shape is not None and each.kind is ExtensionKind.ELEMENT:
            link = _place(each.place[: shape.start()], robot)
            if link is not None and _is_only(shape[1], link, robot):
                content = canonical(make(shape[1], None, subtree(each.content, None)), None)
                yield Moved(each, (replace(each, format="urdf", place=link, name=shape[1], content=content),))


def _is_only(tag: str, place: str, robot: Robot) -> bool:
    """Return True if a link has one visual or collision: the import copies content of blocks into all of them."""
    block = place_in_block(place)
    link = robot.link_by_name.get(block.reference or "") if block is not None else None
    shapes = (link.visuals if tag == "visual" else link.collisions) if link is not None else ()
    return link is not None and len(shapes) == 1 and is_reached(shapes[0].name, link.name)


def _place(path: str, robot: Robot) -> str | None:
    """Return the place in a block for a place in a model, a link, a joint or a sensor; None for other places."""
    world = _WORLD.match(path)
    models, end = _models(path, world.end()) if world is not None else ([], 0)
    part = _PART.match(path, end)
    if not models or (part is None and (path[end:] or models[1:])):
        return None
    name = "::".join((*models[1:], (part[2] if part[2] is not None else part[3]))) if part is not None else None
    inside = path[part.end() :] if part is not None else ""
    if inside and not inside.startswith("/sensor"):
        return None
    names = robot.link_by_name if part is not None and part[1] == "link" else robot.joint_by_name
    return path_of_block(name) + inside if name is None or name in names else None


def _models(path: str, end: int) -> tuple[list[str], int]:
    """Return the names of the models around a place, from an index of it on, and the index behind them."""
    names: list[str] = []
    while (found := _MODEL.match(path, end)) is not None:
        names.append(found[1] if found[1] is not None else found[2])
        end = found.end()
    return names, end

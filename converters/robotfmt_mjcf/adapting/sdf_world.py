"""The gravity and the lights of the world of an SDF, around its only robot, in an MJCF."""

from __future__ import annotations

import re

from robotfmt.context import Context
from robotfmt.documents.tokens import BadToken, reals, written_all
from robotfmt.documents.xml.nodes import canonical, subtree
from robotfmt.gazebo.lights import read_lone_light
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import replace

from .. import FORMAT
from ..codes import SDF_WORLD
from ..parts.lights import named_apart, placed, plain, write_light

_WORLD = re.compile(r"""/sdf/world(\[@name=('[^']*'|"[^"]*")\])?""")


def with_scene(robot: Robot, context: Context) -> Robot:
    """Return a robot, as MJCF stores it, with the gravity and the lights of its world; report each."""
    if context.scene is not None:
        return robot
    taken = {light.name or "" for link in robot.links for light in link.lights}
    moved = [made for each in robot.extensions if (made := _moved(each, taken)) is not None]
    return with_twins(robot, moved, FORMAT, SDF_WORLD, "is in the MJCF", context)


def _moved(extension: Extension, taken: set[str]) -> Moved | None:
    is_element = extension.format == "sdf" and extension.kind is ExtensionKind.ELEMENT
    if not is_element or not _WORLD.fullmatch(extension.place):
        return None
    found: Extension | None = None
    if extension.name == "light":
        found = _light(extension, taken)
    elif extension.name == "gravity":
        found = _gravity(extension)
    return Moved(extension, (found,)) if found is not None else None


def _light(extension: Extension, taken: set[str]) -> Extension | None:
    light = read_lone_light(extension.content)
    if light is None:
        return None
    (made,) = named_apart(plain(placed((light,))), taken)
    return replace(extension, format="mjcf", place="/mujoco/worldbody", content=canonical(write_light(made), None))


def _gravity(extension: Extension) -> Extension | None:
    try:
        numbers = reals(subtree(extension.content, None).text or "")
    except BadToken:
        return None
    attribute = replace(extension, format="mjcf", place="/mujoco/option", kind=ExtensionKind.ATTRIBUTE)
    return replace(attribute, content=written_all(numbers)) if len(numbers) == 3 else None

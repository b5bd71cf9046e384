"""The collision shapes that contact sensors name: Gazebo's import of URDF has names of its own for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from robotfmt.model import Contact, Link, Robot, Sensor
from robotfmt.model.record import replace

from .naming import named_shapes

_IMPORTED = re.compile(r"(?:(.+)_fixed_joint_lump__)?(.+)_collision(?:_(\d+))?")
"""``LINK_collision_1``, or ``LINK_fixed_joint_lump__NAME_collision_1``, with the link that it is merged into."""


def with_named_shapes(robot: Robot) -> Robot:
    """Name the shapes of a robot of another format with contact sensors, before any shape moves to another link."""
    return robot if robot.layout("sdf") is not None or not any(map(_names, robot.sensors)) else named_shapes(robot)


def with_contacts(robot: Robot) -> Robot:
    """Return a robot whose contact sensors name its shapes; they have the names that Gazebo's import gives."""
    if robot.layout("sdf") is not None or not any(map(_names, robot.sensors)):
        return robot
    return replace(robot, sensors=tuple(_renamed(each, robot) for each in robot.sensors))


def _names(sensor: Sensor) -> tuple[str, ...]:
    return sensor.data.collisions if isinstance(sensor.data, Contact) else ()


def _renamed(sensor: Sensor, robot: Robot) -> Sensor:
    names = tuple(_meant(each, robot) or each for each in _names(sensor))
    if names == _names(sensor) or not isinstance(sensor.data, Contact):
        return sensor
    return replace(sensor, data=replace(sensor.data, collisions=names))


def _meant(name: str, robot: Robot) -> str | None:
    """Return the name of the shape that an imported name means; None if no shape or several may be meant."""
    found = _IMPORTED.fullmatch(name)
    if found is None:
        return None
    body, stem, number = found.groups()
    link = robot.link_by_name.get(stem)
    if body is None and link is not None:
        index = int(number or 0)
        return link.collisions[index].name if index < len(link.collisions) else None
    owner = robot.link_by_name.get(body or "")
    shapes = _named(stem, (owner,) if owner is not None else ()) or _named(stem, robot.links)
    if not shapes and link is not None:
        shapes = [each.name for each in link.collisions if (each.name or "").startswith(f"{stem}_collision")]
    return shapes[0] if len(shapes) == 1 else None


def _named(name: str, links: Iterable[Link]) -> list[str | None]:
    return [each.name for link in links for each in link.collisions if each.name == name]

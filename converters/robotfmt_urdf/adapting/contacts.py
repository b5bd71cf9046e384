"""Names of shapes, as Gazebo's import of URDF needs and changes them.

The import applies blocks about a link only to shapes without a name and to those whose name begins with that of the
link, and gives each collision a name of its own, by which contact sensors have to call it.
"""

from __future__ import annotations

from robotfmt.gazebo.contacts import imported_names, is_reached
from robotfmt.model import Contact, Geometry, Link, Robot, Sensor
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name


def has_contact(robot: Robot) -> bool:
    """Return True if a sensor names collision shapes."""
    return any(isinstance(each.data, Contact) for each in robot.sensors)


def with_reached_shapes(robot: Robot) -> Robot:
    """Put the name of the link before those of shapes with properties in blocks, which would not reach them."""
    if robot.layout("urdf") is not None:
        return robot
    names: dict[tuple[str, str], str] = {}
    links = tuple(_reached(each, names) for each in robot.links)
    if links == robot.links:
        return robot
    return replace(robot, links=links, sensors=tuple(_followed(each, names) for each in robot.sensors))


def _reached(link: Link, names: dict[tuple[str, str], str]) -> Link:
    visuals, collisions = link.visuals, link.collisions
    if any(each.surface is not None or each.laser_retro is not None for each in collisions):
        collisions = _prefixed(collisions, link.name)
        old = (each.name or "" for each in link.collisions)
        names |= {(link.name, name): it.name or "" for name, it in zip(old, collisions, strict=True)}
    if any(each.script is not None for each in visuals):
        visuals = _prefixed(visuals, link.name)
    return replace(link, visuals=visuals, collisions=collisions)


def _prefixed(shapes: tuple[Geometry, ...], link: str) -> tuple[Geometry, ...]:
    taken = {each.name for each in shapes if each.name}
    found: list[Geometry] = []
    for each in shapes:
        name = each.name if is_reached(each.name, link) else free_name(f"{link}_{each.name}", taken)
        taken |= {name} if name else set()
        found.append(each if name == each.name else replace(each, name=name))
    return tuple(found)


def _followed(sensor: Sensor, names: dict[tuple[str, str], str]) -> Sensor:
    if not isinstance(sensor.data, Contact):
        return sensor
    collisions = tuple(names.get((sensor.link or "", each), each) for each in sensor.data.collisions)
    return replace(sensor, data=replace(sensor.data, collisions=collisions))


def with_contacts(robot: Robot) -> Robot:
    """Return a robot whose contact sensors name shapes as the import does; those of a URDF do so already."""
    if robot.layout("urdf") is not None or not has_contact(robot):
        return robot
    return replace(robot, sensors=tuple(_renamed(each, robot) for each in robot.sensors))


def _renamed(sensor: Sensor, robot: Robot) -> Sensor:
    link = robot.link_by_name.get(sensor.link or "")
    if not isinstance(sensor.data, Contact) or link is None:
        return sensor
    names = tuple(_imported(each, link) or each for each in sensor.data.collisions)
    return sensor if names == sensor.data.collisions else replace(sensor, data=replace(sensor.data, collisions=names))


def _imported(name: str, link: Link) -> str | None:
    """Return the name that the import gives the shape with a name; None if the link has no such shape."""
    names = zip(link.collisions, imported_names(link), strict=True)
    return next((imported for each, imported in names if each.name == name), None)

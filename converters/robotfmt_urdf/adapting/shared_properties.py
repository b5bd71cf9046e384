"""Contact properties and appearance of shapes: in URDF, a block for Gazebo gives them for all shapes of a link."""

from __future__ import annotations

from typing import Any

from robotfmt.gazebo.contacts import imported_names, is_reached
from robotfmt.model import Contact, Geometry, Link, Robot, Sensor, Surface
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..parts.gazebo import SURFACE


def without_computed(robot: Robot) -> Robot:
    """Drop inertias without values, which simulators compute from shapes."""
    links = tuple(replace(link, inertial=None) if _is_computed(link) else link for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def _is_computed(link: Link) -> bool:
    inertial = link.inertial
    return inertial is not None and bool(inertial.computed) and inertial.mass is None and inertial.inertia is None


def alike(robot: Robot) -> Robot:
    """Return the robot with only the contact properties and appearance that all shapes of a link share."""
    links = tuple(_alike(link) for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def _alike(link: Link) -> Link:
    touching: dict[str, Any] = {
        "surface": _surface([each.surface for each in link.collisions]),
        "laser_retro": _shared(each.laser_retro for each in link.collisions),
        "script": None,
    }
    seen: dict[str, Any] = {
        "surface": None,
        "laser_retro": None,
        "script": _shared(each.script for each in link.visuals),
    }
    collisions, visuals = _all_with(link.collisions, touching), _all_with(link.visuals, seen)
    if collisions == link.collisions and visuals == link.visuals:
        return link
    return replace(link, collisions=collisions, visuals=visuals)


def _all_with(shapes: tuple[Geometry, ...], changes: dict[str, Any]) -> tuple[Geometry, ...]:
    return tuple(replace(each, **changes) for each in shapes)


def _surface(surfaces: list[Surface | None]) -> Surface | None:
    """Return the values that all surfaces share."""
    if not surfaces or surfaces[0] is None:
        return None
    shared = {name: _shared(getattr(each, name, None) for each in surfaces) for name in SURFACE}
    surface = Surface(origin=surfaces[0].origin, **shared)
    return surface if surface != Surface() else None


def _shared(values: Any) -> Any:
    """Return the value of all; None if they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


# Names of shapes, as Gazebo's import of URDF needs and changes them


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

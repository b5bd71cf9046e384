"""Contact properties and appearance of shapes: in URDF, a block for Gazebo gives them for all shapes of a link."""

from __future__ import annotations

from typing import Any

from robotfmt.model import Geometry, Link, Robot, Surface
from robotfmt.model.record import replace

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

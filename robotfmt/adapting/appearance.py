"""The appearance of links, and the lights on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..model import Geometry, Light, LightType, Link, Material, Rgba, Robot
from ..model.light import Lights
from ..model.record import replace


def without_collision_materials(robot: Robot) -> Robot:
    """Return the robot without colours on collision geometry."""
    links = tuple(
        replace(link, collisions=tuple(replace(each, material=None) for each in link.collisions))
        for link in robot.links
    )
    return robot if links == robot.links else replace(robot, links=links)


def without_contact_of_visuals(robot: Robot) -> Robot:
    """Return the robot without surfaces and collision masks of visual geometry, which touches nothing."""
    links = tuple(
        replace(link, visuals=tuple(replace(each, surface=None, collision_mask=None) for each in link.visuals))
        for link in robot.links
    )
    return robot if links == robot.links else replace(robot, links=links)


_COLORS = ("color", "ambient", "specular", "emission")


def clamped_colors(robot: Robot) -> Robot:
    """Return the robot whose colours have components from 0 to 1: urdfdom drops others, libsdformat refuses them."""

    def changed(geometry: Geometry) -> Geometry:
        material = geometry.material
        made = _clamped(material) if material is not None else None
        return geometry if made is material else replace(geometry, material=made)

    links = tuple(replace(link, visuals=tuple(map(changed, link.visuals))) for link in robot.links)
    materials = tuple(map(_clamped, robot.materials))
    same = (links, materials) == (robot.links, robot.materials)
    return robot if same else replace(robot, links=links, materials=materials)


def _clamped(material: Material) -> Material:
    changes: dict[str, Rgba] = {}
    for name in _COLORS:
        color: Rgba | None = getattr(material, name)
        if color is not None and not all(0.0 <= each <= 1.0 for each in color):
            red, green, blue, alpha = (min(max(each, 0.0), 1.0) for each in color)
            changes[name] = (red, green, blue, alpha)
    return replace(material, **changes) if changes else material


# Lights


def with_lights(robot: Robot, change: Callable[[Lights], Lights]) -> Robot:
    """Return a robot with changed lights on each link that has some; the robot itself if nothing changes."""

    def changed(link: Link) -> Link:
        lights = change(link.lights) if link.lights else link.lights
        return link if lights == link.lights else replace(link, lights=lights)

    links = tuple(map(changed, robot.links))
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=links)


def without_ambient(lights: Iterable[Light]) -> Lights:
    """Return the lights that shine from somewhere."""
    return tuple(each for each in lights if each.type is not LightType.AMBIENT)

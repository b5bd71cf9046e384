"""Lights on the links of a robot."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..model import Light, LightType, Link, Robot
from ..model.light import Lights
from ..model.record import replace


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

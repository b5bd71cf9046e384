"""The appearance of links."""

from __future__ import annotations

from ..model import Robot
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

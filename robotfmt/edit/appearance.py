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

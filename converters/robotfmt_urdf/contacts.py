"""The collision shapes that contact sensors name, under the names that Gazebo's import of URDF gives them."""

from __future__ import annotations

from robotfmt.model import Contact, Link, Robot, Sensor
from robotfmt.model.record import replace


def with_contacts(robot: Robot) -> Robot:
    """Return a robot whose contact sensors name shapes as the import does; those of a URDF do so already."""
    if robot.layout("urdf") is not None:
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
    index = next((index for index, each in enumerate(link.collisions) if each.name == name), None)
    if index is None:
        return None
    return f"{link.name}_fixed_joint_lump__{name}_collision" + (f"_{index}" if index else "")

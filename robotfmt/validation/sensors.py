"""Checks of sensors: the collision shapes that contact sensors name."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report, quoted
from ..gazebo.contacts import missing_shapes
from ..model import Robot

_MOST = 4
"""The number of shapes that a message names."""


def check_sensors(robot: Robot, report: Report) -> None:
    """Find contact sensors that name collision shapes which their links do not have: they never report a contact."""
    for sensor in robot.sensors:
        for name, link, known in missing_shapes(sensor, robot):
            more = ", ..." if len(known) > _MOST else ""
            has = f"it has {', '.join(map(quoted, known[:_MOST]))}{more}" if known else "it has none with a name"
            message = (
                f"contact sensor '{sensor.name}' names the collision {quoted(name)}, which link '{link.name}' does not "
                f"have; {has}"
            )
            at = sensor.data.origin if sensor.data is not None else None
            report.add(codes.UNKNOWN_SHAPE, message, at or sensor.origin)

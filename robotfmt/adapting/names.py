"""Names that a format needs to be unique."""

from __future__ import annotations

from ..model import Robot
from ..model.record import replace
from ..model.renaming import unique_names


def with_unique_names(robot: Robot) -> Robot:
    """Return the robot with the later ones of several manipulators, or sensors, with one name numbered."""
    manipulators, sensors = unique_names(robot.manipulators), unique_names(robot.sensors)
    if (manipulators, sensors) == (robot.manipulators, robot.sensors):
        return robot
    return replace(robot, manipulators=manipulators, sensors=sensors)

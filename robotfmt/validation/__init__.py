"""Checks of a robot of any format.

Imports ``spheres``, ``selfcollision`` and below; ``hub`` checks with it, and the checks of formats begin with it.
"""

from __future__ import annotations

from ..diagnostics import Report
from ..model import Robot
from .appearance import check_appearance
from .control import check_control
from .inertia import check_inertia
from .magnitude import check_magnitudes
from .motion import check_motion
from .references import check_references
from .structure import check_structure

__all__ = ["check_magnitudes", "check_structure", "validate"]


def __dir__() -> list[str]:
    return __all__


def validate(robot: Robot, *, report: Report | None = None) -> Report:
    """Find the faults of a robot, without opening any other file.

    An error means that it cannot be converted; a warning that some program will misread it; a note that some program
    may. :func:`robotfmt.validation.meshes.check_meshes` checks its meshes.

    Args:
        robot: The robot; it may have any fault.
        report: The report to add to; by default a new one.

    Returns:
        The report.
    """
    found = report if report is not None else Report()
    check_structure(robot, found)
    check_references(robot, found)
    check_control(robot, found)
    check_motion(robot, found)
    check_inertia(robot, found)
    check_appearance(robot, found)
    if robot.sensors:
        from .references import check_sensors  # most robots have none

        check_sensors(robot, found)
    modified = robot
    if robot.modifiers:
        from .references import check_modifiers

        modified = check_modifiers(robot, found)
    if robot.sphere_sets:
        from .spheres import check_spheres

        check_spheres(modified, found)
    return found

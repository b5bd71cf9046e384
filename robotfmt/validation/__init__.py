"""Checks of a robot of any format.

Imports ``spheres``, ``selfcollision`` and below; ``hub`` checks with it, and the checks of formats begin with it.
"""

from __future__ import annotations

from ..context import Context
from ..diagnostics import Report, Severity
from ..model import Robot
from .appearance import check_appearance
from .control import check_control
from .extents import of_shape, with_meshes
from .inertia import check_inertia
from .loads import check_loads
from .magnitude import check_magnitudes
from .motion import check_motion
from .places import check_places
from .references import check_references
from .shapes import check_shapes
from .structure import check_structure

__all__ = ["check_magnitudes", "check_structure", "validate"]


def __dir__() -> list[str]:
    return __all__


def validate(robot: Robot, *, report: Report | None = None, meshes: Context | None = None) -> Report:
    """Find the faults of a robot.

    An error means that it cannot be converted; a warning that some program will misread it; a note that some program
    may. :func:`robotfmt.validation.meshes.check_meshes` checks its meshes.

    Args:
        robot: The robot; it may have any fault.
        report: The report to add to; by default a new one.
        meshes: What loads meshes, to compare them with their links; by default no other file is opened.

    Returns:
        The report.
    """
    found = report if report is not None else Report()
    check_structure(robot, found, reversed_limits=Severity.ERROR)
    check_references(robot, found)
    check_control(robot, found)
    check_motion(robot, found)
    check_places(robot, found)
    check_inertia(robot, found)
    check_shapes(robot, found, of_shape if meshes is None else with_meshes(meshes))
    check_loads(robot, found)
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

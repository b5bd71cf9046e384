"""Checks of a robot of any format.

Imports ``spheres``, ``selfcollision`` and below; ``hub`` checks with it, and the checks of formats begin with it.
"""

from __future__ import annotations

from ..context import Context
from ..diagnostics import Report, Severity
from ..model import Mesh, Robot
from ..settings import Settings, context_of
from .appearance import check_appearance
from .control import check_control
from .extents import Measure, of_shape, with_meshes
from .inertia import check_inertia
from .loads import check_loads
from .magnitude import check_magnitudes
from .motion import check_motion
from .places import check_places
from .proportions import check_proportions
from .references import check_references
from .shapes import check_shapes
from .structure import check_structure

_CHECKS = (
    check_references,
    check_control,
    check_motion,
    check_places,
    check_inertia,
    check_loads,
    check_proportions,
)
__all__ = ["check_magnitudes", "check_structure", "validate"]


def __dir__() -> list[str]:
    return __all__


def validate(
    robot: Robot,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    meshes: bool = False,
    files: bool = True,
    rest_bytes: int = 0,
) -> Report:
    """Find the faults of a robot.

    An error means that it cannot be converted; a warning that some program will misread it; a note that some program
    may. :func:`robotfmt.validation.meshes.check_meshes` checks its meshes.

    Args:
        robot: The robot; it may have any fault.
        report: The report to add to; by default a new one.
        settings: Where meshes are, limits.
        meshes: True to open meshes too and compare them with their links; by default no other file is opened.
        files: True to find links that overlap in the default pose, for which coal is imported, and links that spheres
            hardly cover, for which meshes are opened.
        rest_bytes: The size in bytes up to which the collision meshes of the robot are opened for the overlaps, too.

    Returns:
        The report.
    """
    found = report if report is not None else Report()
    check_structure(robot, found, reversed_limits=Severity.ERROR)
    for check in _CHECKS:
        check(robot, found)
    context = context_of(found, settings)
    measure = with_meshes(context) if meshes else of_shape
    check_shapes(robot, found, measure)
    if files:
        _check_rest(robot, found, measure, context, rest_bytes)
    check_appearance(robot, found)
    _check_further(robot, found, context if files else None)
    return found


def _check_rest(robot: Robot, found: Report, measure: Measure, context: Context, most: int) -> None:
    shapes = (each.shape for link in robot.links for each in link.collisions)
    if measure is of_shape and most and any(isinstance(each, Mesh) for each in shapes):
        from .rest import measure_within

        measure, context = measure_within(robot, found, context, most)
    if sum(any(map(measure, link.collisions)) for link in robot.links) > 1:
        from .rest import check_rest  # loads numpy

        check_rest(robot, found, measure, context)


def _check_further(robot: Robot, found: Report, context: Context | None) -> None:
    """Check what most robots do not have; what needs shapes only with a context that loads them."""
    if robot.sensors:
        from .references import check_sensors

        check_sensors(robot, found)
    modified = robot
    if robot.modifiers:
        from .references import check_modifiers

        modified = check_modifiers(robot, found)
    if robot.sphere_sets:
        from .spheres import check_spheres

        check_spheres(modified, found)
        if context is not None and any(link.geometries for link in modified.links):
            from .covering import check_covering  # loads numpy

            check_covering(modified, found, context)

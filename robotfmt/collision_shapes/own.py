"""The spheres that a robot has, as collision shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..codes import OWN_SPHERES
from ..diagnostics import Report
from ..model import Robot
from ..spheres.arrays import spheres_of_links, used_set
from .making import Piece, piece_of


def own_set(robot: Robot) -> str | None:
    """Return the name of the spheres in use, or else of the first ones; None if the robot has none."""
    return used_set(robot) or next((each.name for each in robot.sphere_sets), None)


def own_spheres(robot: Robot) -> dict[str, list[Piece]]:
    """Return the spheres in use of each link that has some, in its frame and without buffers."""
    name = own_set(robot)
    if name is None:
        return {}
    found = spheres_of_links(robot, name)
    return {link: [piece_of(row) for row in rows] for link, rows in found.items() if link in robot.link_by_name}


def report_own(
    robot: Robot, own: Mapping[str, list[Piece]], fitted: Mapping[str, Collection[Piece]], report: Report
) -> None:
    """Report how many spheres are the robot's own, and how many were fitted to links without."""
    message = f"{_number(own)} of '{own_set(robot)}' became the collision shapes of {_counted(len(own), 'link')}"
    links = [name for name, spheres in fitted.items() if spheres]
    if links:
        names = ", ".join(f"'{each}'" for each in links)
        message += f"; {_number(fitted)} fitted to {_counted(len(links), 'link')} without: {names}"
    report.add(OWN_SPHERES, message, robot.origin)


def _number(spheres: Mapping[str, Collection[Piece]]) -> str:
    return _counted(sum(map(len, spheres.values())), "sphere")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"

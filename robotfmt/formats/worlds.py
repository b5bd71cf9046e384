"""Choose a robot from a document that contains several bodies."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report
from ..errors import ModelError
from ..model import PlacedRobot, Robot, World
from .notes import drop_kept


def choose(world: World, name: str | None, report: Report) -> Robot:
    """Return the robot with a name, or the only one that moves, or the only one, with its pose in the world.

    Raises:
        ModelError: The document has no robot, or several and none was named.
    """
    robots = [placed for placed in world.robots if name is None or placed.name == name]
    moving = [each for each in robots if each.robot.joints]
    moving = moving or [each for each in robots if not _is_static(each)] or robots
    names = ", ".join(f"'{placed.name}'" for placed in world.robots)
    if not moving:
        called = f" named '{name}'; there are: {names}" if name is not None and names else ""
        raise ModelError(codes.NO_ROBOT, f"the document contains no robot{called}")
    chosen = moving[0]
    if len(moving) > 1:
        message = f"the document contains several robots: {names}"
        raise ModelError(codes.SEVERAL_ROBOTS, message, chosen.robot.origin)
    others = [f"'{placed.name}'" for placed in world.robots if placed is not chosen]
    if others:
        message = f"reading '{chosen.name}'; the document also contains {', '.join(others)}"
        report.add(codes.OTHER_BODIES, message, chosen.robot.origin)
        left = (each.robot for each in world.robots if each is not chosen)
        drop_kept((each.origin for robot in left for each in robot.extensions), report)
    _tell_left(world, chosen, report)
    return chosen.alone


def _is_static(placed: PlacedRobot) -> bool:
    """Return True for scenery."""
    return placed.robot.simulation is not None and bool(placed.robot.simulation.static)


def _tell_left(world: World, chosen: PlacedRobot, report: Report) -> None:
    """Report the content of a world besides its robots."""
    left = [f"the joint '{each.name}'" for each in world.joints]
    left += [f"the frame '{each.name}'" for each in world.frames]
    left += [f"{len(world.lights)} lights"] if world.lights else []
    if world.gravity is not None:
        left.append(f"gravity {' '.join(f'{each:g}' for each in world.gravity)} m/s^2")
    if left:
        message = f"'{chosen.name}' is read without the rest of its world: {', '.join(left)}"
        report.add(codes.LEFT_BEHIND, message, world.origin)

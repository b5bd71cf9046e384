"""Choose a robot from a document that contains several bodies."""

from __future__ import annotations

from collections.abc import Iterable

from .. import codes
from ..diagnostics import Diagnostic, Fate, Report
from ..errors import ModelError
from ..model import Origin, PlacedRobot, Robot, World
from ..model.record import replace

# Notes of readers


def drop_kept(origins: Iterable[Origin | None], report: Report) -> None:
    """Drop the notes that the content at some places is kept.

    That something is not understood stays, without the words that it is kept: it may be misspelt.
    """
    places = ((each.document, place) for each in origins if each is not None for place in (each.line, each.path))
    gone = {(document, place) for document, place in places if place}
    # A note about an attribute is at its line, which need not be that of its element.
    found = (_without_keeping(each) if gone & each.places else each for each in report)
    report.diagnostics = [each for each in found if each is not None]


def _without_keeping(found: Diagnostic) -> Diagnostic | None:
    if found.fate is not Fate.PASSED_THROUGH:
        return found
    if found.code != codes.NOT_UNDERSTOOD.slug:
        return None
    return replace(found, fate=None, message=found.message.replace("; it is copied unchanged", ""))


# Worlds


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
    _report_left(world, chosen, report)
    return chosen.alone


def _is_static(placed: PlacedRobot) -> bool:
    """Return True for scenery."""
    return placed.robot.simulation is not None and bool(placed.robot.simulation.static)


def _report_left(world: World, chosen: PlacedRobot, report: Report) -> None:
    """Report the content of a world besides its robots."""
    left = [f"the joint '{each.name}'" for each in world.joints]
    left += [f"the frame '{each.name}'" for each in world.frames]
    left += [f"{len(world.lights)} lights"] if world.lights else []
    if world.gravity is not None:
        left.append(f"gravity {' '.join(f'{each:g}' for each in world.gravity)} m/s^2")
    if left:
        message = f"'{chosen.name}' is read without the rest of its world: {', '.join(left)}"
        report.add(codes.LEFT_BEHIND, message, world.origin)

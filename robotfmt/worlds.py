"""Choosing a robot of a document that holds several bodies."""

from __future__ import annotations

from . import codes
from .diagnostics import Report
from .errors import ModelError
from .model import Robot, World


def choose(world: World, name: str | None, report: Report) -> Robot:
    """The robot of a name, or the only one that has joints, or the only one.

    Raises:
        ModelError: There is none, or there are several and none was named.
    """
    robots = [placed.robot for placed in world.robots]
    if name is not None:
        robots = [robot for robot in robots if robot.name == name]
    moving = [robot for robot in robots if robot.joints] or robots
    names = ", ".join(f"'{placed.robot.name}'" for placed in world.robots)
    if not moving:
        called = f" called '{name}'; there are: {names}" if name is not None and names else ""
        raise ModelError(codes.NO_ROBOT, f"the document holds no robot{called}")
    if len(moving) > 1:
        raise ModelError(
            codes.SEVERAL_ROBOTS, f"the document holds several robots: {names}", moving[0].origin
        )
    others = [f"'{placed.robot.name}'" for placed in world.robots if placed.robot is not moving[0]]
    if others:
        message = f"'{moving[0].name}' was read; the document also holds {', '.join(others)}"
        report.add(codes.OTHER_BODIES, message, moving[0].origin)
    return moving[0]

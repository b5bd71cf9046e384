"""Test a format with any robot, such as those of hypothesis."""

from __future__ import annotations

from ..formats import Format
from ..model import Robot
from .bench import Bench


def unfaithful(format: Format, robot: Robot, version: str = "") -> list[str]:
    """Return the unreported changes of a robot that is written in a format and read again.

    The robot is adapted, written, read and written again; an overlay is read with the links and joints of the robot.

    Args:
        format: The format, which need not be installed.
        robot: Any robot, even one that the hub would refuse.
        version: The version to write; by default the one that the robot needs.
    """
    bench = Bench(format)
    written = bench.written(robot, version)
    beside = Robot(name=robot.name, links=robot.links, joints=robot.joints) if format.overlay else None
    problems = bench.unproved(robot, written, beside)
    back = bench.again(written.data, beside)
    if bench.rewritten(back, written.version) != written.data:
        problems.append("written a second time, it differs")
    problems += [f"adapting the robot fails, although it has no errors: {each}" for each in written.claims.errors]
    return problems

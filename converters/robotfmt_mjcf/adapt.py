"""Adapt a robot to what MJCF can store, and report properties that MuJoCo ignores or refuses."""

from __future__ import annotations

from robotfmt import edit
from robotfmt.compare.adaptation import Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.model import Robot
from robotfmt.model.record import replace

from .codes import ACTUATOR, ASSUMED_GAIN, FRAME
from .writing.actuators import POSITION, with_actuators
from .writing.refusals import report_refusals


def adapt(robot: Robot, context: Context) -> Robot:
    """Attach frames to links, and report properties that MuJoCo ignores."""
    steps: tuple[Step, ...] = ((edit.on_links, FRAME), (_frames, FRAME))
    robot = adapted(robot, steps, context.report)
    report_refusals(robot, context.report)
    kind = context.option("actuators")
    code = ASSUMED_GAIN if kind == POSITION else ACTUATOR
    return report_changes(robot, with_actuators(robot, kind), code, context.report)


def _frames(robot: Robot) -> Robot:
    """Attach frames on frames to the links below them."""
    if all(each.parent in robot.link_by_name for each in robot.frames):
        return robot
    places = edit.links_of_frames(robot)
    frames = tuple(
        replace(each, parent=places[each.name][0], pose=places[each.name][1]) if each.name in places else each
        for each in robot.frames
        if each.parent in robot.link_by_name or each.name in places
    )
    return replace(robot, frames=frames)

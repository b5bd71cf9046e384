"""Actuators for transmissions and effort limits, and the effort limits that they give."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.adapting import with_each_joint
from robotfmt.model import Actuator, Axis, ElectricMotor, Joint, Limits, Robot
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..parts.actuators import effort_of, gear, is_electric, simplified, torque, without_gear
from ..parts.joint_types import is_driven


def with_actuators(robot: Robot) -> Robot:
    """Return the robot with an actuator for each transmission that drives one independent joint.

    A joint that already has an actuator gets no other, and a mimic joint gets none: OpenRAVE would add its value to the
    joint values.
    """
    found = list(robot.actuators)
    for each in robot.all_actuators[len(found) :]:
        joint = robot.joint_by_name.get(each.joint or "")
        if joint is not None and is_driven(joint):
            found.append(replace(each, name=free_name(each.name, {other.name for other in found})))
    return replace(robot, actuators=tuple(found)) if len(found) > len(robot.actuators) else robot


def with_motors(robot: Robot) -> Robot:
    """Give actuators of joints with an effort limit a motor, which OpenRAVE takes the limit from."""
    made = tuple(_with_motor(each, robot) for each in robot.actuators)
    return robot if made == robot.actuators else replace(robot, actuators=made)


def _with_motor(it: Actuator, robot: Robot) -> Actuator:
    joint = robot.joint_by_name.get(it.joint or "")
    effort = effort_of(joint) if joint is not None else None
    simple = without_gear(simplified(it)[0]) if effort is not None else simplified(it)[0]
    if effort is None or simple.motor is not None or not _has_data(simple):
        return simple
    if simple.type is None or is_electric(simple.type):
        return replace(simple, type=ELECTRIC_MOTOR, motor=ElectricMotor(gear_ratio=1.0))
    return simple


def _has_data(it: Actuator) -> bool:
    return replace(it, model=None, command=None) != Actuator(name=it.name, joint=it.joint)


def without_efforts(robot: Robot) -> Robot:
    """Drop effort limits that no motor gives."""
    found = _first_actuators(robot)

    def change(joint: Joint, number: int, effort: float | None) -> float | None:
        drive = found.get(joint.name)
        is_free = drive is None or drive.motor is not None or not _has_data(drive)
        return effort if number == 0 and is_driven(joint) and is_free else None

    return _with_efforts(robot, change)


def with_efforts(robot: Robot) -> Robot:
    """Give joints the effort limits that OpenRAVE computes from their motors."""
    found = _first_actuators(robot)

    def change(joint: Joint, number: int, effort: float | None) -> float | None:
        drive = found.get(joint.name)
        if number > 0 or not is_driven(joint) or drive is None or drive.motor is None or gear(drive.motor) is not None:
            return effort
        return torque(drive.motor)

    return _with_efforts(robot, change)


def _first_actuators(robot: Robot) -> dict[str | None, Actuator]:
    return {each.joint: each for each in reversed(robot.actuators)}


def _with_efforts(robot: Robot, change: Callable[[Joint, int, float | None], float | None]) -> Robot:
    def changed(joint: Joint) -> Joint:
        axes = tuple(_with_effort(each, change(joint, number, _effort(each))) for number, each in enumerate(joint.axes))
        return joint if axes == joint.axes else replace(joint, axes=axes)

    return with_each_joint(robot, changed)


def _effort(axis: Axis) -> float | None:
    return axis.hard.effort if axis.hard is not None else None


def _with_effort(axis: Axis, effort: float | None) -> Axis:
    if effort == _effort(axis):
        return axis
    hard = replace(axis.hard or Limits(origin=axis.origin), effort=effort)
    return replace(axis, hard=hard if hard != Limits() else None)

"""Actuators for transmissions and effort limits, and the effort limits that they give."""

from __future__ import annotations

import math
from collections.abc import Callable

from robotfmt.edit import with_each_joint
from robotfmt.model import Actuator, Axis, ElectricMotor, Joint, Limits, Motion, Robot
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..devices.actuators import is_electric
from ..devices.motors import gear, motor_for, torque
from ..kinematics.ranges import is_driven


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
    """Give driven joints with an effort limit a motor that has it, as far as they have none with data."""
    found = {each.joint: each for each in reversed(robot.actuators)}
    changed: dict[str, Actuator] = {}
    taken = {each.name for each in robot.actuators}
    added: list[Actuator] = []
    for joint in filter(is_driven, robot.all_joints):
        motor = _motor(joint, found.get(joint.name))
        its = found.get(joint.name)
        if motor is not None and its is not None:
            changed[its.name] = replace(its, type=its.type or ELECTRIC_MOTOR, motor=motor)
        elif motor is not None:
            name = free_name(f"motor_{joint.name}", taken)
            taken.add(name)
            added.append(Actuator(name=name, joint=joint.name, type=ELECTRIC_MOTOR, motor=motor))
    if not changed and not added:
        return robot
    return replace(robot, actuators=(*(changed.get(each.name, each) for each in robot.actuators), *added))


def _motor(joint: Joint, actuator: Actuator | None) -> ElectricMotor | None:
    """Return a motor for the effort limit of a joint; None if it has no limit, or a motor with other data."""
    hard = joint.axes[0].hard
    if hard is None or hard.effort is None:
        return None
    if actuator is None or (actuator.motor is None and (actuator.type is None or is_electric(actuator.type))):
        ratio: float | None = 1.0
    else:
        ratio = gear(actuator.motor) if actuator.motor is not None else None
    return motor_for(hard.effort, _speed(joint.axes[0]), ratio) if ratio is not None else None


def _speed(axis: Axis) -> float | None:
    """Return the speed limit in revolutions per second, or in metres per second for a sliding axis."""
    speed = axis.hard.velocity if axis.hard is not None else None
    return speed / (2 * math.pi) if speed is not None and axis.motion is Motion.TURN else speed


def without_efforts(robot: Robot) -> Robot:
    """Drop effort limits that no motor gives."""
    driven = _efforts(robot)
    return _with_efforts(robot, lambda joint, number, effort: effort if number == 0 and joint.name in driven else None)


def with_efforts(robot: Robot) -> Robot:
    """Give joints the effort limits that OpenRAVE computes from their motors."""
    driven = _efforts(robot)
    return _with_efforts(robot, lambda joint, number, effort: driven.get(joint.name) if number == 0 else effort)


def _efforts(robot: Robot) -> dict[str, float]:
    """Return the effort limits that motors give, by joint."""
    found: dict[str, float] = {}
    for each in robot.actuators:
        joint = robot.joint_by_name.get(each.joint or "")
        effort = torque(each.motor) if each.motor is not None else None
        if joint is not None and is_driven(joint) and effort is not None:
            found.setdefault(joint.name, effort)
    return found


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

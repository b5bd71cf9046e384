"""Create actuators for a robot that has only transmissions, as in URDF."""

from __future__ import annotations

from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..own.extension import is_driven


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

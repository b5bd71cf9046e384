"""The rest positions of joints."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Joint, JointType, Robot

_SINGLE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.SCREW)
_SEVERAL = (JointType.PLANAR, JointType.FLOATING, JointType.BALL)


def moves_itself(joint: Joint) -> bool:
    """Return True if a joint turns or slides with one degree of freedom, and is not a mimic joint."""
    return joint.type in _SINGLE and joint.coupling is None


def has_several_values(joint: Joint) -> bool:
    """Return True if a position of a joint is more than one number."""
    return joint.type in _SEVERAL or (joint.type is not JointType.FIXED and len(joint.axes) > 1)


def undriven(robot: Robot) -> dict[str, str]:
    """Return the undriven joints, each with the reason: ``passive``, ``not active`` or ``locked``.

    SRDF lists passive joints. In OpenRAVE, inactive joints are not degrees of freedom of the robot, and locked ones
    do not move (OpenRAVE COLLADA extensions, ``<active>`` and ``<locked>``).
    """
    found = dict.fromkeys((each.joint for each in robot.passive_joints), "passive")
    for joint in robot.joints:
        for axis in joint.axes:
            if axis.locked or axis.active is False:
                found.setdefault(joint.name, "locked" if axis.locked else "not active")
    return found


def rest(joint: Joint) -> float:
    """Return 0, or the limit closest to it, using the narrower of hard and soft limits."""
    if joint.axis is None or joint.type is JointType.CONTINUOUS:
        return 0.0
    limits = joint.axis.limits
    upper = limits.upper or 0.0
    return upper if upper < 0 else max(0.0, limits.lower or 0.0)


def default_pose(robot: Robot) -> dict[str, float]:
    """Return the default position of each independent joint; if none is given, its rest position."""
    given = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    return {joint.name: given.get(joint.name, rest(joint)) for joint in robot.joints if moves_itself(joint)}


def first_pose(robot: Robot) -> dict[str, float]:
    """Return the initial pose of a shown robot: the default pose of a document, or else all joints at zero."""
    return default_pose(robot) if robot.default_positions else {}


def first_poses(robots: Sequence[Robot]) -> list[dict[str, float]]:
    """Return the initial poses of robots that are shown side by side: equal joints have equal values."""
    found = {name: value for robot in robots for name, value in first_pose(robot).items()}
    return [{name: value for name, value in found.items() if name in robot.joint_by_name} for robot in robots]

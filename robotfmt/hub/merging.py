"""Values of other documents, for the parts of an updated document that have them too."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report, quoted
from ..model import CSpaceJoint, Limits, Robot
from ..model.record import replace


def with_limits_of_joints(robot: Robot, report: Report) -> Robot:
    """Use the acceleration limits that the joints themselves have now."""
    if robot.cspace is None:
        return robot
    joints = tuple(_with_limits(index, each, robot, report) for index, each in enumerate(robot.cspace.joints))
    return replace(robot, cspace=replace(robot.cspace, joints=joints))


def _with_limits(index: int, joint: CSpaceJoint, robot: Robot, report: Report) -> CSpaceJoint:
    found = robot.joint_by_name.get(joint.joint)
    hard = (found.axis.hard if found is not None and found.axis is not None else None) or Limits()
    for name, limit in (("acceleration", hard.acceleration), ("jerk", hard.jerk)):
        declared: float | None = getattr(joint, f"{name}_limit")
        if limit is not None and declared is not None and limit != declared:
            subject = f"cspace/{index}/{name}_limit"
            message = f"{quoted(joint.joint)}: the {name} is {declared:g} in the configuration space; using {limit:g}"
            report.add(codes.CONFLICT, message, hard.origin, subject=subject)
        if limit is not None and declared is not None:
            joint = replace(joint, **{f"{name}_limit": limit})
    return joint

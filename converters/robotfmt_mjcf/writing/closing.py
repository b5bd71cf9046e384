"""Joints that close loops, as equalities between bodies; those of which these give too little are records besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import Joint, JointType, Pose, Quaternion, Vector3, compose, inverse, unit
from robotfmt.model.pose import quaternion_of

from ..reading.loops import held, is_plain
from .plan import Plan

PREFIX = "robotfmt:loop:"
"""The prefix of equalities that represent joints of the robot; the reader ignores them."""
_NEAR = 1e-6
"""The largest distance, in metres, between the two ends of a loop with all joints at zero, where MuJoCo closes it."""
_ARM = 0.1
"""The distance, in metres, of the two points that hold an axis."""
_TURNING = (JointType.REVOLUTE, JointType.CONTINUOUS)


def is_native(plan: Plan, joint: Joint) -> bool:
    """Return True if a joint that closes a loop is an equality, and nothing else."""
    return plan.is_body(joint.parent) and plan.is_body(joint.child) and is_plain(joint, plan.zero)


def equalities(plan: Plan, names: Mapping[str, str]) -> Iterator[Node]:
    """Yield the equalities that close the loops of a robot.

    Args:
        plan: The arrangement of the robot.
        names: What joints are called in the source, where they have another name in the model.
    """
    for joint in plan.robot.loops:
        is_own = is_native(plan, joint)
        for number, (tag, given) in enumerate(closing(plan, joint), 1):
            name = f"{PREFIX}{joint.name}" + (f":{number}" if number > 1 else "")
            name = names.get(joint.name, joint.name) if is_own else name
            ends = {"body1": plan.name(joint.parent or ""), "body2": plan.name(joint.child or "")}
            yield make(tag, {"name": name, **ends, **given})


def closing(plan: Plan, joint: Joint) -> list[tuple[str, dict[str, Content | None]]]:
    """Return the equalities that close a loop; none for an unsupported joint, and if the loop is open at zero."""
    if not (plan.is_body(joint.parent) and plan.is_body(joint.child)):
        return []
    at = joint.pose_in_parent or Pose()
    if joint.type is JointType.FIXED and held(joint, plan.zero) == joint:
        return [("weld", {})]  # MuJoCo computes the pose
    if joint.type is JointType.FIXED:
        pose = compose(at, inverse(joint.pose_in_child or Pose()))
        q = pose.rotation if isinstance(pose.rotation, Quaternion) else quaternion_of(pose.matrix)
        return [("weld", {"relpose": (*pose.xyz, q.w, q.x, q.y, q.z)})]
    points = _points(joint)
    if not points or not _is_closed(plan, joint, points):
        return []
    return [("connect", {"anchor": compose(at, Pose(point)).xyz}) for point in points]


def _points(joint: Joint) -> list[Vector3]:
    """Return the points in the frame of a joint that are the same on both of its sides."""
    if joint.type is JointType.BALL:
        return [(0.0, 0.0, 0.0)]
    if joint.type in _TURNING and len(joint.axes) == 1:
        x, y, z = unit(joint.axes[0].direction_or_x)
        return [(0.0, 0.0, 0.0), (_ARM * x, _ARM * y, _ARM * z)]
    return []


def _is_closed(plan: Plan, joint: Joint, points: list[Vector3]) -> bool:
    """Return True if the points coincide where all joints are at zero."""
    poses = plan.poses
    if joint.parent not in poses or joint.child not in poses:
        return False
    for point in points:
        there = []
        for link, frame in ((joint.parent, joint.pose_in_parent), (joint.child, joint.pose_in_child)):
            x, y, z = compose(frame, Pose(point)).xyz
            there.append(poses[link][0] @ (x, y, z, 1.0))
        if abs(there[0] - there[1]).max() > _NEAR:
            return False
    return True

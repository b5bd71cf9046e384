"""Joints that close loops or hold robots together, as equalities between bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import Joint, JointType, Pose, Quaternion, Robot, Vector3, WorldJoint, compose, inverse, unit
from robotfmt.model.pose import quaternion_of

from ..reading.loops import held
from .plan import Plan

_NEAR = 1e-6
"""The largest distance, in metres, between the two ends of a loop with all joints at zero, where MuJoCo closes it."""
_ARM = 0.1
"""The distance, in metres, of the two points that hold an axis."""
_TURNING = (JointType.REVOLUTE, JointType.CONTINUOUS)


def equalities(plan: Plan, names: Mapping[str, str]) -> Iterator[Node]:
    """Yield the equalities that close the loops of a robot, which are balls and welds.

    Args:
        plan: The arrangement of the robot.
        names: What joints are called in the source, where they have another name in the model.
    """
    for joint in plan.robot.loops:
        for kind, pose in ends_of(plan, joint):
            yield _equality(joint, kind, pose, names)


def between_robots(joints: Iterable[WorldJoint], poses: Mapping[str, Pose], names: Mapping[str, str]) -> Iterator[Node]:
    """Yield the welds that hold robots together.

    Args:
        joints: The joints, which are fixed.
        poses: The poses of all links in the world, with all joints at zero.
        names: What joints are called in the source, where they have another name in the model.
    """
    for each in joints:
        at_zero = held(each.joint, poses) == each.joint
        yield _equality(each.joint, JointType.FIXED, None if at_zero else each.joint.pose_in_parent or Pose(), names)


def poses_in_world(robots: Iterable[Robot]) -> dict[str, Pose]:
    """Return the poses of the links of robots, which have different names, with all joints at zero."""
    return {link: compose(each.pose, pose) for each in robots for link, pose in poses_at_zero(each).items()}


def _equality(joint: Joint, kind: JointType | None, pose: Pose | None, names: Mapping[str, str]) -> Node:
    ends = {"body1": (joint.parent or ""), "body2": (joint.child or "")}
    given = {"name": names.get(joint.name, joint.name), **ends}
    if kind is JointType.FIXED:
        return make("weld", {**given, **_relative(pose)})
    return make("connect", {**given, "anchor": pose.xyz if pose is not None else None})


def _relative(pose: Pose | None) -> dict[str, Content | None]:
    """Return the pose of a weld; none if it is that with all joints at zero, which MuJoCo computes."""
    if pose is None:
        return {}
    q = pose.rotation if isinstance(pose.rotation, Quaternion) else quaternion_of(pose.matrix)
    return {"relpose": (*pose.xyz, q.w, q.x, q.y, q.z)}


def ends_of(plan: Plan, joint: Joint) -> list[tuple[JointType, Pose | None]]:
    """Return the welds and balls that close a loop, each with its pose in the parent; None for that at zero.

    None at all for an unsupported joint, and if the loop is open at zero.
    """
    if not (plan.is_body(joint.parent) and plan.is_body(joint.child)):
        return []
    at = joint.pose_in_parent or Pose()
    if joint.type is JointType.FIXED and held(joint, plan.zero) == joint:
        return [(JointType.FIXED, None)]
    if joint.type is JointType.FIXED:
        return [(JointType.FIXED, compose(at, inverse(joint.pose_in_child or Pose())))]
    points = _points(joint)
    if not points or not _is_closed(plan, joint, points):
        return []
    return [(JointType.BALL, Pose(compose(at, Pose(point)).xyz)) for point in points]


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

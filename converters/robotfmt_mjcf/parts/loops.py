"""Joints that close loops or hold robots together: equalities between two bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import (
    IDENTITY,
    Joint,
    JointType,
    Pose,
    Quaternion,
    Robot,
    Vector3,
    WorldJoint,
    compose,
    inverse,
    is_near,
    unit,
)
from robotfmt.model.pose import quaternion_of
from robotfmt.model.record import replace

from ..document.views import ClassedElement
from .plan import BodyPlan

TAGS = {"connect": JointType.BALL, "weld": JointType.FIXED}
"""The joints that the elements are: a point that two bodies share, or a weld."""
_NEAR = 1e-9


def read_loop(view: ClassedElement, name: str, ends: tuple[str, str], poses: Mapping[str, Pose]) -> Joint | None:
    """Take the place at which an equality holds two bodies; None if it gives none.

    Args:
        view: The element.
        name: The name of the joint.
        ends: The bodies; the first one is the parent.
        poses: The poses of all links in their root, with all joints at zero.
    """
    plain = Joint(origin=view.origin, name=name, type=TAGS[view.tag], parent=ends[0], child=ends[1])
    if view.tag == "weld":
        given = view.numbers("relpose", 7, 7)
        if given is None or not any(given[3:]):
            return held(plain, poses)
        return replace(plain, pose_in_parent=Pose((given[0], given[1], given[2]), Quaternion(*given[3:])))
    anchor = view.vector("anchor")
    return pinned(replace(plain, pose_in_parent=Pose(anchor)), poses) if anchor is not None else None


def is_plain(joint: Joint, poses: Mapping[str, Pose]) -> bool:
    """Return True if an equality gives all of a joint that closes a loop: it is as :func:`read_loop` makes it."""
    at = joint.pose_in_parent
    plain = Joint(name=joint.name, type=joint.type, parent=joint.parent, child=joint.child, pose_in_parent=at)
    if at is None or replace(joint, pose_in_child=None) != plain:
        return False
    if joint.type is JointType.FIXED:
        return joint.pose_in_child is None
    made = pinned(plain, poses) if joint.type is JointType.BALL and at.rotation is None else None
    return made is not None and is_near(compose(inverse(made.pose_at_zero), joint.pose_at_zero), IDENTITY, _NEAR)


def held(joint: Joint, poses: Mapping[str, Pose]) -> Joint | None:
    """Return a weld in the pose in which its bodies are with all joints at zero."""
    between = _between(joint, poses)
    return replace(joint, pose_in_parent=between) if between is not None else None


def pinned(joint: Joint, poses: Mapping[str, Pose]) -> Joint | None:
    """Return a ball joint that is closed with all joints at zero: MuJoCo computes its place in the second body so."""
    between = _between(joint, poses)
    if between is None:
        return None
    return replace(joint, pose_in_child=compose(inverse(between), joint.pose_in_parent or Pose()))


def _between(joint: Joint, poses: Mapping[str, Pose]) -> Pose | None:
    parent, child = poses.get(joint.parent or ""), poses.get(joint.child or "")
    return compose(inverse(parent), child) if parent is not None and child is not None else None


_CLOSE = 1e-6
"""The largest distance, in metres, between the two ends of a loop with all joints at zero, where MuJoCo closes it."""
_ARM = 0.1
"""The distance, in metres, of the two points that hold an axis."""
_TURNING = (JointType.REVOLUTE, JointType.CONTINUOUS)


def equalities(plan: BodyPlan, names: Mapping[str, str]) -> Iterator[Node]:
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


def ends_of(plan: BodyPlan, joint: Joint) -> list[tuple[JointType, Pose | None]]:
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


def _is_closed(plan: BodyPlan, joint: Joint, points: list[Vector3]) -> bool:
    """Return True if the points coincide where all joints are at zero."""
    poses = plan.poses
    if joint.parent not in poses or joint.child not in poses:
        return False
    for point in points:
        there = []
        for link, frame in ((joint.parent, joint.pose_in_parent), (joint.child, joint.pose_in_child)):
            x, y, z = compose(frame, Pose(point)).xyz
            there.append(poses[link] @ (x, y, z, 1.0))
        if abs(there[0] - there[1]).max() > _CLOSE:
            return False
    return True

"""Ends of joints, which in SDF are at one place while all joints are at zero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robotfmt.model import IDENTITY, Joint, Pose, World, WorldJoint, compose, inverse, is_near

from ..document.frames import Frames
from ..parts.names import Names
from ..parts.pose_notation import ROOT, frames_of

_NEAR = 1e-10


def loop_at_rest(joint: Joint, frames: Frames) -> Pose | None:
    """Return the pose of a loop's joint in its child with all joints at zero; None if the loop closes there."""
    child, here = f"link/{joint.child}", f"joint/{joint.name}"
    if child not in frames or here not in frames:
        return None
    pose = frames.between(child, here)
    return None if is_near(pose, joint.pose_in_child or IDENTITY, _NEAR) else pose


def joints_at_rest(world: World) -> Iterator[tuple[WorldJoint, Pose | None]]:
    """Yield the joints of a world, and the pose of each in its parent with all joints at zero; None if it is there."""
    ends = {name for it in world.joints for name in (it.parent_robot, it.child_robot)}
    frames = {each.name: frames_of(each.alone, Names(each.alone), None) for each in world.robots if each.name in ends}
    for it in world.joints:
        yield it, _joint_at_rest(it, frames)


def _joint_at_rest(it: WorldJoint, frames: Mapping[str, Frames]) -> Pose | None:
    joint = it.joint
    parent = _place(it.parent_robot, joint.parent, frames)
    child = _place(it.child_robot, joint.child, frames)
    if parent is None or child is None:
        return None
    pose = compose(inverse(parent), compose(child, joint.pose_in_child or IDENTITY))
    return None if is_near(pose, joint.pose_in_parent or IDENTITY, _NEAR) else pose


def _place(robot: str | None, link: str | None, frames: Mapping[str, Frames]) -> Pose | None:
    """Return the pose in the world of a link or a frame of a robot."""
    if robot is None:
        return IDENTITY
    known = frames.get(robot)
    for name in (f"link/{link}", f"frame/{link}"):
        if known is not None and name in known:
            return known.between(ROOT, name)
    return None

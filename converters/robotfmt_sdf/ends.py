"""Ends of joints that are elsewhere than in SDF, where a joint is at both ends while all joints are at zero.

``robotfmt:pose_in_child`` of a loop's ``<joint>``, ``{"pose": ..., "at_rest": ...}``, keeps the pose of the joint in
its child and the pose that the document gives it: while that is the same, the first one is read. A joint between models
has ``robotfmt:pose_in_parent``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import IDENTITY, Joint, Pose, World, WorldJoint, compose, inverse, is_near
from robotfmt.model.completion import BadRecord, parsed, whole
from robotfmt.model.json import to_object
from robotfmt.model.record import replace
from robotfmt.model.typed import type_of

from .codes import BAD_KEPT, CHANGED_SINCE
from .frames import Frames
from .kept import write_kept
from .keys import own
from .names import Names
from .poses import ROOT, frames_of

IN_CHILD, IN_PARENT = "pose_in_child", "pose_in_parent"
_NEAR = 1e-10
_SAME = 1e-9


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


def write_end(node: Node, name: str, pose: Pose | None, at_rest: Pose | None) -> None:
    """Keep the pose of a joint at one end, if it is elsewhere at rest.

    Args:
        name: ``pose_in_child`` or ``pose_in_parent``.
    """
    if at_rest is not None:
        write_kept(node, {name: {"pose": to_object(pose), "at_rest": to_object(at_rest)}})


def read_end(element: Element, joint: Joint, name: str) -> Joint:
    """Return a joint with the pose at one end that its element keeps, unless that end was moved since."""
    text = element.peek(own(name))
    if text is None:
        return joint
    try:
        given = parsed(text)
        at_rest: Pose = whole(given.get("at_rest"), Pose, element.origin)
        pose: Pose | None = whole(given.get("pose"), type_of(Joint, name), element.origin)
    except BadRecord as error:
        message = f"robotfmt:{name} of joint '{joint.name}' {error}; it is kept verbatim"
        element.report(BAD_KEPT, message, own(name))
        return joint
    element.attribute(own(name))
    if is_near(getattr(joint, name) or IDENTITY, at_rest, _SAME):
        return replace(joint, **{name: pose})
    message = f"joint '{joint.name}' was moved since robotfmt wrote it; its pose is that of the document"
    element.report(CHANGED_SINCE, message, own(name))
    return joint

"""Frames, and the links that they are fixed to; tool frames of manipulators as links, for formats whose robots have
links alone.
"""

from __future__ import annotations

from ..model import IDENTITY, AddFrame, Joint, JointType, Link, Manipulator, Pose, Robot, compose, is_near
from ..model.record import replace
from ..model.renaming import free_name
from .joints import with_each_joint


def on_links(robot: Robot) -> Robot:
    """Return the robot with every joint between links: a frame at an end becomes the link that it is fixed to."""
    frames = {frame.name: frame for frame in robot.frames if frame.name not in robot.link_by_name}

    def grounded(name: str | None, pose: Pose | None) -> tuple[str | None, Pose | None]:
        met: set[str] = set()
        while name in frames and name not in met:
            met.add(name)
            name, pose = frames[name].parent, compose(frames[name].pose, pose)
        return name, pose

    def change(joint: Joint) -> Joint:
        if joint.parent not in frames and joint.child not in frames:
            return joint
        parent, in_parent = grounded(joint.parent, joint.pose_in_parent)
        child, in_child = grounded(joint.child, joint.pose_in_child)
        return replace(joint, parent=parent, pose_in_parent=in_parent, child=child, pose_in_child=in_child)

    return with_each_joint(robot, change)


def links_of_frames(robot: Robot) -> dict[str, tuple[str, Pose]]:
    """Return for each frame its link, and its pose in that link; also for frames that modifiers add.

    A frame without a link is omitted.
    """
    added = {each.frame: each for each in robot.modifiers if isinstance(each, AddFrame)}
    frames = added | {frame.name: frame for frame in reversed(robot.frames)}
    found: dict[str, tuple[str, Pose]] = {name: (name, Pose()) for name in robot.link_by_name}
    lost: set[str] = set()
    for name in frames:
        chain: dict[str, None] = {}
        while name in frames and name not in found and name not in chain and name not in lost:
            chain[name] = None
            name = frames[name].parent
        if name not in found:
            lost.update(chain)
            continue
        for each in reversed(chain):
            link, pose = found[frames[each].parent]
            found[each] = link, compose(pose, frames[each].pose)
    return {name: place for name, place in found.items() if name in frames and name not in robot.link_by_name}


# Tool frames

_SAME = 1e-9
"""The largest difference between two equal poses, as of :func:`robotfmt.model.is_near`."""


def with_tool_links(robot: Robot) -> Robot:
    """Return the robot with a link, fixed to the tip, for each tool frame of a manipulator that is not the tip itself.

    The link is named after the manipulator: ``leftarm_tool``. A link that is fixed there already serves.
    """
    for manipulator in robot.manipulators:
        if tool_link(robot, manipulator) is None:
            robot = _with_tool(robot, manipulator)
    return robot


def tool_link(robot: Robot, manipulator: Manipulator) -> str | None:
    """Return the link whose frame is the tool frame: the tip, or a link fixed to it; None if there is none."""
    tool = manipulator.tool or IDENTITY
    if is_near(tool, IDENTITY, _SAME):
        return manipulator.tip
    fixed = (
        each.child
        for each in robot.joints
        if each.type is JointType.FIXED
        and each.parent == manipulator.tip
        and is_near(each.pose_in_child or IDENTITY, IDENTITY, _SAME)
        and is_near(each.pose_in_parent or IDENTITY, tool, _SAME)
    )
    return next(fixed, None)


def _with_tool(robot: Robot, it: Manipulator) -> Robot:
    taken = {*robot.frame_names, *robot.joint_by_name}
    name = free_name(f"{it.name}_tool", taken)
    joint = Joint(
        origin=it.origin,
        name=free_name(f"{name}_joint", {*taken, name}),
        type=JointType.FIXED,
        parent=it.tip,
        child=name,
        pose_in_parent=it.tool,
    )
    link = Link(origin=it.origin, name=name)
    return replace(robot, links=(*robot.links, link), joints=(*robot.joints, joint))


def with_frames_on_links(robot: Robot) -> Robot:
    """Attach frames on frames to the links below them."""
    places = links_of_frames(robot)
    moved = tuple(
        replace(each, parent=places[each.name][0], pose=places[each.name][1])
        if each.parent not in robot.link_by_name and each.name in places
        else each
        for each in robot.frames
    )
    return robot if moved == robot.frames else replace(robot, frames=moved)

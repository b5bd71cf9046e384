"""Frames, and the links that they are fixed to."""

from __future__ import annotations

from ..model import AddFrame, Joint, Pose, Robot, compose
from ..model.record import replace
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
        way: dict[str, None] = {}
        while name in frames and name not in found and name not in way and name not in lost:
            way[name] = None
            name = frames[name].parent
        if name not in found:
            lost.update(way)
            continue
        for each in reversed(way):
            link, pose = found[frames[each].parent]
            found[each] = link, compose(pose, frames[each].pose)
    return {name: place for name, place in found.items() if name in frames and name not in robot.link_by_name}

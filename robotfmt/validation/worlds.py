"""Checks of a world besides its robots: names, and the ends of joints and frames."""

from __future__ import annotations

from collections import Counter

from .. import codes
from ..diagnostics import Report, did_you_mean
from ..model import Node, World


def check_world(world: World, report: Report) -> None:
    """Find robots with the same name, and joints and frames with unknown ends."""
    for name, count in Counter(each.name for each in world.robots).items():
        if count > 1:
            message = f"{count} robots of the world are called '{name}'"
            report.add(codes.SAME_ROBOT, message, world.robot_by_name[name].origin)
    for joint in world.joints:
        who = f"joint '{joint.name}' of the world"
        _end(world, joint, who, joint.parent_robot, joint.joint.parent, report)
        _end(world, joint, who, joint.child_robot, joint.joint.child, report)
    for frame in world.frames:
        _end(world, frame, f"frame '{frame.name}' of the world", frame.robot, frame.parent, report)


def _end(world: World, it: Node, who: str, robot: str | None, link: str | None, report: Report) -> None:
    if robot is None:
        if link is not None:
            message = f"{who} is on the link '{link}' of no robot"
            report.add(codes.UNKNOWN_END, message, it.origin)
        return
    placed = world.robot_by_name.get(robot)
    if placed is None:
        message = f"{who} is on the robot '{robot}', which does not exist"
        hint = did_you_mean(robot, world.robot_by_name)
        report.add(codes.UNKNOWN_END, f"{message}{hint}", it.origin)
    elif link is None or link not in placed.robot.frame_names:
        what = f"the link '{link}' of '{robot}', which does not exist" if link is not None else "no link"
        hint = did_you_mean(link, placed.robot.frame_names) if link is not None else ""
        report.add(codes.UNKNOWN_END, f"{who} is on {what}{hint}", it.origin)

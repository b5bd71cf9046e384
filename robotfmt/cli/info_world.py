"""The output of ``robotfmt info`` for a world: its robots, their poses, and the joints between them."""

from __future__ import annotations

from ..model import Pose, World, WorldFrame, WorldJoint
from ..model.pose import pose_in_words


def world_summary(world: World) -> list[str]:
    """Return the lines about a world."""
    lines = [
        f"name        {world.name or '(none)'}",
        f"robots      {len(world.robots)}",
    ]
    if world.gravity is not None:
        lines.append(f"gravity     {' '.join(f'{each:g}' for each in world.gravity)} m/s^2")
    width = max((len(each.name) for each in world.robots), default=0)
    for placed in world.robots:
        robot = placed.robot
        moving = sum(bool(joint.axes) for joint in robot.joints)
        size = f"{len(robot.links)} links, {moving} moving joints"
        source = f", from {placed.source}" if placed.source is not None else ""
        lines.append(f"  {placed.name:{width}}  {size}; {_pose(placed.pose)}{source}")
    for title, rows in (
        ("joints", [_joint(each) for each in world.joints]),
        ("frames", [_frame(each) for each in world.frames]),
        ("lights", [f"{each.name or '(none)'}: {_pose(each.pose)}" for each in world.lights]),
    ):
        if rows:
            lines += [f"{title:11} {len(rows)}", *(f"  {row}" for row in rows)]
    if world.extensions:
        lines.append(f"{'extensions':11} {len(world.extensions)}")
    return lines


def _pose(pose: Pose | None) -> str:
    return pose_in_words(pose) if pose is not None else "at the origin"


def _end(robot: str | None, link: str | None) -> str:
    return f"{robot}::{link}" if robot is not None else "the world"


def _joint(it: WorldJoint) -> str:
    kind = it.joint.type.value if it.joint.type is not None else "unknown"
    ends = f"{_end(it.parent_robot, it.joint.parent)} -> {_end(it.child_robot, it.joint.child)}"
    return f"{it.name} ({kind}): {ends}"


def _frame(it: WorldFrame) -> str:
    return f"{it.name} on {_end(it.robot, it.parent)}: {_pose(it.pose)}"

"""Tool frames of manipulators as links, for formats whose robots have links alone."""

from __future__ import annotations

from ..model import IDENTITY, Joint, JointType, Link, Manipulator, Robot, is_near
from ..model.record import replace
from ..model.renaming import free_name

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

"""Exchange a part of a robot, such as a gripper, for another robot."""

from __future__ import annotations

from .. import codes
from ..adapting.frames import links_of_frames
from ..diagnostics import Report
from ..facts.difference import Difference
from ..kinematics.tree import joints_above, links_below
from ..model import Joint, JointType, Link, Pose, Robot, compose
from ..model.record import replace
from ..model.renaming import free_name
from .extracting import holding, remove
from .joining import attach
from .performing import perform
from .tracing import Verdict


def exchange(
    robot: Robot,
    link: str,
    other: Robot,
    *,
    pose: Pose | None = None,
    prefix: str = "",
    report: Report | None = None,
) -> Robot:
    """Return the robot with another one in the place of a link and everything below it.

    A joint that moved the link stays, and moves an empty link that carries the other robot. Chains of groups and
    manipulators that ended in the removed part end at the link that carries the new one; the tool frames in it are
    replaced by those of the other robot, if it has any. States and pairs of what stays are kept.

    Args:
        link: The first link of the part to remove.
        other: The robot to put in its place, with one root.
        pose: The pose of its root where the link was, in metres and radians; by default they coincide.
        prefix: Put before the names of all parts of the other robot.
        report: Where the changes are reported.

    Raises:
        UsageError: The link does not exist, or is the root; or both robots have parts of the same name.
        ModelError: The other robot does not have exactly one root.
    """
    held = holding(robot, link)
    name, place = None, pose
    if held.type is JointType.FIXED:
        name, place = held.name, compose(held.pose_at_zero, pose)
    else:
        robot = _on_mount(robot, held, report)
    at = joints_above(robot)[link].parent or ""
    if other.tool_frames:
        robot = _without_tools(robot, link, report)
    bare = remove(robot, link, report=report)
    return attach(bare, other, at, joint=name, pose=place, prefix=prefix, report=report)


def _on_mount(robot: Robot, held: Joint, report: Report | None) -> Robot:
    """Return the robot in which a joint moves an empty link, to which the link that it moved is fixed."""
    link = held.child or ""
    mount = free_name(f"{link}_mount", robot.frame_names)
    joint = free_name(f"{link}_joint", {each.name for each in robot.all_joints})
    fixed = Joint(name=joint, type=JointType.FIXED, parent=mount, child=link)

    def change(it: Robot) -> Robot:
        moved = next(each for each in it.joints if each.name == held.name)
        joints = tuple(replace(each, child=mount) if each is moved else each for each in it.joints)
        return replace(it, links=(*it.links, Link(name=mount)), joints=(*joints, fixed))

    def judge(difference: Difference) -> Verdict | None:
        what = f"joint '{held.name}' moves the empty link '{mount}', which carries the new part"
        return Verdict(codes.ATTACHED, what)

    return perform(robot, change, judge, report)


def _without_tools(robot: Robot, link: str, report: Report | None) -> Robot:
    """Return the robot without the tool frames at a link and below it."""
    gone = links_below(robot, link)
    gone |= {name for name, (on, _) in links_of_frames(robot).items() if on in gone}
    kept = tuple(each for each in robot.tool_frames if each not in gone)

    def judge(difference: Difference) -> Verdict | None:
        return Verdict(codes.LEFT_OUT) if difference.path[0] == "tool frame" else None

    return perform(robot, lambda it: replace(it, tool_frames=kept), judge, report)

"""Where a robot is in the world of its document: said by a joint, or of another root."""

from __future__ import annotations

from collections.abc import Collection

from .. import codes
from ..diagnostics import Report
from ..errors import ModelError
from ..model import (
    Joint,
    JointType,
    Link,
    Pose,
    Robot,
    RotationMatrix,
    VirtualJoint,
    compose,
    inverse,
)
from ..model.record import replace
from ..tree import roots
from ..words import pose_in_words
from .naming import free_name

WORLD = "world"


def fix_to_world(robot: Robot, pose: Pose | None = None, *, report: Report | None = None) -> Robot:
    """Return the robot with its root fixed to a new link ``world``, as formats want it that hold no pose of a robot.

    A virtual joint (SRDF) that moves the root moves the new link, which is reported.

    Args:
        pose: Of the root in the world; by default the pose that the robot has in its document.

    Raises:
        ModelError: The robot has no root.
    """
    report = report if report is not None else Report()
    tops = roots(robot)
    if not tops:
        raise ModelError(
            codes.NO_LINKS, "a robot without a root link cannot be fixed to the world", robot.origin
        )
    pose = pose if pose is not None else robot.pose
    world = free_name(WORLD, robot.frame_names)
    names = set(robot.joint_by_name)
    mounts = [_mount(top, world, pose, names) for top in tops]
    said = f"'{tops[0]}' is fixed to the link '{world}' by the joint '{mounts[0].name}'"
    was = f"; its document has it at {pose_in_words(robot.pose)}" if robot.pose not in (None, pose) else ""
    report.add(
        codes.PLACED, f"{said}, at {pose_in_words(pose or Pose())}{was}", robot.origin, subject="place"
    )
    return replace(
        robot,
        pose=None,
        links=(Link(name=world), *robot.links),
        joints=(*mounts, *robot.joints),
        virtual_joints=tuple(_moving_world(each, tops, world, report) for each in robot.virtual_joints),
    )


def _moving_world(it: VirtualJoint, tops: Collection[str], world: str, report: Report) -> VirtualJoint:
    if it.child_link not in tops:
        return it
    message = f"virtual joint '{it.name}' moves '{world}' instead of '{it.child_link}'"
    report.add(codes.PLACED, message, it.origin, subject=f"virtual joint/{it.name}/child_link")
    return replace(it, child_link=world)


def _mount(top: str, world: str, pose: Pose | None, taken: set[str]) -> Joint:
    name = free_name(f"{WORLD}_joint", taken)
    taken.add(name)
    return Joint(name=name, type=JointType.FIXED, parent=world, child=top, pose_in_parent=pose)


def with_pose_of_root(new: Robot, old: Robot, report: Report) -> Robot:
    """Return a robot with the pose of its own root, which was another link of the old robot.

    Every link stays where it is in the scene, with the joints as the scene shows them.
    """
    tops, before = roots(new), roots(old)
    if old.pose is None or not tops or not before or tops[0] == before[0]:
        return new
    pose = compose(old.pose, _place(old, before[0], tops[0]))
    message = (
        f"the root is '{tops[0]}' instead of '{before[0]}'; its pose in the scene is {pose_in_words(pose)}"
    )
    report.add(codes.PLACED, message, old.origin, subject="place")
    return replace(new, pose=pose)


def _place(robot: Robot, root: str, link: str) -> Pose:
    """Return the pose of a link in the root link, with the joints as the scene shows them."""
    from ..kinematics import degrees_of_freedom, forward_kinematics

    values = {
        each.joint: [each.values]
        for each in robot.scene_positions
        if each.joint in robot.joint_by_name
        and len(each.values) == degrees_of_freedom(robot.joint_by_name[each.joint])
    }
    poses = forward_kinematics(robot, values)
    (ours,), (root_,) = poses[link], poses[root]
    return compose(inverse(_pose(root_.tolist())), _pose(ours.tolist()))


def _pose(rows: list[list[float]]) -> Pose:
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = rows
    return Pose((x, y, z), RotationMatrix(((a, b, c), (d, e, f), (g, h, i))))

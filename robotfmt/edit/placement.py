"""The pose of a robot in the world of its document: as a joint, or for another root."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from .. import codes
from ..adapting.bases import WORLD
from ..diagnostics import Report
from ..errors import ModelError
from ..facts.difference import Difference
from ..kinematics.tree import roots
from ..model import (
    Joint,
    JointType,
    Link,
    Pose,
    Robot,
    VirtualJoint,
    compose,
    inverse,
)
from ..model.pose import pose_in_words
from ..model.record import replace
from ..model.renaming import free_name
from .performing import perform
from .tracing import Verdict


def fix_to_world(robot: Robot, pose: Pose | None = None, *, report: Report | None = None) -> Robot:
    """Return the robot with its root fixed to a new link ``world``, for formats that cannot store a robot's pose.

    A virtual joint (SRDF) that moves the root moves the new link, which is reported.

    Args:
        pose: The pose of the root in the world; by default the one in the robot's document.

    Raises:
        ModelError: The robot has no root.
    """
    tops = roots(robot)
    if not tops:
        raise ModelError(codes.NO_LINKS, "a robot without a root link cannot be fixed to the world", robot.origin)
    fixing = _Fixing(robot, tops, pose if pose is not None else robot.pose)
    return perform(robot, fixing.done, fixing.judge, report)


class _Fixing:
    """Fixes the roots of a robot to the world, and gives the reason for each change."""

    def __init__(self, robot: Robot, tops: Sequence[str], pose: Pose | None) -> None:
        self._tops, self._pose = tops, pose
        self._world = free_name(WORLD, robot.frame_names)
        names = set(robot.joint_by_name)
        self._mounts = {mount.name: mount for mount in (self._mount(top, names) for top in tops)}

    def _mount(self, top: str, taken: set[str]) -> Joint:
        name = free_name(f"{WORLD}_joint", taken)
        taken.add(name)
        return Joint(name=name, type=JointType.FIXED, parent=self._world, child=top, pose_in_parent=self._pose)

    def done(self, robot: Robot) -> Robot:
        """Return the robot with the new link and joints."""
        return replace(
            robot,
            pose=None,
            links=(Link(name=self._world), *robot.links),
            joints=(*self._mounts.values(), *robot.joints),
            virtual_joints=tuple(map(self._moving_world, robot.virtual_joints)),
        )

    def _moving_world(self, it: VirtualJoint) -> VirtualJoint:
        return replace(it, child_link=self._world) if it.child_link in self._tops else it

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        match difference.path:
            case ("place",):
                return self._of_pose(cast(Pose, difference.fact.value))
            case ("place", *_):
                return Verdict(codes.PLACED, is_implied=True)
            case ("link", name, *_) if name == self._world:
                return Verdict(codes.PLACED)
            case ("joint", name, *_) if name in self._mounts:
                mount = self._mounts[name]
                what = f"link '{mount.child}' is fixed to link '{self._world}' by joint '{name}'"
                return Verdict(codes.PLACED, f"{what}, at {pose_in_words(self._pose or Pose())}")
            case ("virtual joint", name, "child_link"):
                was = difference.fact.value
                return Verdict(codes.PLACED, f"virtual joint '{name}' moves '{self._world}' instead of '{was}'")
        return None

    def _of_pose(self, pose: Pose) -> Verdict:
        """Return the verdict on the pose in the document, which the joints keep or replace."""
        what = f"the pose of the robot in its scene ({pose_in_words(pose)})"
        if pose == self._pose:
            return Verdict(codes.PLACED, f"{what} is that of the joint '{next(iter(self._mounts))}'")
        return Verdict(codes.LEFT_OUT, f"{what}: replaced by the given pose")


class Placement:
    """Keeps a robot at its place in the scene when it gets another root, and gives the reason for each change."""

    def __init__(self) -> None:
        self._message: str | None = None

    def done(self, new: Robot, old: Robot) -> Robot:
        """Return a robot with the pose of its own root, which was another link of the old robot.

        Every link stays where it is in the scene, with the joint values of the scene.
        """
        tops, before = roots(new), roots(old)
        if old.pose is None or not tops or not before or tops[0] == before[0]:
            return new
        pose = compose(old.pose, _place(old, before[0], tops[0]))
        root = f"the root is '{tops[0]}' instead of '{before[0]}'"
        self._message = f"{root}; its pose in the scene is {pose_in_words(pose)}"
        return replace(new, pose=pose)

    def judge(self, _: Difference) -> Verdict:
        """Give the reason for a difference of the pose."""
        return Verdict(codes.PLACED, self._message)


def _place(robot: Robot, root: str, link: str) -> Pose:
    """Return the pose of a link in the root link, with the joint values of the scene."""
    from ..kinematics.forward import pose_of, poses_of_links
    from ..kinematics.freedom import degrees_of_freedom

    values = {
        each.joint: [each.values]
        for each in robot.scene_positions
        if each.joint in robot.joint_by_name and len(each.values) == degrees_of_freedom(robot.joint_by_name[each.joint])
    }
    poses = poses_of_links(robot, values)
    (ours,), (root_,) = poses[link], poses[root]
    return compose(inverse(pose_of(root_)), pose_of(ours))

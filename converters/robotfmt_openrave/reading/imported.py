"""Robots of documents in other formats, such as COLLADA archives, as parts of a body."""

from __future__ import annotations

from robotfmt.kinematics.tree import downward
from robotfmt.model import JointType, Pose, Robot, compose, inverse
from robotfmt.model.record import replace

from .drafts import BodyDraft, JointDraft, LinkDraft


def add_robot(body: BodyDraft, robot: Robot) -> None:
    """Add the links and joints of a robot to a body, and everything else that it has."""
    poses = poses_at_zero(robot)
    body.name = robot.name
    links = {each.name: LinkDraft(each, poses.get(each.name, Pose())) for each in robot.links}
    body.links += links.values()
    for joint in robot.all_joints:
        first, second = links.get(joint.parent or ""), links.get(joint.child or "")
        if first is None or second is None:
            continue
        body.joints.append(
            JointDraft(
                name=joint.name,
                type=joint.type or JointType.FIXED,
                first=first,
                second=second,
                in_first=joint.pose_in_parent or Pose(),
                in_second=joint.pose_in_child or Pose(),
                axes=joint.axes,
                model=joint,
            )
        )
    body.manipulators += robot.manipulators
    body.sensors += robot.sensors
    body.pairs += robot.ignored_pairs
    body.spheres += robot.sphere_sets
    empty = dict.fromkeys(("links", "joints", "loops", "manipulators", "sensors", "layouts"), ())
    body.imported.append(replace(robot, pose=None, ignored_pairs=(), sphere_sets=(), **empty))


def poses_at_zero(robot: Robot) -> dict[str, Pose]:
    """Return the pose of each link with all joints at zero, in the frame that the robot's pose is in."""
    base = robot.pose or Pose()
    children = {joint.child for joint in robot.joints}
    poses = {link.name: base for link in robot.links if link.name not in children}
    for joint in downward(robot):
        if joint.parent in poses and joint.child is not None:
            moved = compose(joint.pose_in_parent, inverse(joint.pose_in_child or Pose()))
            poses[joint.child] = compose(poses[joint.parent], moved)
    return poses

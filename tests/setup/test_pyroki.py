"""What pyroki requires of joints, and where it has spheres."""

from __future__ import annotations

from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import CollisionSphere, Frame, FrameSpheres, JointType, Limits, Motion, Pose, SphereSet
from robotfmt.model.record import replace
from robotfmt.setup.pyroki import spheres_by_link, with_velocities

ARM = FIXTURES / "arm6" / "arm6.urdf"


def test_moving_joints_get_a_velocity_limit() -> None:
    robot, report = robotfmt.read(ARM), Report()
    assert with_velocities(robot, report) is robot
    joints = {each.name: each for each in robot.joints}
    wheel, slide = joints["joint_2"], joints["joint_3"]
    joints["joint_2"] = replace(wheel, type=JointType.CONTINUOUS, axes=(replace(wheel.axes[0], hard=None),))
    short = replace(slide.axes[0], motion=Motion.SLIDE, hard=Limits(lower=-0.1, upper=0.1))
    joints["joint_3"] = replace(slide, type=JointType.PRISMATIC, axes=(short,))
    made = with_velocities(replace(robot, joints=tuple(joints.values())), report)
    assert made.joint_by_name["joint_2"].limits == Limits(velocity=10.0)
    assert made.joint_by_name["joint_3"].limits == Limits(lower=-0.1, upper=0.1, velocity=10.0)
    assert made.joint_by_name["joint_1"] == robot.joint_by_name["joint_1"]
    assert [each.message.rpartition("assuming ")[2] for each in report] == ["10 rad/s for pyroki", "10 m/s for pyroki"]


def test_spheres_on_a_frame_are_those_of_its_link() -> None:
    """pyroki knows links only."""
    robot = robotfmt.read(ARM)
    mount = Frame(name="mount", parent="hand", pose=Pose((0.0, 0.0, 0.1)))
    sphere = CollisionSphere(center=(0.01, 0.0, 0.0), radius=0.02)
    placed = FrameSpheres(frame="mount", spheres=(sphere, replace(sphere, radius=-1.0)))
    robot = replace(robot, frames=(*robot.frames, mount), sphere_sets=(SphereSet(name="s", frames=(placed,)),))
    assert spheres_by_link(robot) == {"hand": {"centers": [[0.01, 0.0, 0.1]], "radii": [0.02]}}

"""Numbers of a robot that do not go together."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from real import example_robots

import robotfmt
from robotfmt.hub.checking import check
from robotfmt.model import (
    Axis,
    Box,
    CollisionSphere,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    Pose,
    Purpose,
    Robot,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.validation import validate

SHAPE = Geometry(shape=Box((0.1, 0.1, 0.1)), purpose=Purpose.VISUAL)


def arm(
    range_: float = 2.0,
    masses: tuple[float, ...] = (5.0, 4.0, 2.0, 1.0),
    acceleration: float | None = None,
    jerk: float | None = None,
) -> Robot:
    """Return a chain of links with these masses, whose joints turn by a range to either side."""
    moment = Inertia(ixx=0.01, iyy=0.01, izz=0.01, ixy=0.0, ixz=0.0, iyz=0.0)
    links = [
        Link(name=f"l{number}", inertial=Inertial(mass=mass, inertia=moment), visuals=(SHAPE,))
        for number, mass in enumerate(masses)
    ]
    hard = Limits(lower=-range_, upper=range_, effort=500.0, velocity=2.0, acceleration=acceleration, jerk=jerk)
    joints = [
        Joint(
            name=f"j{number}",
            type=JointType.REVOLUTE,
            parent=f"l{number}",
            child=f"l{number + 1}",
            pose_in_parent=Pose((0.0, 0.0, 0.3)),
            axes=(Axis(direction=(0.0, 1.0, 0.0), hard=hard),),
        )
        for number in range(len(masses) - 1)
    ]
    return Robot(name="arm", links=tuple(links), joints=tuple(joints))


def messages(robot: Robot, code: str) -> list[str]:
    return [each.message for each in validate(robot) if each.code == code]


def test_ranges_that_were_meant_in_radians_are_found() -> None:
    (message,) = messages(arm(math.radians(3.14)), "robot.limits-in-radians")
    assert (
        message
        == "joints 'j0' and the 2 other revolute joints turn by at most 3.14 degrees; were their limits in radians?"
    )
    assert messages(arm(math.radians(7.0)), "robot.limits-in-radians") == []
    assert messages(arm(0.0), "robot.limits-in-radians") == []


def test_two_joints_of_small_range_or_one_without_limits_may_be_meant() -> None:
    assert messages(arm(0.05, masses=(5.0, 4.0, 2.0)), "robot.limits-in-radians") == []
    robot = arm(0.05)
    endless = replace(robot.joints[0], axes=(replace(robot.joints[0].axes[0], hard=None),))
    assert messages(replace(robot, joints=(endless, *robot.joints[1:])), "robot.limits-in-radians") == []


def test_a_link_in_tonnes_or_in_grams_is_found() -> None:
    assert messages(arm(masses=(5.0, 0.004, 2.0, 3.0)), "robot.mass-ratio") == [
        "link 'l1' weighs 0.004 kg, and carries 5 kg"
    ]
    (message,) = messages(arm(masses=(5.0, 4.0, 2000.0, 1.0)), "robot.mass-ratio")
    assert message == "link 'l2' weighs 2000 kg, and all other links 10 kg together"


def test_a_heavy_base_and_a_light_frame_without_shapes_may_be_meant() -> None:
    assert messages(arm(masses=(5000.0, 4.0, 2.0, 1.0)), "robot.mass-ratio") == []
    robot = arm(masses=(5.0, 0.004, 2.0, 3.0))
    bare = replace(robot.links[1], visuals=())
    assert messages(replace(robot, links=(robot.links[0], bare, *robot.links[2:])), "robot.mass-ratio") == []


def test_limits_in_different_units_are_found() -> None:
    assert messages(arm(acceleration=5.0, jerk=50.0), "robot.limits-apart") == []
    found = messages(arm(acceleration=5.0, jerk=0.01), "robot.limits-apart")
    assert found[0] == "joint 'j0' takes 500 s to its acceleration limit 5 with the jerk limit 0.01"
    assert len(messages(arm(acceleration=0.001), "robot.limits-apart")) == 3


def test_the_limits_of_a_configuration_space_count() -> None:
    joints = tuple(CSpaceJoint(joint=f"j{number}", acceleration_limit=5.0, jerk_limit=0.01) for number in range(2))
    robot = replace(arm(acceleration=5.0, jerk=50.0), cspace=CSpace(joints=joints))
    assert len(messages(robot, "robot.limits-apart")) == 2


def test_a_sphere_that_the_robot_does_not_reach_is_found() -> None:
    def robot(place: float) -> Robot:
        sphere = CollisionSphere(center=(0.0, 0.0, place), radius=0.1)
        frames = (FrameSpheres(frame="l1", spheres=(sphere,)),)
        return replace(arm(), sphere_sets=(SphereSet(name="spheres", frames=frames),))

    assert messages(robot(1.0), "robot.spheres-far") == []
    assert messages(robot(5.0), "robot.spheres-far") == [
        "a sphere of 'l1' is 5 m from the frame; the robot reaches 0.9 m"
    ]


def test_reversed_and_negative_soft_limits_are_found() -> None:
    robot = arm()
    soft = Limits(lower=1.0, upper=-1.0, effort=-3.0)
    softened = replace(robot.joints[0], axes=(replace(robot.joints[0].axes[0], soft=soft),))
    robot = replace(robot, joints=(softened, *robot.joints[1:]))
    (found,) = [each for each in validate(robot) if each.code == "robot.limits-reversed"]
    assert found.message == "joint 'j0': the soft lower limit 1 is above the upper one -1"
    assert found.severity.value == "warning"
    assert messages(robot, "robot.limit-negative") == ["joint 'j0': the effort limit is -3; expected a positive number"]


@pytest.mark.parametrize(
    ("pose", "expected"),
    [
        ("<pose>0 0 0 90 0 0</pose>", ["link 'arm' is turned by 90 rad, which is probably in degrees"]),
        ("<pose>0 0 0 1.57 0 0</pose>", []),
        ('<pose degrees="true">0 0 0 90 0 0</pose>', []),
    ],
)
def test_poses_of_sdf_in_degrees_are_found(tmp_path: Path, pose: str, expected: list[str]) -> None:
    path = tmp_path / "arm.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m"><link name="arm">{pose}</link></model></sdf>')
    found = [each.message for done in check(path) for each in done.report if each.code == "robot.rotation-in-degrees"]
    assert found == expected


def test_hardly_any_public_robot_has_such_numbers() -> None:
    codes = {"robot.limits-in-radians", "robot.limits-apart", "robot.spheres-far", "robot.mass-ratio"}
    found = {
        (path.stem, each.code)
        for path in example_robots()
        for each in validate(robotfmt.read(path))
        if each.code in codes
    }
    assert found <= {("talos_full_v2", "robot.mass-ratio"), ("talos_full_v2_box", "robot.mass-ratio")}

"""Accelerations from effort and inertia: rods by hand, and robots by pinocchio's joint-space inertia."""

from __future__ import annotations

import math

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.kinematics import sample
from robotfmt.kinematics.loads import holding_torques, largest_loads
from robotfmt.model import (
    Axis,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    LinkSimulation,
    Motion,
    Pose,
    Robot,
    Rpy,
)
from robotfmt.model.record import replace
from robotfmt.planning.accelerations import MOST, assumed_accelerations, assumed_jerk
from robotfmt.planning.drives import stiffnesses

ARM = FIXTURES / "arm6" / "arm6.urdf"


def pendulum(effort: float | None, mass: float | None = 2.0, **axis: object) -> Robot:
    """A body of 2 kg, a metre away from the axis of a joint along y, with 0.5 kg m^2 about it."""
    tensor = Inertia(ixx=0.1, ixy=0.0, ixz=0.0, iyy=0.5, iyz=0.0, izz=0.1)
    inertial = Inertial(mass=mass, pose=Pose((0.0, 0.0, 1.0)), inertia=tensor) if mass is not None else None
    made = Axis(direction=(0.0, 2.0, 0.0), hard=Limits(lower=-1.0, upper=1.0, effort=effort), **axis)  # type: ignore[arg-type]
    joint = Joint(name="hinge", type=JointType.REVOLUTE, parent="base", child="bob", axes=(made,))
    return Robot(name="r", links=(Link(name="base"), Link(name="bob", inertial=inertial)), joints=(joint,))


def test_a_pendulum_by_hand() -> None:
    # 0.5 + 2 * 1^2 = 2.5 kg m^2; a quarter of 10 N m by that is 1
    assert assumed_accelerations(pendulum(10.0), ["hinge"])["hinge"] == (1.0, "a quarter of 10 N m / 2.5 kg m^2")


def test_the_armature_counts() -> None:
    robot = pendulum(10.0, dynamics=Dynamics(armature=2.5))
    assert assumed_accelerations(robot, ["hinge"])["hinge"].value == 0.5


def test_a_joint_that_slides_moves_a_mass() -> None:
    robot = pendulum(3.3, motion=Motion.SLIDE)
    robot = replace(robot, joints=(replace(robot.joints[0], type=JointType.PRISMATIC),))
    # a quarter of 3.3 N / 2 kg is 0.4125
    assert assumed_accelerations(robot, ["hinge"])["hinge"] == (0.41, "a quarter of 3.3 N / 2 kg")


@pytest.mark.parametrize(
    ("robot", "reason"),
    [
        (pendulum(1000.0), "a quarter of 1000 N m / 2.5 kg m^2, at most 10"),
        (pendulum(None), "no effort limit is given"),
        (pendulum(0.0), "no effort limit is given"),
        (pendulum(10.0, mass=None), "what it moves has no mass"),
    ],
    ids=["strong", "unknown", "zero", "massless"],
)
def test_the_largest_acceleration_is_used_where_nothing_better_is_known(robot: Robot, reason: str) -> None:
    assert assumed_accelerations(robot, ["hinge"])["hinge"] == (MOST, reason)


def test_the_jerk_takes_a_fiftieth_of_a_second() -> None:
    assert assumed_jerk(8.8) == 440.0


def test_joints_that_follow_one_another_in_a_ring_have_no_poses() -> None:
    robot = pendulum(10.0)
    axis = replace(robot.joints[0].axes[0], coupling=LinearCoupling(joint="hinge"))
    ring = replace(robot, joints=(replace(robot.joints[0], axes=(axis,)),))
    assert assumed_accelerations(ring, ["hinge"])["hinge"].value == MOST


def test_the_largest_loads_are_pinocchios() -> None:
    pinocchio = pytest.importorskip("pinocchio")
    import numpy as np

    robot = robotfmt.read(ARM)
    joints = [each for each in robot.joints if each.type is not JointType.FIXED]
    model = pinocchio.buildModelFromUrdf(str(ARM))
    data, poses = model.createData(), sample(robot, 500, 0)
    largest: dict[str, tuple[float, float]] = {}
    for number in range(500):
        positions = pinocchio.neutral(model)
        for joint in joints:
            of = model.joints[model.getJointId(joint.name)]
            value = float(poses[joint.name][number, 0])
            turns = [np.cos(value), np.sin(value)] if of.nq == 2 else value
            positions[of.idx_q : of.idx_q + of.nq] = turns
        inertia = pinocchio.crba(model, data, positions).diagonal()
        gravity = abs(pinocchio.computeGeneralizedGravity(model, data, positions))
        for joint in joints:
            at = model.joints[model.getJointId(joint.name)].idx_v
            before = largest.get(joint.name, (0.0, 0.0))
            largest[joint.name] = (max(before[0], float(inertia[at])), max(before[1], float(gravity[at])))
    loads = largest_loads(robot, joints)
    assert {name: each.inertia for name, each in loads.items()} == pytest.approx(
        {name: each[0] for name, each in largest.items()}, rel=1e-9
    )
    assert {name: each.gravity for name, each in loads.items()} == pytest.approx(
        {name: each[1] for name, each in largest.items()}, rel=1e-9, abs=1e-9
    )


def test_the_torques_that_hold_a_pose_are_pinocchios() -> None:
    pinocchio = pytest.importorskip("pinocchio")
    import numpy as np

    robot = robotfmt.read(ARM)
    joints = [each for each in robot.joints if each.type is not JointType.FIXED]
    model = pinocchio.buildModelFromUrdf(str(ARM))
    pose = {each.name: 0.3 * number - 0.7 for number, each in enumerate(joints)}
    positions = pinocchio.neutral(model)
    for name, value in pose.items():
        of = model.joints[model.getJointId(name)]
        positions[of.idx_q : of.idx_q + of.nq] = [np.cos(value), np.sin(value)] if of.nq == 2 else value
    gravity = pinocchio.computeGeneralizedGravity(model, model.createData(), positions)
    expected = {each.name: float(gravity[model.joints[model.getJointId(each.name)].idx_v]) for each in joints}
    assert max(map(abs, expected.values())) > 1
    assert holding_torques(robot, joints, pose) == pytest.approx(expected, rel=1e-5, abs=1e-6)


def test_a_joint_holds_those_that_follow_it() -> None:
    one = pendulum(10.0)
    axis = replace(one.joints[0].axes[0], coupling=LinearCoupling(joint="hinge", multiplier=-2.0))
    other = replace(one.joints[0], name="follower", child="other", axes=(axis,))
    arm = replace(one.link_by_name[one.joints[0].child or ""], name="other")
    both = replace(one, links=(*one.links, arm), joints=(*one.joints, other))
    alone = holding_torques(one, one.joints, {"hinge": 0.2})["hinge"]
    follower = holding_torques(one, one.joints, {"hinge": -0.4})["hinge"]
    assert abs(alone) > 1
    assert holding_torques(both, one.joints, {"hinge": 0.2}) == pytest.approx({"hinge": alone - 2 * follower}, rel=1e-5)
    ring = replace(one, joints=(replace(one.joints[0], axes=(axis,)),))
    assert holding_torques(ring, ring.joints, {}) == {}


def test_a_link_without_gravity_needs_no_torque() -> None:
    one = pendulum(10.0)
    bob = replace(one.link_by_name["bob"], simulation=LinkSimulation(gravity=False))
    floating = replace(one, links=(one.links[0], bob))
    assert holding_torques(floating, one.joints, {"hinge": 0.5}) == {"hinge": 0.0}


def test_a_drive_holds_a_pendulum_and_is_not_slow() -> None:
    # at 1 rad gravity turns it by 2 kg * 9.81 m/s^2 * sin 1: 16.5 N m, of which 0.02 rad is 825
    robot = pendulum(10.0)
    assert stiffnesses(robot, robot.joints)["hinge"] == 1000.0
    upright = replace(
        robot, joints=(replace(robot.joints[0], axes=(replace(robot.joints[0].axes[0], direction=(0.0, 0.0, 1.0)),)),)
    )
    assert stiffnesses(upright, upright.joints)["hinge"] == 40.0
    assert stiffnesses(pendulum(1.0, mass=None), robot.joints)["hinge"] == 100.0


def test_gravity_is_along_z_of_the_world() -> None:
    robot = pendulum(10.0)
    lying = replace(robot, pose=Pose((0.0, 0.0, 0.0), Rpy(math.pi / 2, 0.0, 0.0)))
    assert largest_loads(lying, lying.joints)["hinge"].gravity == pytest.approx(0.0, abs=1e-9)


def test_a_jerk_follows_from_the_acceleration_unless_that_is_no_limit() -> None:
    assert assumed_jerk(6.1) == 305.0
    assert assumed_jerk(1e308) == assumed_jerk(0.0) == assumed_jerk(10.0) == 500.0


def test_an_effort_that_moves_nothing_is_no_limit() -> None:
    for effort in (5e-324, 1e-300, 1e-7):
        found = assumed_accelerations(pendulum(effort), ["hinge"])["hinge"]
        assert found.value == MOST
        assert found.reason.endswith("would not move it")

"""Default poses that no document gives: what a person would call ready, whatever the spheres are."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from levers import planar
from programs import needs
from real import example_robots

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.edit import prefix
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import CSpace, CSpaceJoint, Joint, JointType, JointValue, Link, Pose, Robot
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions, describe, prepare
from robotfmt.planning.arms import arms_of
from robotfmt.planning.choosing import Chosen, choose
from robotfmt.planning.control import with_control
from robotfmt.planning.mirror import mirrored_signs
from robotfmt.planning.start import with_start
from robotfmt.settings import context_of

pytestmark = [needs("coal")]
ROBOTS = {path.stem: path for path in example_robots()}
TURN = pi / 12


def chosen(robot: Robot, seed: int = 0) -> Chosen:
    ready = with_control(robot, PlanOptions(), Report())
    start = {joint.name: 0.0 for joint in ready.joints if joint.type is not JointType.FIXED and joint.coupling is None}
    return choose(ready, start, seed, context_of())


def real(name: str) -> Robot:
    if name not in ROBOTS:
        pytest.skip("example-robot-data is not installed")
    return robotfmt.read(ROBOTS[name])


def arm(axis: str = "0 1 0") -> Robot:
    """An arm of three links in a vertical plane, a metre each."""
    return planar(axis)


@pytest.mark.parametrize("name", ["ur5_robot", "ur10_robot", "panda", "xarm7", "kinova", "z1"])
def test_an_arm_on_a_table_is_ready(name: str) -> None:
    """Its tool is ahead and above the base, its elbow is above the line to it, and nothing is near the table."""
    found = chosen(real(name))
    (stance,) = found.stances
    point = np.array([[found.positions[each] for each in stance.arm.names]])
    places = stance.arm.places(point)
    x, y, z = places.tool[0, :3, 3]
    assert 0.3 * stance.reach < x < 0.7 * stance.reach
    assert abs(y) < 0.25 * stance.reach
    assert z - stance.plane > 0.2 * stance.reach
    assert stance.above_plane(places)[0] >= stance.clearance
    shoulder, elbow = places.anchors[0, stance.shoulder], places.anchors[0, stance.elbow]
    along = (elbow[0] - shoulder[0]) / (x - shoulder[0])
    assert elbow[2] > shoulder[2] + along * (z - shoulder[2])
    assert stance.arm.conditions(point, places)[0] > 0.09
    assert stance.arm.margins(point)[0] > 0.05


def test_the_pose_of_a_ur5_is_the_one_that_people_use() -> None:
    found = chosen(real("ur5_robot")).positions
    assert list(found.values()) == pytest.approx([0, -pi / 2, pi / 2, -pi / 2, -pi / 2, 0], abs=1e-5)


@pytest.mark.parametrize("name", ["baxter", "pr2", "tiago_dual"])
def test_two_arms_are_in_mirrored_poses(name: str) -> None:
    robot = real(name)
    found = chosen(robot)
    assert len(found.stances) == 1  # of one arm; the other follows
    one, other = (each.name for each in arms_of(with_control(robot, PlanOptions(), Report())))
    poses = forward_kinematics(robot, found.positions)
    assert poses[one][:3, 3] * [1, -1, 1] == pytest.approx(poses[other][:3, 3], abs=0.01)
    assert abs(poses[one][1, 3]) > 0.1


@pytest.mark.parametrize("name", ["go1", "tiago_dual", "so100", "talos_reduced"])
def test_every_position_is_within_the_limits(name: str) -> None:
    """Legs in front and behind have mirrored joints with ranges that exclude the mirrored positions."""
    robot = with_control(real(name), PlanOptions(), Report())
    found = chosen(robot).positions
    for arm in arms_of(robot):
        point = np.array([found[each] for each in arm.names])
        assert (arm.ranges[:, 0] <= point).all()
        assert (point <= arm.ranges[:, 1]).all()


def test_mirrored_arms_are_found_by_their_joints() -> None:
    left, right = (prefix(arm(axis), before=f"{side}_") for side, axis in (("l", "0 1 0"), ("r", "0 -1 0")))
    mounts = tuple(
        Joint(name=f"{side}_foot", type=JointType.FIXED, parent="torso", child=f"{side}_base", pose_in_parent=Pose(at))
        for side, at in (("l", (0, 0.5, 1)), ("r", (0, -0.5, 1)))
    )
    robot = Robot(
        links=(Link(name="torso"), *left.links, *right.links),
        joints=(*mounts, *left.joints, *right.joints),
        tool_frames=("l_tip", "r_tip"),
        cspace=CSpace(joints=tuple(CSpaceJoint(joint=f"{side}_{name}") for side in "lr" for name in "sew")),
    )
    one, other = arms_of(robot)
    signs = mirrored_signs(one, other)
    assert signs is not None
    assert signs.tolist() == [-1, -1, -1]
    moved = replace(mounts[1], pose_in_parent=Pose((0.2, -0.5, 1)))
    (one, other) = arms_of(replace(robot, joints=(mounts[0], moved, *left.joints, *right.joints)))
    assert mirrored_signs(one, other) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["panda"])
def test_the_pose_does_not_depend_on_spheres_or_the_verb(name: str) -> None:
    robot = real(name)
    described = describe(robot, PlanOptions(samples=200)).robot
    home = {each.joint: each.values[0] for state in described.states for each in state.values}
    for count in (1, 3):
        plan = prepare(robot, PlanOptions(samples=200, spheres={"per_link": count}), report=Report())
        found = {each.joint: each.values[0] for each in plan.robot.default_positions}
        assert found == home


def test_a_state_that_places_no_arm_does_not_keep_the_arm_at_zero() -> None:
    robot = replace(planar("0 1 0"), default_positions=(JointValue(joint="f", values=(0.75,)),))
    report = Report()
    started = with_start(robot, PlanOptions(), report, context_of())
    found = {each.joint: each.values[0] for each in started.default_positions}
    assert found["f"] == 0.75
    assert found["e"] != 0
    (note,) = report.having("planning.pose")
    assert "'tip' at " in note.message
    given = replace(robot, default_positions=(JointValue(joint="e", values=(0.0,)),))
    assert with_start(given, PlanOptions(), report, context_of()).default_positions[0].values == (0.0,)
    assert len(report.having("planning.pose")) == 1


def test_positions_are_multiples_of_fifteen_degrees_and_the_same_each_time() -> None:
    robot = arm()
    first, again = chosen(robot).positions, chosen(robot).positions
    assert first == again
    assert all(abs(first[name] / TURN - round(first[name] / TURN)) < 1e-5 for name in "sew")


def test_an_arm_that_looks_aside_has_its_tool_there() -> None:
    """Turned by a quarter about the vertical, with a first joint that cannot look ahead."""
    turn = real("z1")
    first = turn.joint_by_name["joint1"]
    axis = first.axes[0]
    limits = replace(axis.hard, lower=pi / 2 - 1, upper=pi / 2 + 1)
    joints = tuple(replace(each, axes=(replace(axis, hard=limits),)) if each is first else each for each in turn.joints)
    found = chosen(replace(turn, joints=joints))
    assert found.positions["joint1"] == pytest.approx(pi / 2, abs=0.3)
    assert found.stances[0].front == pytest.approx([0, 1, 0], abs=0.1)


def test_the_plane_of_a_robot_without_shapes_is_at_its_root() -> None:
    assert chosen(arm()).stances[0].plane == 0.0

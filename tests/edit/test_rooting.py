"""Another root: every link moves against every other as before."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from arms import arms
from hypothesis import given
from hypothesis import strategies as st
from robots import robots

from robotfmt import edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import ModelError, UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.kinematics.tree import roots
from robotfmt.model import (
    Axis,
    Box,
    Chain,
    Geometry,
    GripperJoint,
    Group,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Manipulator,
    NamedState,
    Pose,
    Robot,
)
from robotfmt.model.record import replace

_OTHER_VALUES = (JointType.PLANAR, JointType.FLOATING, JointType.BALL)
LIMITS = Limits(lower=-1.0, upper=2.0, velocity=1.0, effort=1.0)
HINGE = Joint(
    name="hinge",
    type=JointType.REVOLUTE,
    parent="base",
    child="arm",
    pose_in_parent=Pose((1.0, 2.0, 3.0)),
    axes=(Axis(direction=(0.0, 0.0, 1.0), hard=LIMITS),),
)
ROBOT = Robot(
    links=(
        Link(name="base", visuals=(Geometry(shape=Box((1.0, 1.0, 1.0)), pose=Pose((0.5, 0.0, 0.0))),)),
        Link(name="arm"),
    ),
    joints=(HINGE,),
)


def test_a_joint_turned_round() -> None:
    robot = edit.reroot(ROBOT, "arm")
    (joint,) = robot.joints
    assert (joint.parent, joint.child) == ("arm", "base")
    assert (joint.pose_in_parent, joint.pose_in_child) == (None, Pose((1.0, 2.0, 3.0)))
    assert joint.axes == (Axis(direction=(0.0, 0.0, -1.0), hard=LIMITS),)
    # The base seen from the arm, which a quarter turn has moved: minus (1, 2, 3), turned back.
    poses = forward_kinematics(robot, {"hinge": pi / 2})
    assert poses["base"][:3, 3] == pytest.approx((-2.0, 1.0, -3.0))
    assert roots(robot) == ["arm"]


def test_frames_can_go_to_where_the_joints_are() -> None:
    robot = edit.reroot(ROBOT, "arm", move_frames=True)
    (joint,) = robot.joints
    assert (joint.pose_in_parent, joint.pose_in_child) == (None, None)
    pose = robot.link_by_name["base"].visuals[0].pose
    assert pose is not None
    assert pose.xyz == (-0.5, -2.0, -3.0)


def test_the_root_is_the_root_already() -> None:
    assert edit.reroot(ROBOT, "base") is ROBOT


def test_rerooting_back_restores_the_joints() -> None:
    there = edit.reroot(arms(), "left_hand", report=Report())
    back = edit.reroot(there, "torso")
    assert [(j.parent, j.child, j.pose_in_parent) for j in back.joints] == [
        (j.parent, j.child, j.pose_in_parent) for j in arms().joints
    ]
    assert [axis.direction for joint in back.joints for axis in joint.axes] == [
        axis.direction for joint in arms().joints for axis in joint.axes
    ]


def test_a_missing_root_and_a_cycle_are_refused() -> None:
    with pytest.raises(UsageError, match="the link 'amr' does not exist; did you mean 'arm'"):
        edit.reroot(ROBOT, "amr")
    back = Joint(name="back", type=JointType.FIXED, parent="arm", child="base")
    with pytest.raises(ModelError, match="form a cycle"):
        edit.reroot(replace(ROBOT, joints=(HINGE, back)), "arm")


def test_chains_that_go_upwards_become_lists() -> None:
    chains = (Chain(base="torso", tip="left_hand"),)
    report = Report()
    robot = edit.reroot(replace(arms(), groups=(Group(name="g", chains=chains),)), "left_upper", report=report)
    assert robot.groups == (
        Group(name="g", links=("torso", "left_upper", "left_hand"), joints=("left_shoulder", "left_wrist")),
    )
    assert [each.path for each in report.having("edit.turned")] == [""]
    other = Chain(base="torso", tip="right_hand")
    kept = edit.reroot(replace(arms(), groups=(Group(name="g", chains=(other,)),)), "left_upper")
    assert kept.groups[0].chains == (other,)


def test_several_axes_are_counted_from_the_other_end() -> None:
    wrist = Joint(
        name="wrist",
        type=JointType.UNIVERSAL,
        parent="base",
        child="arm",
        axes=(Axis(direction=(1.0, 0.0, 0.0)), Axis(direction=(0.0, 1.0, 0.0))),
    )
    follower = replace(
        HINGE,
        name="f",
        parent="arm",
        child="tip",
        axes=(Axis(direction=(0.0, 0.0, 1.0), coupling=LinearCoupling(joint="wrist", axis=1)),),
    )
    robot = Robot(
        links=(Link(name="base"), Link(name="arm"), Link(name="tip")),
        joints=(wrist, follower),
        states=(NamedState(name="s", values=(JointValue(joint="wrist", values=(0.1, 0.2)),)),),
        manipulators=(
            Manipulator(
                name="m",
                base="base",
                tip="tip",
                gripper_joints=(GripperJoint(joint="wrist", closing=((0, 1.0),)),),
            ),
        ),
    )
    new = edit.reroot(robot, "arm")
    assert [axis.direction for axis in new.joints[0].axes] == [(0.0, -1.0, 0.0), (-1.0, 0.0, 0.0)]
    assert new.joints[1].coupling == LinearCoupling(joint="wrist", axis=0)
    assert new.states[0].values[0].values == (0.2, 0.1)
    assert new.manipulators[0].gripper_joints[0].closing == ((1, 1.0),)
    before = forward_kinematics(robot, {"wrist": np.array([[0.1, 0.2]])})
    after = forward_kinematics(new, {"wrist": np.array([[0.2, 0.1]])})
    assert np.allclose(np.linalg.inv(before["arm"]) @ before["tip"], after["tip"])
    assert np.allclose(np.linalg.inv(before["arm"]), after["base"])


def test_values_that_would_mean_another_motion_are_left_out() -> None:
    floating = replace(HINGE, type=JointType.FLOATING, axes=())
    report = Report()
    values = (JointValue(joint="hinge", values=(0.0,) * 7),)
    robot = edit.reroot(replace(ROBOT, joints=(floating,), default_positions=values), "arm", report=report)
    assert robot.default_positions == ()
    assert [(each.message, each.fate) for each in report.having("edit.turned")] == [
        ("default position of 'hinge': dropped", Fate.LOST)
    ]


@given(robot=robots(), choice=st.integers(0, 4), move=st.booleans())
def test_links_move_against_one_another_as_before(robot: Robot, choice: int, move: bool) -> None:
    link = robot.links[choice % len(robot.links)].name
    new = edit.reroot(robot, link, move_frames=move, report=Report())
    assert roots(new) == [link]
    if any(joint.type in _OTHER_VALUES for joint in robot.joints):
        return
    positions = sample(robot, 3)
    turned = {a.name for a, b in zip(robot.joints, new.joints, strict=True) if a.parent != b.parent}
    other = {name: value[:, ::-1] if name in turned else value for name, value in positions.items()}
    before, after = forward_kinematics(robot, positions), forward_kinematics(new, other)
    inverse = np.linalg.inv(before[link])
    kept = [each.name for each in robot.links if not move or not _is_turned(new, each.name, turned)]
    for name in kept:
        assert np.allclose(inverse @ before[name], after[name], atol=1e-8)


def _is_turned(robot: Robot, link: str, turned: set[str]) -> bool:
    return any(joint.child == link and joint.name in turned for joint in robot.joints)

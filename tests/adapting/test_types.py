"""Joints of types that a format does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.adapting import with_types
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Joint, JointType, Link, Pose, Robot

TURN = Joint(
    name="turn",
    type=JointType.REVOLUTE,
    parent="a",
    child="b",
    pose_in_parent=Pose((0.0, 0.0, 0.5)),
    pose_in_child=Pose((0.0, 0.0, 0.2)),
    axes=(Axis(direction=(0.0, 0.0, 1.0)),),
)
BESIDE = Joint(
    name="beside",
    type=JointType.REVOLUTE,
    parent="b",
    child="c",
    pose_in_child=Pose((0.3, 0.0, 0.0)),
    axes=(Axis(direction=(0.0, 0.0, 1.0)),),
)
BALL = Joint(name="ball", type=JointType.BALL, parent="c", child="d", pose_in_parent=Pose((0.1, 0.0, 0.0)))
ROBOT = Robot(links=tuple(Link(name=each) for each in "abcd"), joints=(TURN, BESIDE, BALL))


def test_joints_of_supported_types_are_framed_at_their_child_and_other_joints_are_fixed() -> None:
    turn, beside, ball = with_types(ROBOT, (JointType.REVOLUTE, JointType.FIXED)).joints
    assert (turn.type, turn.pose_in_child) == (JointType.REVOLUTE, None)
    assert turn.pose_in_parent is not None
    assert turn.pose_in_parent.xyz == (0.0, 0.0, 0.3)
    assert (beside.type, beside.axes, beside.pose_in_child) == (JointType.FIXED, (), None)
    assert beside.pose_in_parent is not None
    assert beside.pose_in_parent.xyz == (-0.3, 0.0, 0.0)
    assert (ball.type, ball.pose_in_parent) == (JointType.FIXED, BALL.pose_in_parent)


def test_types_that_are_not_named_are_fixed() -> None:
    assert {joint.type for joint in with_types(ROBOT, ()).joints} == {JointType.FIXED}


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".dae"])
def test_a_joint_that_turns_without_an_axis_turns_about_x(suffix: str, tmp_path: Path) -> None:
    joint = Joint(name="turn", type=JointType.CONTINUOUS, parent="a", child="b")
    robot, report = Robot(name="arm", links=(Link(name="a"), Link(name="b")), joints=(joint,)), Report()
    robotfmt.write(robot, tmp_path / f"arm{suffix}", report=report)
    back = robotfmt.read(tmp_path / f"arm{suffix}").joint_by_name["turn"]
    assert [each.direction_or_x for each in back.axes] == [(1.0, 0.0, 0.0)]
    assert [each.subject for each in report.having("convert.assumed-axis")] == ["joint/turn/axis"]

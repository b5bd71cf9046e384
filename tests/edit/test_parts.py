"""A part of a robot as a robot, and what goes with it."""

from __future__ import annotations

import numpy as np
import pytest
from arms import arms
from hypothesis import given
from robots import robots

from robotfmt import edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.kinematics.tree import roots
from robotfmt.model import Chain, Robot


def test_one_arm_of_two_with_all_that_is_its_own() -> None:
    report = Report()
    robot = edit.extract(arms(), "left_upper", report=report)
    assert [each.name for each in robot.links] == ["left_upper", "left_hand", "left_finger"]
    assert [each.name for each in robot.joints] == ["left_wrist", "left_grip"]
    assert [each.name for each in robot.frames] == ["left_grasp"]
    assert [each.name for each in robot.groups] == ["left", "left_gripper", "both", "hands"]
    assert robot.groups[0].chains == (Chain(base="left_upper", tip="left_hand"),)
    assert robot.groups[2].groups == ("left",)
    assert robot.groups[3].links == ("left_hand",)
    assert robot.states == ()
    assert [each.name for each in robot.end_effectors] == ["left_tool"]
    assert robot.tool_frames == ("left_grasp",)
    assert robot.cspace is None
    assert robot.default_positions == ()
    assert [each.frame for each in robot.sphere_sets[0].frames] == ["left_hand"]
    assert robot.self_collision is not None
    assert [each.frame for each in robot.self_collision.buffers] == ["left_hand"]
    assert [(each.first, each.second) for each in robot.ignored_pairs] == [("left_upper", "left_hand")]
    assert [each.name for each in robot.sensors] == ["left_eye"]
    assert (robot.actuators, robot.transmissions, robot.controllers, robot.manipulators) == ((), (), (), ())
    assert [each.place for each in robot.extensions] == ["/robot/link[@name='left_hand']", "/robot"]
    dropped = {each.subject for each in report.having("edit.dropped")}
    assert dropped >= {"manipulator/left", "ignored pair/left_hand/right_hand", "state/up"}
    reported = {each.subject: each for each in report.having("edit.left-out")}
    chain = reported["group/left/chains"]
    assert chain.message == "the chain to 'left_hand' of group 'left' begins at 'left_upper', not at 'torso'"
    assert (chain.fate, reported["group/right"].fate) == (Fate.CHANGED, Fate.REMOVED)
    # What is left out is named, and what was in it goes without saying.
    assert {
        "link/torso",
        "joint/left_shoulder",
        "cspace",
        "default position/left_shoulder",
    } <= reported.keys()
    assert "cspace/0" not in reported


def test_nothing_refers_to_removed_parts() -> None:
    from robotfmt.model.renaming import given_names, names_in

    robot = edit.extract(arms(), "right_upper")
    given = given_names(robot)
    for kind, name in names_in(robot):
        assert name in given[kind], (kind, name)


def test_a_joint_that_followed_another_is_reported() -> None:
    report = Report()
    robot = edit.extract(arms(), "right_upper", report=report)
    assert robot.joints[1].coupling is None
    (reported,) = [each for each in report.having("edit.dropped") if each.subject == "joint/right_grip/mimic"]
    assert reported.message == "joint 'right_grip' no longer follows 'left_grip'"


def test_between_a_base_and_tips() -> None:
    robot = edit.extract(arms(), "torso", ["left_hand", "right_upper"])
    assert [each.name for each in robot.links] == ["torso", "left_upper", "left_hand", "right_upper"]
    assert [each.name for each in robot.joints] == ["left_shoulder", "left_wrist", "right_shoulder"]
    assert [each.name for each in robot.virtual_joints] == ["stand"]


def test_removed_shapes_take_their_materials_along() -> None:
    assert edit.extract(arms(), "torso", ["torso"]).materials == ()
    assert [each.name for each in edit.extract(arms(), "left_hand").materials] == ["grey"]


def test_extracting_a_missing_link_or_an_unrelated_tip_is_refused() -> None:
    with pytest.raises(UsageError, match="the link 'left' does not exist"):
        edit.extract(arms(), "left")
    with pytest.raises(UsageError, match="'right_hand' is not below 'left_upper'"):
        edit.extract(arms(), "left_upper", ["right_hand"])


@given(robot=robots())
def test_extracting_from_the_root_gives_the_whole_robot(robot: Robot) -> None:
    report = Report()
    (root,) = roots(robot)
    assert edit.extract(robot, root, report=report) == robot
    assert list(report) == []


@given(robot=robots())
def test_a_part_moves_as_it_did(robot: Robot) -> None:
    top = robot.links[min(1, len(robot.links) - 1)].name
    report = Report()
    part = edit.extract(robot, top, report=report)
    if report.having("edit.dropped"):
        return  # a joint that another one followed is not there
    positions = sample(robot, 3)
    moving = {joint.name for joint in part.joints}
    before = forward_kinematics(robot, positions)
    after = forward_kinematics(part, {name: each for name, each in positions.items() if name in moving})
    inverse = np.linalg.inv(before[top])
    for link in part.links:
        assert np.allclose(inverse @ before[link.name], after[link.name], atol=1e-9)

"""What an XRDF asks to be changed of the kinematics, done."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from arms import arms
from real import corpus

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import ModelError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.kinematics.tree import roots
from robotfmt.model import (
    AddFrame,
    JointType,
    LinearCoupling,
    Modifier,
    Origin,
    Pose,
    Quaternion,
    RemoveMimic,
    Robot,
    SetBaseFrame,
)
from robotfmt.model.record import replace

CAMERA = AddFrame(frame="camera", parent="mount", joint="camera_joint", pose=Pose((0.0, 0.0, 0.5)))
MOUNT = AddFrame(
    frame="mount",
    parent="left_hand",
    joint="mount_joint",
    pose=Pose((0.1, 0.0, 0.0), Quaternion(0.0, 1.0, 0.0, 0.0)),
)


def asking(*modifiers: Modifier) -> Robot:
    return replace(arms(), modifiers=modifiers)


def plain(*modifiers: Modifier) -> Robot:
    """The arms, of which nothing is said but how they move."""
    robot = arms()
    return Robot(name="arms", links=robot.links, joints=robot.joints, modifiers=modifiers)


def test_frames_are_links_whatever_their_order() -> None:
    robot = edit.apply_modifiers(asking(CAMERA, MOUNT))
    assert robot.modifiers == ()
    assert [each.name for each in robot.links[-2:]] == ["camera", "mount"]
    assert robot.joint_by_name["mount_joint"].type is JointType.FIXED
    poses = forward_kinematics(robot)
    camera = np.linalg.inv(poses["left_hand"]) @ poses["camera"]
    # The mount is upside down.
    assert camera[:3, 3] == pytest.approx((0.1, 0.0, -0.5))


def test_a_new_base_removes_parts_that_are_not_below_it() -> None:
    robot = edit.apply_modifiers(plain(SetBaseFrame(frame="left_upper"), MOUNT, SetBaseFrame(frame="left_upper")))
    assert roots(robot) == ["left_upper"]
    assert [each.name for each in robot.links] == ["left_upper", "left_hand", "left_finger", "mount"]
    assert [each.name for each in robot.joints] == ["left_wrist", "left_grip", "mount_joint"]


def test_a_new_base_can_reverse_the_joints_above() -> None:
    robot = edit.apply_modifiers(plain(SetBaseFrame(frame="left_upper"), MOUNT), upstream="turn")
    assert roots(robot) == ["left_upper"]
    assert len(robot.links) == 8
    positions = sample(arms(), 3)
    before, after = forward_kinematics(arms(), positions), forward_kinematics(robot, positions)
    inverse = np.linalg.inv(before["left_upper"])
    assert all(np.allclose(inverse @ before[name], after[name]) for name in before)


def test_an_added_frame_can_be_the_base() -> None:
    robot = edit.apply_modifiers(plain(SetBaseFrame(frame="mount"), CAMERA, MOUNT))
    assert [each.name for each in robot.links] == ["camera", "mount"]


def test_a_freed_joint_has_the_given_limits() -> None:
    robot = edit.apply_modifiers(asking(RemoveMimic(joint="right_grip", lower=-0.1, upper=0.2, velocity=3.0)))
    axis = robot.joint_by_name["right_grip"].axes[0]
    assert axis.coupling is None
    assert axis.hard is not None
    assert (axis.hard.lower, axis.hard.upper, axis.hard.velocity, axis.hard.effort) == (-0.1, 0.2, 3.0, 10.0)
    before = arms().joint_by_name["right_grip"]
    assert before.coupling == LinearCoupling(joint="left_grip")


@pytest.mark.parametrize(
    ("modifiers", "message"),
    [
        ((CAMERA,), "'camera' is attached to 'mount', which does not exist"),
        ((replace(MOUNT, parent="left_hnad"),), "did you mean 'left_hand'"),
        ((CAMERA, replace(MOUNT, parent="camera")), "frame 'camera' is attached to itself"),
        ((MOUNT, replace(MOUNT, joint="other")), "the frame 'mount' already exists"),
        ((replace(MOUNT, joint="left_wrist"),), "the joint 'left_wrist' already exists"),
        ((replace(MOUNT, frame="left_grasp"),), "the frame 'left_grasp' already exists"),
        ((replace(MOUNT, joint_type="REVOLUTE"),), "only fixed joints can be added"),
        ((SetBaseFrame(frame="hip"),), "the base 'hip' is not a link"),
        (
            (SetBaseFrame(frame="torso"), SetBaseFrame(frame="left_hand")),
            "cannot be both 'torso' and 'left_hand'",
        ),
        ((RemoveMimic(joint="grip"),), "the joint 'grip' to be freed does not exist"),
    ],
)
def test_modifiers_that_do_not_fit(modifiers: tuple[Modifier, ...], message: str) -> None:
    report = Report()
    with pytest.raises(ModelError, match=message) as caught:
        edit.apply_modifiers(asking(*modifiers), report=report)
    assert caught.value.code.slug == "edit.modifiers"
    assert caught.value.diagnostic in report.diagnostics


def test_each_use_of_a_removed_part_is_an_error() -> None:
    report = Report()
    with pytest.raises(ModelError) as caught:
        edit.apply_modifiers(asking(SetBaseFrame(frame="left_upper")), report=report)
    assert caught.value.code.slug == "edit.removed-by-base"
    used = {each.message for each in report.having("edit.removed-by-base")}
    assert used == {
        f"the {what} is removed by the base 'left_upper', but is used"
        for what in (
            "joint 'left_shoulder'",
            "joint 'right_shoulder'",
            "link 'right_hand'",
            "link 'right_upper'",
            "link 'right_grasp'",
        )
    }


def test_references_of_another_document_to_removed_links_are_dropped() -> None:
    srdf, xrdf = Origin("a.srdf", 1), Origin("a.xrdf", 1)
    robot = plain(SetBaseFrame(origin=xrdf, frame="left_upper"))
    pairs = tuple(replace(each, origin=srdf) for each in arms().ignored_pairs)
    report = Report()
    new = edit.apply_modifiers(replace(robot, ignored_pairs=pairs, groups=arms().groups), report=report)
    assert len(new.ignored_pairs) == 1
    assert report.having("edit.dropped")
    assert not report.errors


URDF = """<robot name="r"><link name="world"/><link name="base"/><link name="tip"/>
<joint name="stand" type="fixed"><parent link="world"/><child link="base"/><origin xyz="0 0 1"/></joint>
<joint name="turn" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint></robot>"""
XRDF = """format: xrdf
format_version: 1.0
modifiers:
  - add_frame:
      frame_name: "far"
      parent_frame_name: "near"
      joint_name: "far_joint"
      joint_type: FIXED
      fixed_transform: {position: [0.0, 0.0, 2.0], orientation: {w: 1.0, xyz: [0.0, 0.0, 0.0]}}
  - set_base_frame: "base"
  - add_frame:
      frame_name: "near"
      parent_frame_name: "tip"
      joint_name: "near_joint"
      joint_type: FIXED
      fixed_transform: {position: [1.0, 0.0, 0.0], orientation: {w: 1.0, xyz: [0.0, 0.0, 0.0]}}
cspace:
  joint_names: ["turn"]
  acceleration_limits: [1.0]
  jerk_limits: [1.0]
tool_frames: ["far"]
"""


@pytest.fixture
def documents(tmp_path: Path) -> list[Path]:
    (tmp_path / "r.urdf").write_text(URDF, encoding="utf-8")
    (tmp_path / "r.xrdf").write_text(XRDF, encoding="utf-8")
    return [tmp_path / "r.urdf", tmp_path / "r.xrdf"]


def test_a_urdf_alone_has_the_frames_and_the_root(documents: list[Path], tmp_path: Path) -> None:
    done = robotfmt.convert(documents, tmp_path / "flat.urdf")
    flat = robotfmt.read(tmp_path / "flat.urdf")
    assert [each.name for each in flat.links] == ["base", "tip", "far", "near"]
    assert roots(flat) == ["base"]
    poses = forward_kinematics(flat, {"turn": np.pi / 2})
    assert poses["far"][:3, 3] == pytest.approx((0.0, 1.0, 2.0))
    assert done.report.having("edit.modifiers-applied")
    assert not [each for each in done.report.having(Fate.LOST) if "modifier" in each.subject]


def test_with_an_xrdf_the_links_stay_and_the_modifiers_are_written(documents: list[Path], tmp_path: Path) -> None:
    outputs = [tmp_path / "o.urdf", tmp_path / "o.xrdf"]
    done = robotfmt.convert(documents, *outputs)
    assert [each.name for each in robotfmt.read(outputs[0]).links] == ["world", "base", "tip"]
    assert len(robotfmt.read(*outputs).modifiers) == 3
    assert not done.report.having("edit.modifiers-applied")


def test_modifiers_are_not_applied_to_the_documents_that_were_read(documents: list[Path], tmp_path: Path) -> None:
    done = robotfmt.convert(documents, tmp_path / "o.srdf")
    assert len(done.robot.links) == 3
    assert not done.report.having("edit.modifiers-applied")


CUMOTION = {
    "thirty_link_arm_with_custom_root_link": ("thirty_link_arm", 12),
    "three_link_arm_with_added_frame": ("three_link_arm", 6),
    # The added frame hangs on what the base removes.
    "three_link_arm_with_pruned_added_frame": ("three_link_arm", 4),
}
"""Documents that cuMotion must read, their robots, and the number of links that are left."""


@pytest.mark.parametrize("name", CUMOTION)
def test_documents_of_cumotion(name: str, tmp_path: Path) -> None:
    urdf, count = CUMOTION[name]
    documents = [*corpus(f"xrdf/urdfs/{urdf}.urdf"), *corpus(f"xrdf/cumotion-tests/*{name}.xrdf")]
    if len(documents) != 2:
        pytest.skip("the corpus is not there")
    robot = robotfmt.read(*documents)
    robotfmt.convert(documents, tmp_path / "flat.urdf")
    flat = robotfmt.read(tmp_path / "flat.urdf")
    assert len(flat.links) == count
    positions = sample(flat, 5)
    before, after = forward_kinematics(robot, positions), forward_kinematics(flat, positions)
    (root,) = roots(flat)
    inverse = np.linalg.inv(before[root])
    for link in flat.links:
        if link.name in before:
            assert np.allclose(inverse @ before[link.name], after[link.name], atol=1e-9)


def test_a_document_that_cumotion_must_refuse(tmp_path: Path) -> None:
    documents = corpus("xrdf/urdfs/three_link_arm.urdf", "xrdf/cumotion-tests/*three_link_arm_with_bad_root.xrdf")
    if len(documents) != 2:
        pytest.skip("the corpus is not there")
    with pytest.raises(ModelError, match="the base 'bad_nonexistent_link' is not a link"):
        robotfmt.convert(documents, tmp_path / "flat.urdf")

"""The pose of a robot in its scene: as a fixed joint, and of another root."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.cli import main
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import ModelError
from robotfmt.kinematics.forward import forward_kinematics, matrix
from robotfmt.kinematics.frames import with_link_frames
from robotfmt.kinematics.tree import roots
from robotfmt.model import (
    Axis,
    Box,
    Geometry,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    Pose,
    Robot,
    Rpy,
    SetBaseFrame,
    VirtualJoint,
)
from robotfmt.model.record import replace

LAMP = BROKEN / "conversion" / "convert.placement-lost.dae"
CELL = FIXTURES / "references" / "cell.dae"
GRIPPER = FIXTURES / "gripper" / "gripper.urdf"
POSE = Pose((1.0, 2.0, 3.0), Rpy(0.0, 0.0, pi / 2))
BRICK = Geometry(shape=Box((0.1, 0.1, 0.1)))
ARM = Robot(
    name="arm",
    pose=POSE,
    links=tuple(Link(name=name, visuals=(BRICK,)) for name in ("base", "upper", "fore")),
    joints=(
        Joint(
            name="shoulder",
            type=JointType.REVOLUTE,
            parent="base",
            child="upper",
            pose_in_parent=Pose((0.0, 0.0, 0.5)),
            axes=(Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-2.0, upper=2.0)),),
        ),
        Joint(
            name="elbow",
            type=JointType.REVOLUTE,
            parent="upper",
            child="fore",
            pose_in_parent=Pose((1.0, 0.0, 0.0), Rpy(0.3, 0.0, 0.0)),
            axes=(Axis(direction=(0.0, 1.0, 0.0), hard=Limits(lower=-2.0, upper=2.0)),),
        ),
    ),
    scene_positions=(
        JointValue(joint="shoulder", values=(pi / 2,)),
        JointValue(joint="elbow", values=(0.4,)),
    ),
)


def in_scene(robot: Robot) -> dict[str, np.ndarray]:
    """Where each link is in the scene, the joints as it shows them."""
    values = {each.joint: each.values[0] for each in robot.scene_positions}
    poses = forward_kinematics(robot, values)
    return {name: matrix(robot.pose) @ each for name, each in poses.items()}


# A fixed joint


def test_the_root_is_fixed_to_a_link_called_world() -> None:
    report = Report()
    robot = edit.fix_to_world(ARM, report=report)
    assert robot.pose is None
    assert roots(robot) == ["world"]
    mount = robot.joint_by_name["world_joint"]
    assert (mount.type, mount.parent, mount.child) == (JointType.FIXED, "world", "base")
    assert mount.pose_in_parent == POSE
    before, after = in_scene(ARM), in_scene(robot)
    assert all(np.allclose(after[name], before[name], atol=1e-12) for name in before)
    pose = "1 2 3 m, rpy(0 0 90 deg)"
    assert [(each.code, each.fate, each.subject, each.message) for each in report] == [
        (
            *("edit.placed", Fate.CHANGED, "place"),
            f"the pose of the robot in its scene ({pose}) is that of the joint 'world_joint'",
        ),
        ("edit.placed", Fate.CHANGED, "link/world", "link 'world': added"),
        (
            *("edit.placed", Fate.CHANGED, "joint/world_joint"),
            f"link 'base' is fixed to link 'world' by joint 'world_joint', at {pose}",
        ),
        ("edit.base", Fate.CHANGED, "base", "robot: base nothing -> 'fixed'"),
    ]


def test_another_pose_can_be_given() -> None:
    report, other = Report(), Pose((0.0, 0.0, 0.8))
    robot = edit.fix_to_world(ARM, other, report=report)
    assert robot.pose is None
    assert robot.joint_by_name["world_joint"].pose_in_parent == other
    (pose, _, mount, base) = report
    assert base.code == "edit.base"
    assert (pose.code, pose.subject, pose.fate) == ("edit.left-out", "place", Fate.REMOVED)
    assert pose.message.endswith("(1 2 3 m, rpy(0 0 90 deg)): replaced by the given pose")
    assert mount.message.endswith("at 0 0 0.8 m")
    assert edit.fix_to_world(replace(ARM, pose=None)).joint_by_name["world_joint"].pose_in_parent is None


def test_names_that_are_taken_are_not_used() -> None:
    robot = edit.fix_to_world(edit.fix_to_world(ARM))
    assert roots(robot) == ["world_2"]
    assert robot.joint_by_name["world_joint_2"].child == "world"


def test_every_root_is_fixed() -> None:
    robot = edit.fix_to_world(replace(ARM, joints=ARM.joints[:1]))
    assert roots(robot) == ["world"]
    assert [each.child for each in robot.joints[:2]] == ["base", "fore"]
    assert [each.pose_in_parent for each in robot.joints[:2]] == [POSE, POSE]


def test_a_virtual_joint_moves_the_new_root() -> None:
    report = Report()
    virtual = VirtualJoint(name="v", type="floating", parent_frame="odom", child_link="base")
    robot = edit.fix_to_world(replace(ARM, virtual_joints=(virtual,)), report=report)
    assert robot.virtual_joints == (replace(virtual, child_link="world"),)
    moved = next(each for each in report if each.subject == "virtual joint/v/child_link")
    assert moved.message == "virtual joint 'v' moves 'world' instead of 'base'"
    assert [each.subject for each in report.having("edit.base")] == ["base"]
    assert len(report.diagnostics) == 5


def test_a_robot_without_links_cannot_be_fixed() -> None:
    with pytest.raises(ModelError, match="without a root"):
        edit.fix_to_world(Robot(name="nothing"))


# Another root


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("root", ["upper", "fore"])
def test_with_another_root_every_link_stays_in_the_scene(root: str, moved: bool) -> None:
    report = Report()
    robot = edit.reroot(ARM, root, move_frames=moved, report=report)
    assert roots(robot) == [root]
    # The frames may have moved on their links, but not the links: their shapes are where they were.
    before, after = in_scene(ARM), in_scene(robot)
    for link in robot.links:
        (shape,) = link.visuals
        assert np.allclose(after[link.name] @ matrix(shape.pose), before[link.name], atol=1e-12)
    reported = report.having("edit.placed")
    assert {each.subject for each in reported} <= {"place/position", "place/rotation"}
    (message,) = {each.message for each in reported}
    assert message.startswith(f"the root is '{root}' instead of 'base'; its pose in the scene is ")


def test_a_part_stays_where_it_was_in_the_scene() -> None:
    robot = edit.extract(ARM, "fore")
    assert robot.pose is not None
    # The base is turned by 90 degrees and the shoulder by 90 more: the upper arm reaches along -x.
    assert robot.pose.xyz == pytest.approx((0.0, 2.0, 3.5))
    assert np.allclose(matrix(robot.pose), in_scene(ARM)["fore"], atol=1e-12)
    assert edit.extract(ARM, "base").pose == POSE


@pytest.mark.parametrize("upstream", ["remove", "turn"])
def test_a_base_of_an_xrdf_stays_where_it_was_in_the_scene(upstream: str) -> None:
    robot = replace(ARM, modifiers=(SetBaseFrame(frame="upper"),))
    based = edit.apply_modifiers(robot, upstream=upstream)  # type: ignore[arg-type]
    assert np.allclose(in_scene(based)["fore"], in_scene(ARM)["fore"], atol=1e-12)


def test_a_robot_without_a_pose_gets_none() -> None:
    bare, report = replace(ARM, pose=None), Report()
    for robot in (edit.reroot(bare, "fore", move_frames=True, report=report), edit.extract(bare, "fore")):
        assert robot.pose is None
    assert report.having("edit.placed") == []


def test_another_frame_on_the_root_has_the_pose_of_that_frame() -> None:
    # Where the present frame is in the new one.
    moved = with_link_frames(ARM, {"base": Pose((0.0, 0.0, -0.1))})
    assert moved.pose is not None
    assert moved.pose.xyz == pytest.approx((1.0, 2.0, 3.1))
    before, after = in_scene(ARM), in_scene(moved)
    assert np.allclose(before["fore"], after["fore"], atol=1e-12)


def test_the_scene_pose_of_an_attached_robot_is_dropped() -> None:
    report = Report()
    robot = edit.attach(ARM, edit.prefix(ARM, "other_"), "fore", report=report)
    assert robot.pose == POSE
    (note,) = report.having("edit.left-out")
    assert (note.subject, note.fate) == ("robot/arm/place", Fate.REMOVED)
    assert note.message == "the pose of 'arm' in its scene (1 2 3 m, rpy(0 0 90 deg))"


# The command line


def test_place_keeps_the_pose_in_a_urdf(tmp_path: Path) -> None:
    output = tmp_path / "left.urdf"
    assert (
        main(
            [
                "edit",
                str(CELL),
                "--robot",
                "right",
                "--place",
                "-o",
                str(output),
                "-q",
                "--fail-on",
                "lost",
                "--allow",
                "convert.no-place",
            ]
        )
        == 0
    )
    robot = robotfmt.read(output)
    assert roots(robot) == ["world"]
    pose = forward_kinematics(robot)["base"]
    assert np.allclose(pose, [[-1, 0, 0, 0], [0, -1, 0, -1], [0, 0, 1, 0], [0, 0, 0, 1]], atol=1e-12)


def test_place_takes_a_pose(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "on_table.urdf"
    assert main(["edit", str(GRIPPER), "--place", "--pose", "0 0 0.8 0 0 1.5", "-o", str(output)]) == 0
    mount = robotfmt.read(output).joint_by_name["world_joint"]
    assert mount.pose_in_parent == Pose((0.0, 0.0, 0.8), Rpy(0.0, 0.0, 1.5))
    assert "link 'palm' is fixed to link 'world'" in capsys.readouterr().err
    assert main(["edit", str(GRIPPER), "--place", "--pose", "0 0", "-o", str(tmp_path / "b.urdf")]) == 2
    assert main(["edit", str(GRIPPER), "--reroot", "palm", "--pose", "0 0 1", "-o", str(tmp_path / "c.urdf")]) == 2
    assert "--pose must follow --attach or --replace or --place" in capsys.readouterr().err

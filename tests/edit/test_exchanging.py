"""Another tool in the place of a part of a robot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from arms import arms

import robotfmt
from robotfmt import edit, validate
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.model import Axis, Chain, Joint, JointType, JointValue, Link, NamedState, Pose, Robot, Rpy
from robotfmt.model.record import replace

CLAW = Robot(
    name="claw",
    links=(Link(name="palm"), Link(name="thumb")),
    joints=(Joint(name="squeeze", type=JointType.REVOLUTE, parent="palm", child="thumb", axes=(Axis(),)),),
)


def ready() -> Robot:
    values = tuple(JointValue(joint=f"left_{each}", values=(0.5,)) for each in ("shoulder", "wrist"))
    return replace(arms(), states=(*arms().states, NamedState(name="ready", group="left", values=values)))


def alike(before: Robot, after: Robot, links: dict[str, str]) -> bool:
    """Return True if links are where others were before, in several poses."""
    positions = sample(before, 4)
    kept = {name: values for name, values in positions.items() if name in after.joint_by_name}
    there, here = forward_kinematics(before, positions), forward_kinematics(after, kept)
    return all(np.allclose(there[old], here[new], atol=1e-12) for old, new in links.items())


def test_a_joint_that_moved_the_old_part_moves_the_new_one() -> None:
    report = Report()
    made = edit.exchange(ready(), "left_hand", CLAW, report=report)
    links = {"left_hand": "palm", "left_upper": "left_upper", "right_hand": "right_hand"}
    assert alike(ready(), made, links)
    assert {"left_hand", "left_finger"}.isdisjoint(made.link_by_name)
    assert made.joint_by_name["left_wrist"].child == "left_hand_mount"
    groups = {each.name: each for each in made.groups}
    assert groups["left"].chains == (Chain(base="torso", tip="left_hand_mount"),)
    (state,) = (each for each in made.states if each.name == "ready")
    assert [each.joint for each in state.values] == ["left_shoulder", "left_wrist"]
    assert not validate(made).errors
    assert any("moves the empty link 'left_hand_mount'" in each.message for each in report)
    assert any("'left_finger'" in each.message or "left_finger" in str(each.path) for each in report)


def test_a_fixed_part_is_exchanged_at_its_place() -> None:
    pose = Pose((0.1, 0.2, 0.3), Rpy(0.1, 0.2, 0.3))
    hand = Joint(name="bolt", type=JointType.FIXED, parent="left_finger", child="cup", pose_in_parent=pose)
    robot = ready()
    robot = replace(robot, links=(*robot.links, Link(name="cup")), joints=(*robot.joints, hand))
    made = edit.exchange(robot, "cup", CLAW)
    assert alike(robot, made, {"cup": "palm"})
    assert made.joint_by_name["bolt"].child == "palm"
    turned = edit.exchange(robot, "cup", CLAW, pose=Pose((0.0, 0.0, 0.05)), prefix="new_")
    place = turned.joint_by_name["bolt"].pose_in_parent
    assert place is not None
    assert np.array(place.xyz) == pytest.approx(np.array(pose.xyz) + 0.05 * np.array(pose.matrix)[:, 2])
    assert turned.joint_by_name["bolt"].child == "new_palm"


def test_the_tools_of_the_new_part_replace_those_of_the_old_one() -> None:
    report = Report()
    made = edit.exchange(ready(), "left_hand", replace(CLAW, tool_frames=("thumb",)), report=report)
    assert made.tool_frames == ("right_grasp", "thumb")
    assert edit.exchange(ready(), "left_hand", CLAW).tool_frames == ("left_hand_mount", "right_grasp")


@pytest.mark.parametrize(("link", "says"), [("torso", "is the root"), ("lef_hand", "did you mean")])
def test_links_that_cannot_be_exchanged(link: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        edit.exchange(arms(), link, CLAW)


def test_the_command_takes_documents_and_a_pose(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arm, claw, made = (str(tmp_path / name) for name in ("arm.urdf", "claw.urdf", "new.urdf"))
    robotfmt.write(replace(ready(), extensions=(), layouts=()), arm, overwrite=True)
    robotfmt.write(CLAW, claw, overwrite=True)
    given = ["--replace", f"left_hand={claw}", "--pose", "0 0 0.1", "--part-prefix", "n_"]
    assert main(["edit", arm, *given, "-o", made]) == 0
    robot = robotfmt.read(made)
    assert robot.joint_by_name["n_palm_mount"].pose_in_parent == Pose((0.0, 0.0, 0.1))
    assert robot.joint_by_name["n_palm_mount"].parent == "left_hand_mount"
    assert main(["edit", arm, "--replace", "left_hand", "-o", made, "--overwrite"]) == 2
    assert "NAME=VALUE" in capsys.readouterr().err

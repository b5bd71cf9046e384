"""Where arms end."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import example_robots
from trees import tree

import robotfmt
from robotfmt.kinematics.limbs import tips


@pytest.mark.parametrize(
    ("joints", "ends"),
    [
        ("base>a a>b b>c", ["c"]),
        ("base>a a>b b-flange flange-tool b-camera", ["tool"]),
        ("base>a a>b b-flange flange-plate", ["plate"]),
        ("base>a a>b b-hand hand>left hand>right", ["hand"]),
        ("base>a a>b b-hand hand-led led-lens hand-TCP hand>left hand~right", ["TCP"]),
        ("base>a a>b b>c c-palm palm>f1 f1>f2 palm>g1", ["palm"]),
        ("base>waist waist>la la>lb waist>ra ra>rb waist>head", ["lb", "rb"]),
        ("base>wheel1 base>wheel2 base-mount mount>a a>b b>c", ["c"]),
        ("base-a a-b", []),
    ],
)
def test_a_limb_ends_before_its_fingers(joints: str, ends: list[str]) -> None:
    assert list(tips(tree(joints))) == ends


REAL = {
    "panda.urdf": {"panda_hand_tcp"},
    "ur5_robot.urdf": {"tool0"},
    "kinova.urdf": {"j2s6s200_end_effector"},
    "tiago.urdf": {"hand_tool_link"},
    "baxter.urdf": {"right_gripper", "left_gripper"},
    "pr2.urdf": {"r_gripper_tool_frame", "l_gripper_tool_frame"},
    "tiago_no_hand.urdf": {"wrist_ft_tool_link"},
    "go1.urdf": {"FR_foot", "FL_foot", "RR_foot", "RL_foot"},
}


@pytest.mark.parametrize("path", [each for each in example_robots() if each.name in REAL], ids=lambda path: path.stem)
def test_limbs_of_real_robots(path: Path) -> None:
    assert set(tips(robotfmt.read(path))) == REAL[path.name]

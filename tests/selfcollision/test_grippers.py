"""Parts of a gripper that touch only where a joint between them is at an end."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import needs
from real import example_robots

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.limbs import grippers, tips
from robotfmt.model import Robot
from robotfmt.planning import PlanOptions, describe
from robotfmt.selfcollision import PairClass, classify, with_ignored_pairs
from robotfmt.selfcollision.ignoring import can_touch
from robotfmt.selfcollision.pairs import Collisions
from robotfmt.settings import Settings
from robotfmt.validation.collisions import check_collisions

pytestmark = needs("coal")
BOX = '<link name="{name}"><collision><geometry><box size="0.02 0.02 0.1"/></geometry></collision></link>'
JOINT = (
    '<joint name="to_{name}" type="{kind}"><parent link="{parent}"/><child link="{name}"/><origin xyz="{xyz}"/>'
    '<axis xyz="{axis}"/><limit lower="0" upper="0.05" velocity="1" effort="1"/>{mimic}</joint>'
)


def gripper(tmp_path: Path, gap: float) -> Robot:
    """Two fingers with a gap between them when they are closed; below zero they overlap."""
    away = 0.01 + gap / 2
    rows = [
        JOINT.format(name="arm", kind="revolute", parent="base", xyz="0 0 0.2", axis="0 1 0", mimic=""),
        JOINT.format(name="hand", kind="revolute", parent="arm", xyz="0 0 0.2", axis="0 1 0", mimic=""),
        JOINT.format(name="one", kind="prismatic", parent="hand", xyz=f"0 {away} 0.2", axis="0 1 0", mimic=""),
        JOINT.format(
            name="two",
            kind="prismatic",
            parent="hand",
            xyz=f"0 {-away} 0.2",
            axis="0 -1 0",
            mimic='<mimic joint="to_one"/>',
        ),
    ]
    links = "".join(BOX.format(name=name) for name in ("base", "arm", "hand", "one", "two"))
    path = tmp_path / "g.urdf"
    path.write_text(f'<robot name="g">{links}{"".join(rows)}</robot>', encoding="utf-8")
    return robotfmt.read(path)


@pytest.mark.parametrize(
    ("gap", "kinds", "at_ends"),
    [
        (0.0, {PairClass.DEFAULT, PairClass.SOMETIMES}, True),
        (-0.001, {PairClass.SOMETIMES}, True),
        (-0.02, {PairClass.SOMETIMES}, False),
        (0.001, {PairClass.NEVER}, False),
    ],
)
def test_closed_fingers(gap: float, kinds: set[PairClass], at_ends: bool, tmp_path: Path) -> None:
    robot = gripper(tmp_path, gap)
    pair = classify(robot, samples=500).find("one", "two")
    assert pair is not None
    assert pair.kind in kinds
    assert pair.at_ends == at_ends
    if at_ends:
        assert not can_touch(pair)
        assert "parts of one gripper" in pair.reason


def test_they_are_ignored_and_do_not_move_the_pose(tmp_path: Path) -> None:
    robot = gripper(tmp_path, 0.0)
    found = classify(robot, samples=500)
    reasons = {each.links: each.reason for each in with_ignored_pairs(robot, found).ignored_pairs}
    assert reasons[frozenset(("one", "two"))] == "Default"
    report = Report()
    made = describe(robot, PlanOptions(samples=200), report=report).robot
    home = {each.joint: each.values[0] for state in made.states for each in state.values}
    assert home["to_one"] == 0.0
    assert report.having("planning.pose-moved") == []
    check_collisions(made, Collisions(samples=200), report, Settings())
    assert not [each for each in report if "'one' and 'two'" in each.message]


def test_the_same_contact_of_other_links_is_checked(tmp_path: Path) -> None:
    """The hand and the base are no gripper, however they meet."""
    robot = gripper(tmp_path, 0.0)
    assert grippers(robot) == [frozenset(("hand", "one", "two"))]
    found = classify(robot, samples=500)
    assert [each.links for each in found.pairs if each.at_ends] == [frozenset(("one", "two"))]


REAL = {
    "panda": {frozenset(("panda_leftfinger", "panda_rightfinger"))},
    "pr2": {
        frozenset((f"{side}_gripper_l_finger_tip_link", f"{side}_gripper_r_finger_tip_link")) for side in ("r", "l")
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in example_robots() if p.stem in REAL], ids=lambda path: path.stem)
def test_fingers_of_real_grippers(path: Path) -> None:
    found = classify(robotfmt.read(path), samples=300)
    assert {each.links for each in found.pairs if each.at_ends} == REAL[path.stem]


@pytest.mark.parametrize("path", [p for p in example_robots() if p.stem == "so101"], ids=lambda path: path.stem)
def test_a_single_jaw_is_no_part_of_the_arm(path: Path) -> None:
    robot = robotfmt.read(path)
    assert tips(robot) == ("gripper_frame_link",)
    assert [sorted(each) for each in grippers(robot)] == [
        ["gripper_frame_link", "gripper_link", "moving_jaw_so101_v1_link"]
    ]

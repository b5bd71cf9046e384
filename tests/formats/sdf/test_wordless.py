"""What SDF has no words for is lost and reported, or stored in a sidecar and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import Robot
from robotfmt.model.record import replace

GRIPPER = FIXTURES / "openrave_xml" / "gripper.robot.xml"
KITCHEN = FIXTURES / "openrave_xml" / "kitchen.env.xml"


@pytest.fixture
def gripper() -> Robot:
    """A robot with manipulators, pairs, values in the scene and a formula."""
    return robotfmt.read(GRIPPER)


def test_the_document_alone_lacks_what_is_reported(gripper: Robot, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(gripper, tmp_path / "r.sdf", report=report)
    gone = {"manipulator/grip", "joint/follow/mimic"}
    assert {each.subject for each in report.having("sdf.masked-pair")} >= {"ignored pair/left_near/right_near"}
    assert {each.subject for each in report.having(Fate.LOST)} >= gone
    back = robotfmt.read(tmp_path / "r.sdf")
    assert (back.manipulators, back.ignored_pairs) == ((), ())
    assert back.joint_by_name["follow"].axes[0].coupling is None


def test_a_robot_is_the_same_again_with_its_sidecar(gripper: Robot, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(gripper, tmp_path / "r.sdf", report=report, keep=True)
    assert not robotfmt.diff(gripper, robotfmt.read(tmp_path / "r.sdf"))
    assert "manipulator/grip" in {each.subject for each in report.having(Fate.STORED)}
    assert not report.having(Fate.LOST)


def test_a_world_is_the_same_again_with_its_sidecar(tmp_path: Path) -> None:
    world = robotfmt.read_world(KITCHEN)
    first = replace(world.robots[0], name="world", state="start")
    world = replace(world, robots=(first, *world.robots[1:]))
    report = Report()
    robotfmt.write(world, tmp_path / "w.sdf", report=report, keep=True)
    assert '<model name="model_world">' in (tmp_path / "w.sdf").read_text(encoding="utf-8")
    assert "robot/world" in {each.subject for each in report.having("sdf.renamed")}
    assert not robotfmt.diff(world, robotfmt.read_world(tmp_path / "w.sdf"))


def test_stored_names_follow_an_edit(gripper: Robot, tmp_path: Path) -> None:
    robotfmt.write(gripper, tmp_path / "r.sdf", keep=True)
    old = gripper.manipulators[0].tip
    made = edit.rename(robotfmt.read(tmp_path / "r.sdf"), links={old: "the_new_tip"})
    robotfmt.write(made, tmp_path / "new.sdf", keep=True)
    assert f">{old}<" not in (tmp_path / "new.sdf").read_text(encoding="utf-8")
    assert robotfmt.read(tmp_path / "new.sdf").manipulators[0].tip == "the_new_tip"


def test_a_part_that_names_a_link_that_is_gone_is_not_restored(gripper: Robot, tmp_path: Path) -> None:
    robotfmt.write(gripper, tmp_path / "r.sdf", keep=True)
    old = gripper.manipulators[0].tip
    text = (tmp_path / "r.sdf").read_text(encoding="utf-8")
    (tmp_path / "r.sdf").write_text(text.replace(f">{old}<", ">other<").replace(f'"{old}"', '"other"'))
    report = Report()
    back = robotfmt.read(tmp_path / "r.sdf", report=report)
    assert back.manipulators == ()
    assert any(f"'manipulators/grip' names '{old}'" in each.message for each in report.having("kept.stale"))
    assert [each.first for each in back.ignored_pairs] == ["left_near"]

"""What SDF has no words for is kept, follows edits, and is read again; invalid texts stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.model import Robot
from robotfmt.model.record import replace

GRIPPER = FIXTURES / "openrave_xml" / "gripper.robot.xml"
KITCHEN = FIXTURES / "openrave_xml" / "kitchen.env.xml"


@pytest.fixture
def gripper() -> Robot:
    """A robot with manipulators, pairs, values in the scene and a formula."""
    return robotfmt.read(GRIPPER)


def test_a_robot_is_the_same_again(gripper: Robot, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(gripper, tmp_path / "r.sdf", report=report)
    assert not robotfmt.diff(gripper, robotfmt.read(tmp_path / "r.sdf"))
    assert any("manipulators" in each.message for each in report.having("sdf.kept"))


def test_a_world_is_the_same_again(tmp_path: Path) -> None:
    world = robotfmt.read_world(KITCHEN)
    first = replace(world.robots[0], name="world", state="start")
    world = replace(world, robots=(first, *world.robots[1:]))
    report = Report()
    robotfmt.write(world, tmp_path / "w.sdf", report=report)
    back = robotfmt.read_world(tmp_path / "w.sdf")
    assert not robotfmt.diff(world, back)
    assert [each.message for each in report.having("sdf.renamed")] == [
        "robot 'world' was renamed 'model_world' in the document"
    ]


def test_names_follow_an_edit(gripper: Robot, tmp_path: Path) -> None:
    robotfmt.write(gripper, tmp_path / "r.sdf")
    old = gripper.manipulators[0].tip
    made = edit.rename(robotfmt.read(tmp_path / "r.sdf"), links={old: "the_new_tip"})
    robotfmt.write(made, tmp_path / "new.sdf")
    text = (tmp_path / "new.sdf").read_text()
    assert f">{old}<" not in text and f"&quot;{old}&quot;" not in text
    assert robotfmt.read(tmp_path / "new.sdf").manipulators[0].tip == "the_new_tip"


def test_a_name_that_is_out_of_date_is_found(gripper: Robot, tmp_path: Path) -> None:
    robotfmt.write(gripper, tmp_path / "r.sdf")
    old = gripper.manipulators[0].tip
    text = (tmp_path / "r.sdf").read_text().replace(f">{old}<", ">other<").replace(f'name="{old}"', 'name="other"')
    (tmp_path / "r.sdf").write_text(text)
    (found,) = robotfmt.check(tmp_path / "r.sdf")
    assert any(f"'{old}'" in each.message for each in found.report.errors)


@pytest.mark.parametrize(
    ("kept", "message"),
    [("groups='{'", "is not JSON"), ("tool_frames='[1]'", "has a value of another type")],
)
def test_what_is_not_sound_stays(kept: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "m.sdf"
    path.write_text(
        f'<sdf version="1.9" xmlns:robotfmt="urn:robotfmt:sdf"><model name="m" robotfmt:{kept}><link name="a"/>'
        "</model></sdf>"
    )
    report = Report()
    robot = robotfmt.read(path, report=report)
    (found,) = report.having("sdf.bad-kept")
    assert message in found.message
    assert len(robot.extensions) == 1


def test_names_of_a_nested_model_get_its_name(tmp_path: Path) -> None:
    inner = '<model name="arm" robotfmt:tool_frames="[&quot;a&quot;]"><link name="a"/></model>'
    (tmp_path / "m.sdf").write_text(
        '<sdf version="1.9" xmlns:robotfmt="urn:robotfmt:sdf">'
        f'<model name="m" robotfmt:tool_frames="[&quot;b&quot;]"><link name="b"/>{inner}</model></sdf>'
    )
    robot = robotfmt.read(tmp_path / "m.sdf")
    assert robot.tool_frames == ("b", "arm::a")
    robotfmt.write(robot, tmp_path / "again.sdf")
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "again.sdf"))

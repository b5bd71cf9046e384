"""Sidecars: found next to their documents, given as inputs, damaged, moved, stale, left behind."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Fate, Report

ARM = FIXTURES / "arm6" / "arm6.urdf"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """An MJCF with a sidecar."""
    robotfmt.convert(ARM, tmp_path / "arm.xml", keep=True)
    return tmp_path / "arm.xml"


def sidecar_of(path: Path) -> Path:
    return path.with_name("arm.mjcf.kept.json")


def read(*paths: Path) -> tuple[robotfmt.Robot, Report]:
    return robotfmt.read(*paths, report=(report := Report())), report


def test_the_way_back_is_lossless(kept: Path, tmp_path: Path) -> None:
    robot, report = read(kept)
    assert robotfmt.diff(robotfmt.read(ARM), robot) == []
    assert report.having("kept.read")
    done = robotfmt.convert(kept, tmp_path / "back.urdf")
    assert robotfmt.diff(robotfmt.read(ARM), done.robot) == []


def test_the_file_names_its_documents_and_none_of_them_names_it(kept: Path) -> None:
    given = json.loads(sidecar_of(kept).read_text(encoding="utf-8"))
    assert given["documents"] == [{"name": "arm.xml", "format": "mjcf"}]
    assert given["kind"] == "Robot"
    assert "kept" not in kept.read_text(encoding="utf-8")


def test_without_its_sidecar_a_document_is_read_alone(kept: Path) -> None:
    sidecar_of(kept).unlink()
    robot, report = read(kept)
    assert not any(each.code.startswith("kept.") for each in report)
    assert robot.joint_by_name["joint_1"].limits.velocity is None


def test_a_sidecar_from_another_folder_can_be_given(kept: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere" / sidecar_of(kept).name
    moved.parent.mkdir()
    shutil.move(sidecar_of(kept), moved)
    assert robotfmt.diff(robotfmt.read(ARM), read(kept)[0]) != []
    found = robotfmt.diff(robotfmt.read(ARM), read(kept, moved)[0])
    # Files are named from the folder of the sidecar: those come along only if it stays in its place.
    assert {each.path[-1] for each in found} <= {"mesh", "texture"}


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"schema": "robotfmt-kept/9"}', '{"schema": "robotfmt-kept/1", "kind": "Robot", "change": 1}', "\xff"],
)
def test_a_damaged_sidecar_is_named_and_the_document_wins(text: str, kept: Path) -> None:
    sidecar_of(kept).write_bytes(text.encode("latin-1"))
    robot, report = read(kept)
    (found,) = report.having("kept.unreadable")
    assert "arm.mjcf.kept.json" in found.message
    sidecar_of(kept).unlink()
    assert robotfmt.diff(robot, read(kept)[0]) == []


def test_a_sidecar_of_another_robot_adds_nothing_to_parts_that_do_not_exist(kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    robotfmt.convert(FIXTURES / "gripper" / "gripper.urdf", other / "arm.xml")
    shutil.copy(sidecar_of(kept), other)
    robot, report = read(other / "arm.xml")
    assert report.having("kept.stale")
    robotfmt.convert(other / "arm.xml", other / "out.urdf")
    assert "joint_1" not in robot.joint_by_name


def test_a_renamed_joint_loses_its_facts_in_the_sidecar(kept: Path) -> None:
    kept.write_text(kept.read_text(encoding="utf-8").replace('"joint_1"', '"turn"'), encoding="utf-8")
    robot, report = read(kept)
    assert "joints/joint_1" in " ".join(each.message for each in report.having("kept.stale"))
    assert robot.joint_by_name["turn"].limits.velocity is None
    assert robot.joint_by_name["joint_2"].limits.velocity is not None


def test_nothing_is_written_if_nothing_remains(tmp_path: Path) -> None:
    robotfmt.convert(ARM, tmp_path / "again.urdf", keep=True)
    assert not list(tmp_path.glob("*.kept.json"))


def test_stored_facts_are_counted_as_neither_kept_nor_lost(tmp_path: Path) -> None:
    report = Report()
    alone = robotfmt.convert(ARM, tmp_path / "alone.xml").tally
    both = robotfmt.convert(ARM, tmp_path / "both.xml", keep=True, report=report).tally
    assert (alone.kept, alone.lost) == (both.kept, both.stored + both.lost)
    assert alone.stored == both.lost == 0
    assert not report.having(Fate.LOST)


def test_an_output_without_a_sidecar_reports_an_old_one(kept: Path) -> None:
    report = Report()
    robotfmt.convert(ARM, kept, overwrite=True, report=report)
    assert report.having("kept.left-behind")


def test_several_outputs_share_one_sidecar_for_facts_that_none_stores(tmp_path: Path) -> None:
    source = FIXTURES / "openrave_examples" / "arm.dae"
    robotfmt.convert(source, tmp_path / "arm.urdf", tmp_path / "arm.srdf", keep=True)
    (sidecar,) = tmp_path.glob("*.kept.json")
    assert sidecar.name == "arm.urdf.kept.json"
    names = [each["name"] for each in json.loads(sidecar.read_text(encoding="utf-8"))["documents"]]
    assert names == ["arm.urdf", "arm.srdf"]
    robot = robotfmt.read(tmp_path / "arm.urdf", tmp_path / "arm.srdf")
    assert robotfmt.diff(robotfmt.read(source), robot) == []


def test_a_world_has_a_sidecar(tmp_path: Path) -> None:
    source = FIXTURES / "worlds" / "two_arms.sdf"
    robotfmt.convert(source, tmp_path / "cell.xml", keep=True)
    assert robotfmt.diff(robotfmt.read_world(source), robotfmt.read_world(tmp_path / "cell.xml")) == []


def test_lights_without_names_return(tmp_path: Path) -> None:
    source, between = tmp_path / "in.xml", tmp_path / "between.sdf"
    body = "<body name='{0}' pos='{1} 0 1'><freejoint name='{0}_free'/><geom name='{0}' size='.1'/></body>"
    bodies = "".join(body.format(name, place) for name, place in (("left", 0), ("right", 1)))
    source.write_text(f"<mujoco><worldbody><light pos='0 0 3'/><light pos='0 0 4'/>{bodies}</worldbody></mujoco>")
    robotfmt.convert(source, between, keep=True)
    before, after = robotfmt.read_world(source), robotfmt.read_world(between)
    assert [each.name for each in after.lights] == [None, None]
    assert [each.pose for each in after.lights] == [each.pose for each in before.lights]

"""SDF that is changed in place: what is new is written, and everything else is the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Robot
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import Pose
from robotfmt.model.record import replace

PICKER = FIXTURES / "sdf" / "picker.sdf"


def heavier(robot: Robot, **_: object) -> Robot:
    return replace(
        robot,
        links=tuple(
            replace(each, inertial=replace(each.inertial, mass=2 * each.inertial.mass))
            if each.inertial is not None and each.inertial.mass not in (None, 1.0)  # those of the document
            else each
            for each in robot.links
        ),
    )


def elsewhere(robot: Robot, **_: object) -> Robot:
    first, *others = robot.frames
    return replace(robot, frames=(replace(first, pose=Pose((0.0, 0.0, 0.75))), *others))


def without_sensors(robot: Robot, **_: object) -> Robot:
    return replace(robot, sensors=())


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def updated(data: bytes, folder: Path, edit: object) -> tuple[Path, Report]:
    path, report = folder / "robot.sdf", Report()
    path.write_bytes(data)
    robotfmt.update(path, edit=edit, report=report)  # type: ignore[arg-type]
    return path, report


def test_masses_change_between_their_tags(tmp_path: Path) -> None:
    path, report = updated(PICKER.read_bytes(), tmp_path, heavier)
    changed = [pair for pair in zip(lines(PICKER), lines(path), strict=True) if pair[0] != pair[1]]
    assert changed
    assert all("<mass>" in before and "<mass>" in after for before, after in changed)
    assert not report.having("update.rewritten")
    assert robotfmt.read(path).links == heavier(robotfmt.read(PICKER)).links


def test_a_frame_moves(tmp_path: Path) -> None:
    path, _ = updated(PICKER.read_bytes(), tmp_path, elsewhere)
    changed = [pair for pair in zip(lines(PICKER), lines(path), strict=True) if pair[0] != pair[1]]
    assert 1 <= len(changed) <= 3  # itself, and what is placed in it and stays where it was
    assert "0.75" in path.read_text()


def test_removed_sensors_are_cut_out_of_the_document(tmp_path: Path) -> None:
    path, _ = updated(PICKER.read_bytes(), tmp_path, without_sensors)
    before, after = lines(PICKER), lines(path)
    assert len(after) < len(before)
    assert set(after) <= set(before)
    assert robotfmt.read(path).sensors == ()


@pytest.mark.parametrize("version", ["1.4", "1.5", "1.12"])
def test_a_document_that_is_too_old_is_rewritten(version: str, tmp_path: Path) -> None:
    text = (
        f'<sdf version="{version}"><model name="m"><link name="a"><!-- why --><inertial><mass> 3 </mass></inertial>'
        "</link></model></sdf>"
    )
    path, report = updated(text.encode(), tmp_path, heavier)
    is_old = version == "1.4"
    assert bool(report.having("update.rewritten")) is is_old
    assert ("<mass> 6 </mass>" in path.read_text()) is not is_old
    assert "<!-- why -->" in path.read_text()


def test_included_documents_are_not_put_in(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    folder.mkdir()
    (folder / "model.sdf").write_text('<sdf version="1.9"><model name="p"><link name="l"/></model></sdf>')
    text = (
        '<sdf version="1.9"><model name="m"><link name="a"><inertial><mass>3</mass></inertial></link>'
        "<include><uri>part</uri></include></model></sdf>"
    )
    with pytest.raises(UsageError, match="includes other documents"):
        updated(text.encode(), tmp_path, heavier)
    assert (tmp_path / "robot.sdf").read_text() == text

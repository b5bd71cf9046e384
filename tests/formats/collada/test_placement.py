"""Where a robot is in the scene of its document: read, compared, written, and reported where it is lost."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest
from real import BROKEN, FIXTURES, corpus

import robotfmt
from robotfmt import Settings
from robotfmt.cli import main
from robotfmt.diagnostics import Fate, Report
from robotfmt.facts import facts
from robotfmt.formats import Feature
from robotfmt.model import AxisAngle, AxisAngles, Box, Geometry, Link, Pose, Robot, Rpy
from robotfmt.model import json as native
from robotfmt.model.record import replace

CELL = FIXTURES / "references" / "cell.dae"
LAMP = BROKEN / "conversion" / "convert.placement-lost.dae"
_NAMES = ("clam_ik__clam_openrave__clammy", "barrett-wam-sensors", "man1", "mug1", "NEXTAGE")
PLACED = [path for path in corpus("collada/*/*.?ae") if path.stem in _NAMES]
"""Documents of others whose robots are not at the origin."""
QUARTER = AxisAngles((AxisAngle((0.0, 0.0, 1.0), pi / 2),))
BRICK = Robot(
    name="brick",
    pose=Pose((1.0, 2.0, 3.0), Rpy(0.0, 0.0, pi / 2)),
    links=(Link(name="body", visuals=(Geometry(shape=Box((2.0, 0.2, 0.2))),)),),
)


def placement(robot: Robot) -> list[str]:
    """What the facts say of where a robot is."""
    return ["/".join(each.path) for each in facts(robot) if each.feature is Feature.PLACEMENT]


def of_cell(name: str) -> Settings:
    """The choice of a robot of the cell."""
    return Settings(robot=name)


# Reading


def test_nodes_above_the_root_link_place_the_robot() -> None:
    assert robotfmt.read(LAMP).pose == Pose((1.0, 2.0, 0.7), QUARTER)


def test_transforms_of_the_root_link_and_of_its_node_count(tmp_path: Path) -> None:
    text, up = LAMP.read_text(), "<translate>0 0 0.5</translate>"
    for tag in ('<link sid="foot" name="foot">', 'sid="foot_node" name="foot">'):
        text = text.replace(tag, tag + up)
    (tmp_path / "lamp.dae").write_text(text)
    pose = robotfmt.read(tmp_path / "lamp.dae").pose
    assert pose is not None
    assert pose.xyz == pytest.approx((1.0, 2.0, 1.2))
    assert pose.rotation == QUARTER


@pytest.mark.parametrize(("unit", "scale"), [("meter", 1.0), ("millimeter", 0.001)])
def test_lengths_are_in_the_unit_of_the_document(tmp_path: Path, unit: str, scale: float) -> None:
    text = LAMP.read_text().replace('meter="1" name="meter"', f'meter="{scale}" name="{unit}"')
    (tmp_path / "lamp.dae").write_text(text)
    pose = robotfmt.read(tmp_path / "lamp.dae").pose
    assert pose is not None
    assert pose.xyz == pytest.approx((scale, 2 * scale, 0.7 * scale))


def test_each_robot_of_a_document_has_its_own_place() -> None:
    left, right = (robotfmt.read(CELL, settings=of_cell(name)) for name in ("left", "right"))
    assert left.pose == Pose((0.0, 1.0, 0.0))
    assert right.pose == Pose((0.0, -1.0, 0.0), AxisAngles((AxisAngle((0.0, 0.0, 1.0), pi),)))
    world = robotfmt.read_world(CELL)
    assert [each.robot.pose for each in world.robots] == [None, None]
    assert [each.pose for each in world.robots] == [left.pose, right.pose]


def test_a_robot_at_the_origin_has_no_placement(tmp_path: Path) -> None:
    text = LAMP.read_text().replace("1 2 0.7", "0 0 0").replace("0 0 1 90", "0 0 1 0")
    (tmp_path / "lamp.dae").write_text(text)
    robot, report = robotfmt.read(tmp_path / "lamp.dae"), Report()
    assert robot.pose is None
    assert placement(robot) == placement(replace(robot, pose=Pose((0.0, 0.0, 1e-13)))) == []
    robotfmt.convert(tmp_path / "lamp.dae", tmp_path / "lamp.urdf", report=report)
    assert report.having(Fate.LOST) == []


def test_a_world_of_any_format_has_the_placement_with_the_robot(tmp_path: Path) -> None:
    robotfmt.write(BRICK, tmp_path / "brick.dae")
    (placed,) = robotfmt.read_world(tmp_path / "brick.dae").robots
    assert placed.robot.pose is None
    assert placed.alone == robotfmt.read(tmp_path / "brick.dae")


# Comparing


def test_robots_with_different_placements_differ() -> None:
    other = replace(BRICK, pose=Pose((1.0, 2.0, 4.0), Rpy(0.0, 0.0, pi / 2)))
    assert [str(each) for each in robotfmt.diff(BRICK, other)] == ["place position: 1 2 3 -> 1 2 4 m"]
    (gone,) = robotfmt.diff(BRICK, replace(BRICK, pose=None))
    assert str(gone) == "robot: place 1 2 3 m, rpy(0 0 90 deg) -> nothing"
    same = replace(BRICK, pose=Pose((1.0, 2.0, 3.0), QUARTER))
    assert robotfmt.diff(BRICK, same) == []


def test_diff_shows_the_placement(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    robotfmt.write(replace(BRICK, pose=None), tmp_path / "brick.urdf")
    robotfmt.write(BRICK, tmp_path / "brick.dae")
    assert main(["diff", str(tmp_path / "brick.urdf"), str(tmp_path / "brick.dae"), "-q"]) == 1
    assert capsys.readouterr().out.strip() == "robot: place nothing -> 1 2 3 m, rpy(0 0 90 deg)"


def test_json_of_the_model_keeps_the_placement() -> None:
    assert native.from_json(native.to_json(BRICK)) == BRICK


def test_info_shows_the_placement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(LAMP)]) == 0
    assert "pose        1 2 0.7 m, rpy(0 0 90 deg), in the scene" in capsys.readouterr().out


# Writing


def test_the_scene_that_is_written_shows_the_robot_in_its_place(tmp_path: Path) -> None:
    import trimesh

    robotfmt.write(BRICK, tmp_path / "brick.dae")
    shown = trimesh.load(tmp_path / "brick.dae", force="scene").bounds
    # The brick lies along y: it is 0.2 thick and 2 long, around (1, 2, 3).
    assert np.allclose(shown, [[0.9, 1.0, 2.9], [1.1, 3.0, 3.1]], atol=1e-6)


@pytest.mark.parametrize("name", ["left", "right"])
def test_a_robot_out_of_several_keeps_its_place(tmp_path: Path, name: str) -> None:
    output = tmp_path / "one.dae"
    done = robotfmt.convert(CELL, output, settings=of_cell(name))
    again = tmp_path / "again.dae"
    robotfmt.convert(output, again)
    assert done.robot.pose == robotfmt.read(output).pose
    assert output.read_bytes() == again.read_bytes()


def test_rounding_of_the_placement_is_reported(tmp_path: Path) -> None:
    report, output = Report(), tmp_path / "brick.dae"
    robot = replace(BRICK, pose=Pose((1.23456789, 0.0, 0.0)))
    robotfmt.write(robot, output, report=report, settings=Settings(options={"collada.round": "3"}))
    assert [each.subject for each in report.having("collada.rounded")] == ["place/position"]
    pose = robotfmt.read(output).pose
    assert pose is not None
    assert pose.xyz == (1.235, 0.0, 0.0)


# Losing


def test_a_format_without_placements_reports_the_loss_once(tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(LAMP, tmp_path / "lamp.urdf", report=report)
    (lost,) = report.having(Fate.LOST)
    assert lost.code == "convert.placement-lost"
    assert "(1 2 0.7 m, rpy(0 0 90 deg))" in lost.message
    assert lost.help is not None
    assert f"robotfmt edit {LAMP} --place -o OUTPUT" in lost.help


def test_a_placement_that_an_output_or_the_document_stores_is_not_lost(tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(LAMP, tmp_path / "lamp.urdf", tmp_path / "lamp.dae", report=report)
    robotfmt.convert(LAMP, tmp_path / "lamp.srdf", report=report)
    assert report.having("convert.placement-lost") == []


def test_fail_on_lost_refuses_to_lose_the_placement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "lamp.urdf"
    assert main(["convert", str(LAMP), str(output), "--fail-on", "lost"]) == 1
    assert not output.exists()
    assert main(["convert", str(LAMP), str(output), "--fail-on", "lost", "--allow", "convert.placement-lost"]) == 0
    capsys.readouterr()


# Documents of others


@pytest.mark.slow
@pytest.mark.parametrize("path", PLACED, ids=lambda path: str(path.stem))
def test_documents_of_other_programs_keep_or_report_the_placement(path: Path, tmp_path: Path) -> None:
    done, report = robotfmt.convert(path, tmp_path / "out.dae"), Report()
    assert "place" in placement(done.robot)
    changed = robotfmt.diff(done.robot, robotfmt.read(tmp_path / "out.dae"))
    assert [each for each in changed if each.fact.feature is Feature.PLACEMENT] == []
    robotfmt.convert(path, tmp_path / "out.urdf", report=report)
    assert len(report.having("convert.placement-lost")) == 1


@pytest.mark.parametrize("name", ["arm6/arm6.urdf", "mobile_dual_arm/dual_arm.dae"])
def test_a_robot_far_from_the_origin_is_as_exact_as_one_near_it(name: str, tmp_path: Path) -> None:
    robot = robotfmt.read(FIXTURES / name)
    far = replace(robot, pose=Pose((1e9, 3e8, 1.0), Rpy(0.1, 0.2, 1.1)))
    robotfmt.write(far, tmp_path / "far.dae", keep=True)  # which proves it
    assert robotfmt.diff(far, robotfmt.read(tmp_path / "far.dae")) == []

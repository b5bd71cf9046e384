"""Scenes of COLLADA: several robots in one document, there and back, and what SDF makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES, WORLDS

import robotfmt
from robotfmt import Report, World
from robotfmt.model import Extension, ExtensionKind, Grab, Material
from robotfmt.model.record import replace

FILES = sorted(WORLDS.glob("*.sdf"))
LOST = ("convert.no-place", "collada.joint-type", "collada.base", "collada.no-words")
"""Joints between robots, frames and lights of the world have no place in COLLADA."""


def written(world: World, path: Path) -> tuple[World, Report]:
    """A world as it comes back from a document, and what was reported."""
    report = Report()
    robotfmt.write(world, path, report=report)
    return robotfmt.read_world(path), report


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_a_world_of_sdf_loses_only_reported_facts(path: Path, tmp_path: Path) -> None:
    world = robotfmt.read_world(path)
    back, report = written(world, tmp_path / "out.dae")
    lost = {each.subject for each in report if each.code in LOST}
    assert {each.subject for each in robotfmt.diff(world, back)} == lost
    assert {each.partition("/")[0] for each in lost} <= {"extension", "joint", "frame", "light", "robot"}
    again, _ = written(back, tmp_path / "again.dae")
    assert robotfmt.diff(back, again) == []
    assert (tmp_path / "again.dae").read_bytes() == (tmp_path / "out.dae").read_bytes()
    in_sdf, report = written(back, tmp_path / "out.sdf")
    claimed = {each.subject for each in report if each.fate is not None}
    assert {each.subject for each in robotfmt.diff(back, in_sdf)} <= claimed


@pytest.mark.parametrize("name", ["cell.dae", "holding.dae"])
def test_a_scene_is_the_same_again(name: str, tmp_path: Path) -> None:
    (path,) = FIXTURES.rglob(name)
    world = robotfmt.read_world(path)
    back, report = written(world, tmp_path / "out.dae")
    assert len(world.robots) > 1
    assert robotfmt.diff(world, back) == []
    assert not [each for each in report if each.fate is not None]
    done = robotfmt.convert(path, tmp_path / "converted.zae")
    assert len(done.world.robots) == len(world.robots)


def test_a_grabbed_robot_is_named_as_openrave_does(tmp_path: Path) -> None:
    world = robotfmt.read_world(WORLDS / "two_arms.sdf")
    left, right, bar = world.robots
    held = replace(left.robot, grabs=(Grab(link="tool", body="bar", body_link="bar"),))
    world = replace(world, robots=(replace(left, robot=held), right, bar), joints=(), lights=())
    back, _ = written(world, tmp_path / "out.dae")
    assert back.robots[0].robot.grabs == held.grabs
    assert '<attachment rigid_body="pmodel2_inst/rigid0"/>' in (tmp_path / "out.dae").read_text()


def test_facts_without_words_in_a_scene_come_back_with_the_sidecar(tmp_path: Path) -> None:
    world = robotfmt.read_world(WORLDS / "two_arms.sdf")
    left, *others = world.robots
    kept = Extension(format="urdf", place="/robot", kind=ExtensionKind.ELEMENT, name="x", content="<x/>")
    spare = Material(name="spare", color=(0.1, 0.2, 0.3, 1.0))
    robot = replace(left.robot, extensions=(kept,), materials=(spare,), name="arm")
    changed, report = replace(world, robots=(replace(left, robot=robot), *others)), Report()
    robotfmt.write(changed, tmp_path / "out.dae", report=report)
    assert [each.subject for each in report.having("collada.scene-name")] == ["robot/left/name"]
    back = robotfmt.read_world(tmp_path / "out.dae")
    assert (back.name, back.gravity) == (world.name, world.gravity)
    assert [(each.name, each.robot.name) for each in back.robots][:2] == [("left", "left"), ("right", "right")]
    assert [(each.robot.extensions, each.robot.materials) for each in back.robots] == [((), ())] * 3
    robotfmt.write(changed, tmp_path / "kept.dae", keep=True)
    assert robotfmt.diff(changed, robotfmt.read_world(tmp_path / "kept.dae")) == []

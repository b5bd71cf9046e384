"""SDF of robots with more than SDF has words for: libsdformat and Drake read it without a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from libsdformat import read_with_libsdformat
from pure import has_private_words
from real import FIXTURES

import robotfmt
from robotfmt.model import JointType, Motion, Robot
from robotfmt.model.record import replace


@pytest.fixture
def gripper() -> Robot:
    """A robot with manipulators, pairs, values in the scene, and a jerk limit."""
    robot = robotfmt.read(FIXTURES / "openrave_xml" / "gripper.robot.xml")
    axis = robot.joints[1].axes[0]
    assert axis.hard is not None
    joint = replace(robot.joints[1], axes=(replace(axis, hard=replace(axis.hard, jerk=5.0)),))
    return replace(robot.with_joint(joint), extensions=())


@pytest.fixture
def leg() -> Robot:
    """A robot with a loop that is a row of joints and is open at zero, and with mass in all of its links."""
    robot = robotfmt.read(FIXTURES / "smurf" / "leg.smurf")
    mass = robot.links[0].inertial
    links = tuple(replace(each, inertial=mass, visuals=(), collisions=()) for each in robot.links)
    return replace(robot, links=links, sensors=(), ignored_pairs=(), extensions=())


def test_libsdformat_reads_the_written_document(gripper: Robot, leg: Robot, tmp_path: Path) -> None:
    for name, robot in (("r.sdf", gripper), ("leg.sdf", leg)):
        robotfmt.write(robot, tmp_path / name)
        found, warnings = read_with_libsdformat(tmp_path / name)
        assert found["ok"] and warnings == []
        assert not has_private_words((tmp_path / name).read_bytes())


def test_libsdformat_reads_a_world(tmp_path: Path) -> None:
    robotfmt.convert(FIXTURES / "smurf" / "cell.smurfs", tmp_path / "w.sdf")
    assert not has_private_words((tmp_path / "w.sdf").read_bytes())
    found, warnings = read_with_libsdformat(tmp_path / "w.sdf")
    assert found["ok"] and warnings == []


@pytest.mark.parametrize("name", ["gripper", "row"])
def test_drake_reads_the_written_document(
    name: str, gripper: Robot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    parsing: Any = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plants: Any = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    kind = JointType.CYLINDRICAL
    two = tuple(replace(gripper.joints[1].axes[0], motion=each, coupling=None) for each in Motion)
    row = gripper.with_joint(replace(gripper.joints[1], type=kind, axes=two))
    robotfmt.write(gripper if name == "gripper" else row, tmp_path / "r.sdf")
    assert ("_axis2" in (tmp_path / "r.sdf").read_text()) is (name == "row")
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(tmp_path / "r.sdf"))
    assert not [each for each in caplog.messages if "robotfmt" in each]
    assert plant.num_model_instances() > 2

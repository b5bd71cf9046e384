"""What only robotfmt reads in an SDF: libsdformat and Drake skip it without a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.model import Robot
from robotfmt.model.record import replace

from .libsdformat import read_with_libsdformat


@pytest.fixture
def gripper() -> Robot:
    """A robot with manipulators, pairs, values in the scene, and a jerk limit."""
    robot = robotfmt.read(FIXTURES / "openrave_xml" / "gripper.robot.xml")
    axis = robot.joints[1].axes[0]
    assert axis.hard is not None
    joint = replace(robot.joints[1], axes=(replace(axis, hard=replace(axis.hard, jerk=5.0)),))
    return replace(robot.with_joint(joint), extensions=())


def test_libsdformat_skips_it(gripper: Robot, tmp_path: Path) -> None:
    robotfmt.write(gripper, tmp_path / "r.sdf")
    found, warnings = read_with_libsdformat(tmp_path / "r.sdf")
    assert found["ok"] and warnings == []


def test_drake_skips_it(gripper: Robot, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    parsing: Any = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plants: Any = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    robotfmt.write(gripper, tmp_path / "r.sdf")
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(tmp_path / "r.sdf"))
    assert not [each for each in caplog.messages if "robotfmt:" in each]

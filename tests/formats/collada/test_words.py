"""What is written has no words of robotfmt's own; the sidecar makes the way back lossless."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from featured import FEATURED, PLAIN
from pure import has_private_words
from real import fixtures

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.formats import Feature
from robotfmt.kinematics.tree import base_of
from robotfmt.model import Base, ElectricMotor, Sensor
from robotfmt.model.record import replace

PRODUCER = "<authoring_tool>robotfmt</authoring_tool>"
TEXTS = re.compile("<!--.*?-->|<contributor>.*?</contributor>", re.DOTALL)


@pytest.mark.parametrize("path", sorted(fixtures(".dae", ".urdf", ".body", ".sdf")), ids=lambda it: it.name)
def test_only_words_of_collada_and_openrave_are_written(path: Path, tmp_path: Path) -> None:
    world = robotfmt.read_world(path)
    robotfmt.write(world, tmp_path / "r.dae", keep=True)
    text = (tmp_path / "r.dae").read_text()
    assert PRODUCER in text
    assert not has_private_words(TEXTS.sub("", text).encode())
    assert not robotfmt.diff(world, robotfmt.read_world(tmp_path / "r.dae"))


@pytest.mark.parametrize("feature", [*FEATURED], ids=[each.name for each in FEATURED])
def test_every_feature_comes_back_with_the_sidecar(feature: Feature, tmp_path: Path) -> None:
    robot = FEATURED[feature]
    robotfmt.write(robot, tmp_path / "r.dae", keep=True)
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "r.dae"))


@pytest.mark.parametrize(("base", "static"), [(Base.FIXED, True), (Base.FLOATING, None), (None, None)])
def test_a_fixed_base_is_a_root_that_is_not_dynamic(base: Base | None, static: bool | None, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(replace(PLAIN, base=base), tmp_path / "r.dae", report=report)
    back = robotfmt.read(tmp_path / "r.dae")
    assert (back.links[0].static, base_of(back)) == (static, Base.FIXED if static else None)
    assert bool(report.having("collada.no-words")) is (base is Base.FLOATING)


def test_the_effort_limit_comes_from_the_motor(tmp_path: Path) -> None:
    motor = ElectricMotor(gear_ratio=10.0, max_instantaneous_torque=0.5, stall_torque=1.0)
    (driven,) = FEATURED[Feature.ACTUATORS].actuators
    report = Report()
    robot = replace(PLAIN, actuators=(replace(driven, motor=motor, command=None),))
    robotfmt.write(robot, tmp_path / "r.dae", report=report)
    assert [each.subject for each in report.having("collada.effort")] == ["joint/hinge/effort"]
    hard = robotfmt.read(tmp_path / "r.dae").joint("hinge").axes[0].hard
    assert hard is not None
    assert hard.effort == 5.0


def test_sensors_of_one_name_are_numbered(tmp_path: Path) -> None:
    sensor, report = Sensor(name="s", type="x", link="hand"), Report()
    robotfmt.write(replace(PLAIN, sensors=(sensor, sensor)), tmp_path / "r.dae", report=report)
    assert [each.name for each in robotfmt.read(tmp_path / "r.dae").sensors] == ["s", "s_2"]
    assert report.having("collada.renamed")

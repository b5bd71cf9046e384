"""Actuators of joints, which stay as they are in MJCF, are actuators and transmissions in other formats."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import Command
from robotfmt.model.record import replace

DRIVEN = """
<mujoco model="arm"><default><default class="geared"><general gear="20"/></default></default><worldbody>
  <body name="base"><geom size=".1"/>
    <body name="one"><joint name="a"/><geom size=".1"/>
      <body name="two"><joint name="b"/><geom size=".1"/>
        <body name="three"><joint name="c"/><joint name="d" type="slide"/><geom size=".1"/></body></body></body></body>
  </worldbody>
  <actuator>
    <motor name="lift" joint="a" gear="-50" ctrlrange="-2 2"/>
    <position joint="b" kp="40" kv="3"/>
    <general name="servo" class="geared" joint="c" gainprm="10" biastype="affine" biasprm="0 0 -10"/>
    <muscle joint="d"/>
    <general name="dual" joint="a" biastype="affine" biasprm="0 -5"/>
  </actuator></mujoco>
"""


def test_actuators_have_their_gears_and_commands(tmp_path: Path) -> None:
    found = robotfmt.read(put(tmp_path)).actuators
    ratios = {each.name: each.motor.gear_ratio for each in found if each.motor is not None}
    assert [(each.name, each.joint, each.command) for each in found] == [
        ("lift", "a", Command.EFFORT),
        ("b", "b", Command.POSITION),
        ("servo", "c", Command.VELOCITY),
        ("d", "d", None),
        ("dual", "a", Command.POSITION),
    ]
    assert ratios == {"lift": 50, "servo": 20}


def test_actuators_stay_as_they_are_in_mjcf(tmp_path: Path) -> None:
    source = put(tmp_path)
    for path, out in ((source, tmp_path / "one.xml"), (tmp_path / "one.xml", tmp_path / "two.xml")):
        robotfmt.convert(path, out)
    assert (tmp_path / "one.xml").read_bytes() == (tmp_path / "two.xml").read_bytes()
    root = ElementTree.parse(tmp_path / "one.xml").getroot()
    assert root.find("custom") is None
    assert [(each.tag, each.get("kp")) for each in root.iterfind("actuator/*")][:2] == [
        ("motor", None),
        ("position", "40"),
    ]


def test_actuators_are_transmissions_of_a_urdf(tmp_path: Path) -> None:
    robotfmt.convert(put(tmp_path), tmp_path / "arm.urdf")
    root = ElementTree.parse(tmp_path / "arm.urdf").getroot()
    found = {
        each.get("name"): (
            each.findtext("joint/hardwareInterface"),
            each.findtext("actuator/mechanicalReduction"),
        )
        for each in root.iterfind("transmission")
    }
    assert found["lift_transmission"] == ("hardware_interface/EffortJointInterface", "50")
    assert found["b_transmission"] == ("hardware_interface/PositionJointInterface", None)
    named = robotfmt.read(tmp_path / "arm.urdf").all_actuators
    assert {each.joint: each.command for each in named}["c"] is Command.VELOCITY
    robotfmt.convert(tmp_path / "arm.urdf", tmp_path / "bare.dae")
    lift, *_ = robotfmt.read(tmp_path / "bare.dae").actuators
    assert (lift.joint, lift.command) == ("a", None)  # COLLADA has no words for the command
    robotfmt.convert(tmp_path / "arm.urdf", tmp_path / "arm.dae", keep=True)
    robotfmt.convert(tmp_path / "arm.dae", tmp_path / "back.urdf")
    back = {each.joint: each.command for each in robotfmt.read(tmp_path / "back.urdf").all_actuators}
    assert back == {each.joint: each.command for each in named}


def test_one_that_was_changed_leaves_the_document(tmp_path: Path) -> None:
    robot = robotfmt.read(put(tmp_path))
    changed = replace(robot.actuators[0], command=None)
    robot = replace(robot, actuators=(changed, *robot.actuators[1:]))
    report = Report()
    robotfmt.write(robot, tmp_path / "out.xml", report=report, keep=True)
    assert {each.subject for each in report.having(Fate.STORED)} >= {"actuator/lift/type", "actuator/lift/motor"}
    left, there = (
        [each.get("name") for each in ElementTree.parse(tmp_path / name).iterfind("actuator/*")]
        for name in ("out.xml", "arm.xml")
    )
    assert left == [each for each in there if each != "lift"]
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "out.xml"))


def put(folder: Path) -> Path:
    (folder / "arm.xml").write_text(DRIVEN, encoding="utf-8")
    return folder / "arm.xml"


@pytest.mark.parametrize("kind", ["none", "motor", "position"])
def test_a_new_drive_replaces_the_motor_that_is_called_as_its_joint(kind: str, tmp_path: Path) -> None:
    """Robots of OpenRAVE often name a motor as its joint; MJCF has no words for the motor itself."""
    robot = robotfmt.read(FIXTURES / "mobile_dual_arm" / "dual_arm.dae")
    (motor,) = robot.actuators
    robot = replace(robot, actuators=(replace(motor, name=motor.joint or ""),))
    report = Report()
    robotfmt.write(robot, tmp_path / "r.xml", report=report, settings=Settings(options={"mjcf.actuators": kind}))
    drives = ElementTree.parse(tmp_path / "r.xml").getroot().findall("actuator/*")
    named = [(each.tag, each.get("joint")) for each in drives if each.get("name") == motor.joint]
    assert named == ([(kind, motor.joint)] if kind != "none" else [])
    assert any(f"actuator '{motor.joint}'" in each.message and each.fate is Fate.LOST for each in report)

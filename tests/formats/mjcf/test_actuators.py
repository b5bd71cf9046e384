"""Actuators of joints, which stay as they are in MJCF, are actuators and transmissions in other formats."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import Actuator, Command, ElectricMotor, Limits, Parameter
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


SERVO = """<mujoco model="arm"><compiler angle="radian"/><worldbody><body name="a"><geom type="box" size=".1 .1 .1"/>
<body name="b" pos="0 0 1"><joint name="j" range="-1 1"/><joint name="k" axis="1 0 0" range="-1 1"/>
<geom type="box" size=".1 .1 .1"/></body></body></worldbody><actuator>{}</actuator></mujoco>"""


@pytest.mark.parametrize(
    ("element", "gains"),
    [
        ('<position name="s" joint="j" kp="50" kv="3"/>', {"kp": 50.0, "kv": 3.0}),
        ('<position name="s" joint="j"/>', {"kp": 1.0}),
        ('<position name="s" joint="j" kp="50" dampratio="1"/>', {"kp": 50.0}),
        ('<velocity name="s" joint="j" kv="2"/>', {"kv": 2.0}),
        ('<general name="s" joint="j" biastype="affine" gainprm="9" biasprm="0 -9 -2"/>', {"kp": 9.0, "kv": 2.0}),
        ('<general name="s" joint="j" biastype="affine" gainprm="5" biasprm="0 -9 -2"/>', {}),
        ('<motor name="s" joint="j" gear="5"/>', {}),
    ],
)
def test_gains_are_read(tmp_path: Path, element: str, gains: dict[str, float]) -> None:
    (tmp_path / "arm.xml").write_text(SERVO.format(element))
    (servo,) = robotfmt.read(tmp_path / "arm.xml").actuators
    assert {each.name: each.values[0] for each in servo.parameters} == gains


def test_actuators_of_another_format_drive_in_mujoco(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    limits = Limits(lower=-1.0, upper=1.0, effort=12.0)
    (tmp_path / "arm.xml").write_text(SERVO.format(""))
    plain = robotfmt.read(tmp_path / "arm.xml")
    joints = tuple(
        replace(each, axes=tuple(replace(it, hard=limits) for it in each.axes)) if each.axes else each
        for each in plain.joints
    )
    gains = tuple(Parameter(name=name, values=(value,)) for name, value in (("kp", 32.0), ("kv", 2.0)))
    servo = Actuator(
        name="servo",
        joint="j",
        type="electric_motor",
        command=Command.POSITION,
        motor=ElectricMotor(gear_ratio=4.0),
        parameters=gains,
    )
    torque = Actuator(name="torque", joint="k", command=Command.EFFORT, model="EC-90")
    unknown = Actuator(name="unknown", joint="k", command=Command.POSITION)
    report = Report()
    robot = replace(plain, joints=joints, actuators=(servo, torque, unknown), extensions=(), layouts=())
    robotfmt.write(robot, tmp_path / "made.xml", report=report)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "made.xml"))
    assert [model.actuator(each).name for each in range(model.nu)] == ["servo", "torque"]
    assert model.actuator("servo").gainprm[0] == 32.0
    assert model.actuator("servo").biasprm[:3].tolist() == [0.0, -32.0, -2.0]
    assert model.actuator("servo").gear[0] == 4.0
    assert model.actuator("servo").forcerange.tolist() == [-3.0, 3.0]
    assert model.actuator("torque").ctrlrange.tolist() == [-12.0, 12.0]
    lost = [each.message for each in report if each.fate is Fate.LOST]
    assert any("actuator 'unknown'" in each for each in lost)
    back = robotfmt.read(tmp_path / "made.xml")
    assert [each.name for each in back.actuators] == ["servo", "torque"]
    assert back.actuators[0] == servo

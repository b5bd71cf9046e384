"""Actuators that transmissions name become OpenRAVE's, and actuators of OpenRAVE become transmissions."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.compare.motion import compare_robots
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import (
    Actuator,
    ActuatorEnd,
    Axis,
    Controller,
    ElectricMotor,
    Joint,
    JointEnd,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Robot,
    Transmission,
)
from robotfmt.model.record import replace
from robotfmt_collada.adapting.drives import with_actuators

LIMITS = Limits(lower=-1.0, upper=1.0, velocity=2.0, effort=100.0)
SIMPLE = "transmission_interface/SimpleTransmission"


def joint(name: str, parent: str, child: str, **axis: object) -> Joint:
    axes = (Axis(direction=(0.0, 0.0, 1.0), hard=LIMITS, **axis),)  # type: ignore[arg-type]
    return Joint(name=name, type=JointType.REVOLUTE, parent=parent, child=child, axes=axes)


ROBOT = Robot(
    name="r",
    links=tuple(Link(name=name) for name in ("base", "upper", "lower", "hand", "finger")),
    joints=(
        joint("shoulder", "base", "upper"),
        joint("elbow", "upper", "lower"),
        joint("wrist", "lower", "hand"),
        joint("grip", "hand", "finger", coupling=LinearCoupling(joint="wrist")),
    ),
)


def geared(name: str, joint: str | None, ratio: float | None = None) -> Actuator:
    plain = Actuator(name=name, joint=joint)
    if ratio is None:
        return plain
    return replace(plain, type="electric_motor", motor=ElectricMotor(gear_ratio=ratio))


def drive(name: str, joints: tuple[str, ...], *ends: ActuatorEnd, reduction: float | None = None) -> Transmission:
    driven = tuple(JointEnd(name=each) for each in joints)
    return Transmission(name=name, type=SIMPLE, joints=driven, actuators=ends, reduction=reduction)


SHOULDER = drive("t1", ("shoulder",), ActuatorEnd(name="m1", reduction=-50.0))
TWO = drive("t2", ("elbow",), ActuatorEnd(name="left", reduction=3.0), ActuatorEnd(name="right"))
DIFFERENTIAL = drive("t3", ("elbow", "wrist"), ActuatorEnd(name="a"), ActuatorEnd(name="b", reduction=2.0))


@pytest.mark.parametrize(
    ("transmission", "found"),
    [
        (SHOULDER, (geared("m1", "shoulder", 50.0),)),
        (TWO, (geared("left", "elbow", 3.0), geared("right", "elbow"))),
        (DIFFERENTIAL, (geared("a", None), geared("b", None, 2.0))),
        (drive("pr2", ("wrist",), ActuatorEnd(name="m"), reduction=79.5), (geared("m", "wrist", 79.5),)),
        (drive("none", (), ActuatorEnd(name="m", reduction=0.0)), (geared("m", None),)),
        (drive("nobody", ("wrist",)), ()),
        (
            replace(SHOULDER, joints=(JointEnd(name="shoulder", reduction=0.5),)),
            (geared("m1", "shoulder", 25.0),),
        ),
    ],
)
def test_actuators_of_a_transmission(transmission: Transmission, found: tuple[Actuator, ...]) -> None:
    assert transmission.drives() == found
    assert replace(ROBOT, transmissions=(transmission,)).all_actuators == found


def test_all_actuators_of_a_robot() -> None:
    known = Actuator(name="servo", joint="shoulder", type="electric_motor")
    hardware = Controller(name="hardware", transmissions=(TWO, drive("t", ("wrist",), ActuatorEnd(name="w"))))
    robot = replace(ROBOT, actuators=(known,), transmissions=(SHOULDER, TWO), controllers=(hardware,))
    # The shoulder has an actuator; the elbow's stand in the document twice, and are there once.
    assert [(each.name, each.joint) for each in robot.all_actuators] == [
        ("servo", "shoulder"),
        ("left", "elbow"),
        ("right", "elbow"),
        ("w", "wrist"),
    ]
    assert ROBOT.all_actuators == ()


def test_openrave_gets_one_actuator_for_each_driven_joint() -> None:
    follower = drive("t4", ("grip",), ActuatorEnd(name="m4"))
    unknown = drive("t5", ("nothing",), ActuatorEnd(name="m5"))
    again = drive("t6", ("wrist",), ActuatorEnd(name="m1"))
    robot = replace(ROBOT, transmissions=(SHOULDER, DIFFERENTIAL, follower, unknown, again))
    assert with_actuators(robot).actuators == (
        geared("m1", "shoulder", 50.0),
        geared("m1_2", "wrist"),
    )
    assert with_actuators(with_actuators(robot)) == with_actuators(robot)
    assert with_actuators(ROBOT) is ROBOT


def test_from_urdf_to_openrave_and_back(tmp_path: Path) -> None:
    robot = replace(ROBOT, transmissions=(SHOULDER, TWO, DIFFERENTIAL))
    robotfmt.write(robot, tmp_path / "r.urdf")
    there = robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.dae", keep=True)
    assert [each.subject for each in there.report.having("collada.actuator")] == ["actuator/m1", "actuator/left"]
    (tmp_path / "alone.dae").write_bytes((tmp_path / "r.dae").read_bytes())
    alone = robotfmt.read(tmp_path / "alone.dae")
    assert alone.actuators == (geared("m1", "shoulder", 50.0), geared("left", "elbow", 3.0))
    assert [each.axes[0].hard for each in alone.joints] == [*[LIMITS] * 3, replace(LIMITS, effort=None)]
    dae = robotfmt.read(tmp_path / "r.dae")
    assert dae.transmissions == robot.transmissions
    back = robotfmt.convert(tmp_path / "r.dae", tmp_path / "back.urdf")
    assert not back.report.having(Fate.LOST)
    assert robotfmt.read(tmp_path / "back.urdf").transmissions == robot.transmissions
    robotfmt.convert(tmp_path / "back.urdf", tmp_path / "again.dae")
    assert (tmp_path / "again.dae").read_bytes() == (tmp_path / "r.dae").read_bytes()
    assert compare_robots(robotfmt.read(tmp_path / "r.urdf"), dae).differences == ()
    faster = replace(SHOULDER, actuators=(ActuatorEnd(name="m1", reduction=-60.0),))
    (found,) = compare_robots(robot, replace(robot, transmissions=(faster, TWO, DIFFERENTIAL))).differences
    assert found.subject == "transmission/t1/actuator/m1/reduction"


def test_one_name_for_two_motors_comes_back(tmp_path: Path) -> None:
    other = drive("other", ("wrist",), ActuatorEnd(name="m1", reduction=2.0))
    robot = replace(ROBOT, transmissions=(SHOULDER, other))
    robotfmt.write(robot, tmp_path / "r.dae", keep=True)
    assert b'name="m1_2"' in (tmp_path / "r.dae").read_bytes()
    back = robotfmt.convert(tmp_path / "r.dae", tmp_path / "r.urdf")
    assert not [each for each in back.report.having(Fate.LOST) if each.subject.startswith("actuator")]
    assert robotfmt.read(tmp_path / "r.urdf").transmissions == robot.transmissions


def test_from_openrave_to_urdf_and_back(tmp_path: Path) -> None:
    motor = ElectricMotor(gear_ratio=79.5, stall_torque=0.3, rotor_inertia=2e-6)
    actuators = (
        Actuator(name="upper", joint="shoulder", type="electric_motor", motor=motor),
        Actuator(name="lower", joint="elbow", type="electric_motor", motor=ElectricMotor(gear_ratio=2.0)),
        Actuator(name="spare", joint=None),
    )
    report = Report()
    robotfmt.write(replace(ROBOT, actuators=actuators), tmp_path / "r.dae", keep=True)
    robotfmt.convert(tmp_path / "r.dae", tmp_path / "r.urdf", report=report)
    assert '<transmission name="upper_transmission">' in (tmp_path / "r.urdf").read_text("utf-8")
    transmissions = (
        drive("upper_transmission", ("shoulder",), ActuatorEnd(name="upper", reduction=79.5)),
        drive("lower_transmission", ("elbow",), ActuatorEnd(name="lower", reduction=2.0)),
    )
    assert robotfmt.read(tmp_path / "r.urdf").transmissions == transmissions
    assert [each.subject for each in report.having("urdf.actuator")] == [
        *("actuator/lower", "transmission/upper_transmission", "transmission/lower_transmission"),
    ]
    assert [each.subject for each in report.having(Fate.LOST)] == [
        *("actuator/upper/motor/stall_torque", "actuator/upper/motor/rotor_inertia", "actuator/spare"),
    ]
    robotfmt.convert(tmp_path / "r.urdf", tmp_path / "back.dae")
    back = robotfmt.read(tmp_path / "back.dae")
    assert [(each.name, each.joint, each.motor) for each in back.actuators] == [
        ("upper", "shoulder", ElectricMotor(gear_ratio=79.5)),
        ("lower", "elbow", ElectricMotor(gear_ratio=2.0)),
    ]
    assert back.transmissions == ()


def test_a_place_in_the_order_is_no_actuator(tmp_path: Path) -> None:
    robotfmt.write(ROBOT, tmp_path / "r.dae")
    assert (tmp_path / "r.dae").read_text("utf-8").count("attach_actuator") == 3
    robotfmt.convert(tmp_path / "r.dae", tmp_path / "r.urdf")
    assert robotfmt.read(tmp_path / "r.urdf").transmissions == ()

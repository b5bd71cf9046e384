"""Parts that an SDF has at other places, or in another order, than the source."""

from __future__ import annotations

from pathlib import Path

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import (
    Axis,
    Imu,
    Joint,
    JointType,
    Link,
    Motion,
    Robot,
    RobotSimulation,
    Sensor,
)

LINKS = tuple(Link(name=each) for each in ("body", "arm", "hand"))


def joint(name: str, kind: JointType, parent: str, child: str, *axes: Axis) -> Joint:
    return Joint(name=name, type=kind, parent=parent, child=child, axes=axes)


HINGE = joint("hinge", JointType.CONTINUOUS, "body", "arm", Axis(direction=(0.0, 0.0, 1.0)))


def test_sensors_of_one_name_on_two_links_are_numbered(tmp_path: Path) -> None:
    sensors = tuple(Sensor(name="imu", link=each, data=Imu()) for each in ("arm", "body"))
    path, report = tmp_path / "r.sdf", Report()
    robotfmt.write(Robot(name="r", links=LINKS[:2], joints=(HINGE,), sensors=sensors), path, report=report)
    assert report.having("sdf.renamed-sensor")
    assert {each.name: each.link for each in robotfmt.read(path).sensors} == {"imu": "arm", "imu_2": "body"}


def test_sensors_of_one_name_stay_in_an_sdf(tmp_path: Path) -> None:
    sensor = '<sensor name="imu" type="imu"/>'
    links = "".join(f'<link name="{each}">{sensor}</link>' for each in ("a", "b"))
    (tmp_path / "r.sdf").write_text(f'<sdf version="1.9"><model name="r">{links}</model></sdf>', encoding="utf-8")
    robotfmt.convert(tmp_path / "r.sdf", tmp_path / "again.sdf")
    assert [each.name for each in robotfmt.read(tmp_path / "again.sdf").sensors] == ["imu", "imu"]


def test_nothing_floats_in_a_static_robot(tmp_path: Path) -> None:
    floating = joint("slider", JointType.FLOATING, "arm", "hand")
    still = Robot(name="r", links=LINKS, joints=(HINGE, floating), simulation=RobotSimulation(static=True))
    report = Report()
    robotfmt.write(still, tmp_path / "r.sdf", report=report)
    assert any(each.subject == "joint/slider/type" for each in report.having("sdf.not-held"))


def test_a_second_axis_has_no_pitch(tmp_path: Path) -> None:
    axes = (Axis(direction=(1.0, 0.0, 0.0)), Axis(motion=Motion.TURN, direction=(0.0, 1.0, 0.0), pitch=0.5))
    robot = Robot(name="r", links=LINKS[:2], joints=(joint("j", JointType.UNIVERSAL, "body", "arm", *axes),))
    report = Report()
    robotfmt.write(robot, tmp_path / "r.sdf", report=report)
    assert report.having("sdf.not-held")

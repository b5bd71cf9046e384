"""Sensors of MJCF at one site that are one sensor elsewhere: a measuring unit, a force and torque sensor."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import ForceTorque, Imu, Link, Pose, Robot, Sensor
from robotfmt.model.record import replace

SENSED = """<mujoco><worldbody><body name="base"><geom size=".1"/><site name="chip" pos="0 0 .1"/>
  <body name="hand"><joint name="wrist"/><geom size=".1"/><site name="hand" pos=".1 0 0"/></body></body></worldbody>
  <sensor><gyro name="g" site="chip" noise=".1"/><force name="f" site="hand"/><accelerometer site="chip"/>
    <torque name="t" site="hand"/><gyro name="alone" site="hand"/></sensor></mujoco>"""


def test_two_sensors_at_a_site_become_one_sensor(tmp_path: Path) -> None:
    (tmp_path / "sensed.xml").write_text(SENSED, encoding="utf-8")
    robot = robotfmt.read(tmp_path / "sensed.xml")
    unit, force = robot.sensors
    assert (unit.name, unit.link, unit.joint, unit.data) == ("chip_imu", "base", None, Imu())
    assert unit.pose is not None and unit.pose.xyz == (0, 0, 0.1)
    assert (force.name, force.link, force.joint) == ("hand_site_force_torque", None, "wrist")
    assert isinstance(force.data, ForceTorque) and force.data.measure_direction == "parent_to_child"
    robotfmt.convert(tmp_path / "sensed.xml", tmp_path / "sensed.sdf")
    made = ElementTree.parse(tmp_path / "sensed.sdf").iter("sensor")
    assert [(each.get("name"), each.get("type")) for each in made] == [
        ("chip_imu", "imu"),
        ("hand_site_force_torque", "force_torque"),
    ]


def test_elements_of_measuring_units_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "sensed.xml").write_text(SENSED, encoding="utf-8")
    robotfmt.convert(tmp_path / "sensed.xml", tmp_path / "again.xml")
    root = ElementTree.parse(tmp_path / "again.xml").getroot()
    assert [each.tag for each in root.iterfind("sensor/*")] == [
        "gyro",
        "force",
        "accelerometer",
        "torque",
        "gyro",
    ]
    assert root.find("custom") is None


def test_the_update_rate_of_a_measuring_unit_is_lost_or_stored(tmp_path: Path) -> None:
    (tmp_path / "sensed.xml").write_text(SENSED, encoding="utf-8")
    robot = robotfmt.read(tmp_path / "sensed.xml")
    unit, force = robot.sensors
    report = Report()
    changed = replace(robot, sensors=(replace(unit, update_rate=50.0), force))
    robotfmt.write(changed, tmp_path / "again.xml", report=report)
    assert [each.subject for each in report.having(Fate.LOST)] == ["sensor/chip_imu/update_rate"]
    assert elements(tmp_path / "again.xml") == elements(tmp_path / "sensed.xml")
    robotfmt.write(changed, tmp_path / "again.xml", keep=True, overwrite=True)
    again = {each.name: each.update_rate for each in robotfmt.read(tmp_path / "again.xml").sensors}
    assert again == {"chip_imu": 50, "hand_site_force_torque": None}


def test_a_unit_that_was_moved_has_a_site_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "sensed.xml").write_text(SENSED, encoding="utf-8")
    robot = robotfmt.read(tmp_path / "sensed.xml")
    unit, force = robot.sensors
    moved = replace(robot, sensors=(replace(unit, name="imu", pose=Pose((0.0, 0.0, 0.5))), force))
    robotfmt.write(moved, tmp_path / "again.xml")
    found = {each.name: each.pose and each.pose.xyz for each in robotfmt.read(tmp_path / "again.xml").sensors}
    assert found == {"imu": (0, 0, 0.5), "hand_site_force_torque": (0.1, 0, 0)}
    assert sorted(elements(tmp_path / "again.xml")) == [
        ("accelerometer", "imu_site"),
        ("force", "hand"),
        ("gyro", "hand"),
        ("gyro", "imu_site"),
        ("torque", "hand"),
    ]


def elements(path: Path) -> list[tuple[str, str | None]]:
    return [(each.tag, each.get("site")) for each in ElementTree.parse(path).getroot().iterfind("sensor/*")]


GAZEBO = """<sdf version="1.9"><model name="arm"><link name="base"/><link name="arm">
    <inertial><mass>1</mass><inertia><ixx>.01</ixx><iyy>.01</iyy><izz>.01</izz></inertia></inertial>
    <sensor name="imu" type="imu"><pose>.1 0 0 0 .5 0</pose><update_rate>50</update_rate></sensor></link>
  <joint name="turn" type="revolute"><parent>base</parent><child>arm</child>
    <axis><xyz>0 0 1</xyz>
      <limit><lower>-1</lower><upper>1</upper><effort>3</effort><velocity>2</velocity></limit></axis>
    <sensor name="wrench" type="force_torque"><force_torque><frame>child</frame>
      <measure_direction>child_to_parent</measure_direction></force_torque></sensor></joint></model></sdf>"""


def test_units_of_other_formats_are_sensors_at_a_site(tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(GAZEBO, encoding="utf-8")
    report = Report()
    robotfmt.convert(tmp_path / "arm.sdf", tmp_path / "arm.xml", report=report, allow=["mjcf.massless"])
    assert {each.message.split(":")[0] for each in report.having("mjcf.reversed-force")} == {"sensor 'wrench'"}
    root = ElementTree.parse(tmp_path / "arm.xml").getroot()
    assert [(each.tag, each.get("site")) for each in root.iterfind("sensor/*")] == [
        ("gyro", "imu_site"),
        ("accelerometer", "imu_site"),
        ("force", "wrench_site"),
        ("torque", "wrench_site"),
    ]
    assert "sensor/imu/update_rate" in {each.subject for each in report.having(Fate.LOST)}
    assert "sensor/wrench/data/measure_direction" in {each.subject for each in report.having("mjcf.unit")}
    after = robotfmt.read(tmp_path / "arm.xml")
    assert [(each.name, each.link, each.joint) for each in after.sensors] == [
        ("imu", "arm", None),
        ("wrench", None, "turn"),
    ]
    assert [each.name for each in after.frames] == ["imu_site", "wrench_site"]


def test_units_of_other_formats_come_back_with_a_sidecar(tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(GAZEBO, encoding="utf-8")
    robotfmt.convert(tmp_path / "arm.sdf", tmp_path / "arm.xml", keep=True)
    assert robotfmt.diff(robotfmt.read(tmp_path / "arm.sdf"), robotfmt.read(tmp_path / "arm.xml")) == []


def test_a_unit_follows_its_site(tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(GAZEBO, encoding="utf-8")
    robotfmt.convert(tmp_path / "arm.sdf", tmp_path / "arm.xml")
    text = (tmp_path / "arm.xml").read_text(encoding="utf-8")
    (tmp_path / "arm.xml").write_text(text.replace('name="imu_site" pos="0.1 0 0"', 'name="imu_site" pos="0.3 0 0"'))
    unit = robotfmt.read(tmp_path / "arm.xml").sensors[0]
    assert unit.pose is not None and unit.pose.xyz == (0.3, 0, 0)
    (tmp_path / "arm.xml").write_text(text.replace('<gyro name="imu_gyro" site="imu_site"/>', ""))
    robot = robotfmt.read(tmp_path / "arm.xml")
    assert [each.name for each in robot.sensors] == ["wrench"]


DRIVEN = """<mujoco><compiler angle="radian"/><default><motor gear="5"/></default><worldbody><body name="a">
  <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{0}</body></worldbody><actuator>
  <motor joint="j1" ctrlrange="-2 2"/><motor joint="j2" gear="-3" forcerange="-4 4"/>
  <motor joint="j3" ctrlrange="-1 2"/>
  <motor joint="j4" ctrlrange="-1 1"/><motor joint="j4" ctrlrange="-1 1"/><motor joint="j5" forcerange="-8 8"/>
</actuator></mujoco>"""
BODY = '<body name="b{0}"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><joint name="j{0}"{1}/></body>'


def test_a_joint_has_the_effort_limit_of_its_only_actuator(tmp_path: Path) -> None:
    bodies = "".join(BODY.format(number, "") for number in range(1, 5))
    bodies += BODY.format(5, ' actuatorfrcrange="-40 40"')
    (tmp_path / "driven.xml").write_text(DRIVEN.format(bodies), encoding="utf-8")
    report = Report()
    robot = robotfmt.read(tmp_path / "driven.xml", report=report)
    assert [each.limits.effort for each in robot.joints] == [10, 12, None, None, 40]
    assert len(report.having("mjcf.actuator-effort")) == 2
    robotfmt.convert(tmp_path / "driven.xml", tmp_path / "again.xml", report=Report())
    assert (tmp_path / "again.xml").read_text(encoding="utf-8").count("actuatorfrcrange") == 1


def test_sensors_of_one_name_are_numbered(tmp_path: Path) -> None:
    imu = Sensor(name="head", link="base", update_rate=100.0, data=Imu())
    robot = Robot(name="r", links=(Link(name="base"),), sensors=(replace(imu, update_rate=None), imu))
    path, report = tmp_path / "r.xml", Report()
    robotfmt.write(robot, path, report=report)
    assert [each.data for each in robotfmt.read(path).sensors] == [Imu(), Imu()]
    assert report.having("mjcf.renamed-part")

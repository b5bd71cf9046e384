"""Sensors of MJCF at one site that are one sensor elsewhere: a measuring unit, a force and torque sensor."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import robotfmt
from robotfmt.model import ForceTorque, Imu
from robotfmt.model.record import replace

SENSED = """<mujoco><worldbody><body name="base"><geom size=".1"/><site name="chip" pos="0 0 .1"/>
  <body name="hand"><joint name="wrist"/><geom size=".1"/><site name="hand" pos=".1 0 0"/></body></body></worldbody>
  <sensor><gyro name="g" site="chip" noise=".1"/><force name="f" site="hand"/><accelerometer site="chip"/>
    <torque name="t" site="hand"/><gyro name="alone" site="hand"/></sensor></mujoco>"""


def test_two_sensors_at_a_site_are_one(tmp_path: Path) -> None:
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


def test_the_elements_stay_as_they_are(tmp_path: Path) -> None:
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


def test_a_unit_that_was_changed_is_a_record(tmp_path: Path) -> None:
    (tmp_path / "sensed.xml").write_text(SENSED, encoding="utf-8")
    robot = robotfmt.read(tmp_path / "sensed.xml")
    unit, force = robot.sensors
    robotfmt.write(replace(robot, sensors=(replace(unit, update_rate=50.0), force)), tmp_path / "again.xml")
    again = {each.name: each.update_rate for each in robotfmt.read(tmp_path / "again.xml").sensors}
    assert again == {"chip_imu": 50, "hand_site_force_torque": None}

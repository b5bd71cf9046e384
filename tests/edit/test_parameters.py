"""Names in the free parameters of drivers, of components of hardware and of sensors."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.model import Component, Robot

GRIPPER = """<robot name="g">
  <link name="base"/><link name="lf"/><link name="rf"/><link name="tool"/>
  <joint name="l" type="continuous"><parent link="base"/><child link="lf"/></joint>
  <joint name="r" type="continuous"><parent link="base"/><child link="rf"/><mimic joint="l"/></joint>
  <joint name="mount" type="fixed"><parent link="lf"/><child link="tool"/></joint>
  <ros2_control name="driver" type="system">
    <hardware>
      <plugin>x/Y</plugin>
      <param name="joint_name">l</param>
      <param name="chainTip">lf</param>
      <param name="joints">[l, r]</param>
      <param name="calibrates">l</param>
      <param name="port">lift</param>
    </hardware>
    <joint name="l"><state_interface name="position"><param name="sensor_frame">lf</param></state_interface></joint>
    <joint name="r"><param name="mimic">l</param></joint>
    <sensor name="s"><param name="frame_id">tool</param></sensor>
    <gpio name="io"><command_interface name="on"><param name="link">rf</param></command_interface></gpio>
  </ros2_control>
</robot>"""


@pytest.fixture
def gripper(tmp_path: Path) -> Robot:
    path = tmp_path / "gripper.urdf"
    path.write_text(GRIPPER)
    return robotfmt.read(path)


def texts(robot: Robot) -> dict[str, object]:
    """The values of all parameters of the driver, by their names."""
    (driver,) = robot.controllers
    components: tuple[Component, ...] = (*driver.joints, *driver.sensors, *driver.gpios)
    rows = [driver.parameters, *(each.parameters for each in components)]
    rows += [each.parameters for it in components for each in (*it.commands, *it.states)]
    return {each.name: each.values for row in rows for each in row}


def test_parameters_follow_new_names(gripper: Robot) -> None:
    report = Report()
    expected = {
        "joint_name": "a_l",
        "chainTip": "a_lf",
        "joints": "[a_l, a_r]",
        "calibrates": "l",
        "port": "lift",
        "sensor_frame": "a_lf",
        "mimic": "a_l",
        "frame_id": "a_tool",
        "link": "a_rf",
    }
    assert texts(edit.prefix(gripper, "a_", report=report)) == expected
    (found,) = report.having("edit.may-still-refer")
    assert found.message == "parameter 'calibrates' may still refer to 'l'"
    assert found.line == 12


def test_parameters_follow_a_new_name_of_a_joint_and_of_an_attached_robot(gripper: Robot) -> None:
    renamed = texts(edit.rename(gripper, joints={"l": "left"}))
    assert (renamed["joint_name"], renamed["mimic"], renamed["joints"]) == ("left", "left", "[left, r]")
    both = edit.attach(Robot(name="b", links=(robotfmt.model.Link(name="world"),)), gripper, "world", prefix="b_")
    assert texts(both)["frame_id"] == "b_tool"


def test_parameters_that_name_removed_parts_are_reported(gripper: Robot) -> None:
    report = Report()
    edit.extract(gripper, "base", ["rf"], report=report)
    found = {each.message for each in report.having("edit.may-still-refer")}
    assert "parameter 'joint_name' may still refer to 'l'" in found
    assert "parameter 'chainTip' may still refer to 'lf'" in found


def test_a_link_that_a_parameter_names_is_not_merged(gripper: Robot) -> None:
    report = Report()
    merged = edit.merge_fixed_joints(gripper, report=report)
    assert "tool" in merged.link_by_name
    assert "a parameter refers to it" in report.having("edit.not-merged")[0].message

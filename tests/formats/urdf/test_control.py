"""``<ros2_control>``: read, written, and kept where it is not understood."""

from __future__ import annotations

from urdf_blocks import bare, robot_of, written

from robotfmt.model import (
    ActuatorEnd,
    Controller,
    GpioComponent,
    Interface,
    JointComponent,
    JointEnd,
    Parameter,
    SensorComponent,
    Transmission,
)

SYSTEM = """
<ros2_control name="arm" type="system" rw_rate="100">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
    <param name="port">/dev/ttyUSB0</param>
    <param name="prefix"/>
  </hardware>
  <joint name="j">
    <command_interface name="position">
      <param name="min">-1.5</param>
      <param name="max">.inf</param>
    </command_interface>
    <state_interface name="position"><param name="initial_value">0.25</param></state_interface>
    <state_interface name="velocity"/>
    <param name="id">7</param>
  </joint>
  <sensor name="wrist"><state_interface name="force.z"/></sensor>
  <gpio name="flange"><command_interface name="vacuum"/></gpio>
  <transmission name="t">
    <plugin>transmission_interface/SimpleTransmission</plugin>
    <joint name="j" role="joint1"><mechanical_reduction>2</mechanical_reduction></joint>
    <actuator name="m" role="actuator1"><offset>0.1</offset></actuator>
  </transmission>
</ros2_control>"""
HERE = "/robot/ros2_control[@name='arm']"


def test_every_part_of_ros2_control_is_read() -> None:
    robot = robot_of(SYSTEM)
    assert robot.extensions == ()
    assert robot.controllers == (
        Controller(
            name="arm",
            type="system",
            plugin="mock_components/GenericSystem",
            update_rate=100.0,
            joints=(
                JointComponent(
                    name="j",
                    commands=(
                        Interface(name="position", minimum=-1.5, parameters=(Parameter(name="max", values=".inf"),)),
                    ),
                    states=(Interface(name="position", initial=0.25), Interface(name="velocity")),
                    parameters=(Parameter(name="id", values="7"),),
                ),
            ),
            sensors=(SensorComponent(name="wrist", states=(Interface(name="force.z"),)),),
            gpios=(GpioComponent(name="flange", commands=(Interface(name="vacuum"),)),),
            transmissions=(
                Transmission(
                    name="t",
                    type="transmission_interface/SimpleTransmission",
                    joints=(JointEnd(name="j", role="joint1", reduction=2.0),),
                    actuators=(ActuatorEnd(name="m", role="actuator1", offset=0.1),),
                ),
            ),
            parameters=(
                Parameter(name="port", values="/dev/ttyUSB0"),
                Parameter(name="prefix", values=""),
            ),
        ),
    )


def test_ros2_control_is_written_as_it_was_read() -> None:
    text = "".join(line.strip() for line in SYSTEM.splitlines())
    assert written(robot_of(SYSTEM)).replace("></param>", "/>") == text
    assert written(bare(robot_of(SYSTEM))).replace("></param>", "/>") == text


def test_the_order_of_the_document_is_kept() -> None:
    text = (
        '<ros2_control type="system" name="arm"><gpio name="g"/><!-- first --><joint name="j">'
        '<param name="a">1</param><state_interface name="s"/><command_interface name="c"/></joint>'
        '<hardware><param name="x">1</param><plugin>p</plugin></hardware></ros2_control>'
    )
    assert written(robot_of(text)) == text


def test_unread_content_stays_at_its_place() -> None:
    text = (
        '<ros2_control name="arm" is_async="true"><hardware><group>left</group></hardware>'
        '<joint name="j"><limits enable="false"/><command_interface name="position" data_type="double"/></joint>'
        "</ros2_control>"
    )
    robot = robot_of(text)
    assert {(each.place, each.name) for each in robot.extensions} == {
        (HERE, "is_async"),
        (HERE, "hardware"),
        (f"{HERE}/joint[@name='j']", "limits"),
        (f"{HERE}/joint[@name='j']/command_interface[@name='position']", "data_type"),
    }
    assert written(robot) == text

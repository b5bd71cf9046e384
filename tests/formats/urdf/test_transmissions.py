"""``<transmission>``: read, written, and kept where it is not understood."""

from __future__ import annotations

from urdf_blocks import bare, robot_of, written

from robotfmt.model import ActuatorEnd, ExtensionKind, JointEnd, Transmission

ROS = """
<transmission name="t">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="j">
    <role>joint1</role>
    <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
    <hardwareInterface>PositionJointInterface</hardwareInterface>
    <offset>0.5</offset>
  </joint>
  <actuator name="m"><hardwareInterface>EffortJointInterface</hardwareInterface>
    <mechanicalReduction>-50.0</mechanicalReduction></actuator>
</transmission>"""
PR2 = """
<transmission type="pr2_mechanism_model/SimpleTransmission" name="t">
  <actuator name="m"/>
  <joint name="j"/>
  <mechanicalReduction>79.5</mechanicalReduction>
</transmission>"""


def test_transmission_of_ros() -> None:
    (read,) = robot_of(ROS).transmissions
    effort = "hardware_interface/EffortJointInterface"
    assert read == Transmission(
        name="t",
        type="transmission_interface/SimpleTransmission",
        joints=(JointEnd(name="j", role="joint1", interfaces=(effort, "PositionJointInterface"), offset=0.5),),
        actuators=(ActuatorEnd(name="m", interfaces=("EffortJointInterface",), reduction=-50.0),),
    )


def test_transmission_of_pr2() -> None:
    (read,) = robot_of(PR2).transmissions
    assert read == Transmission(
        name="t",
        type="pr2_mechanism_model/SimpleTransmission",
        joints=(JointEnd(name="j"),),
        actuators=(ActuatorEnd(name="m"),),
        reduction=79.5,
    )


def test_each_transmission_is_written_as_it_was_read() -> None:
    for text in (ROS.replace("-50.0", "-50"), PR2):
        assert written(robot_of(text)) == "".join(line.strip() for line in text.splitlines())


def test_a_new_transmission_is_written_for_ros() -> None:
    assert written(bare(robot_of(PR2))) == (
        '<transmission name="t"><type>pr2_mechanism_model/SimpleTransmission</type>'
        '<joint name="j"/><actuator name="m"/><mechanicalReduction>79.5</mechanicalReduction></transmission>'
    )


def test_unread_content_stays_at_its_place() -> None:
    text = (
        '<transmission name="t" odd="1"><joint name="j"><saturation>2</saturation>'
        '<mechanicalReduction>1:50</mechanicalReduction></joint><gap_joint name="g"/><type/></transmission>'
    )
    robot = robot_of(text)
    assert robot.transmissions == (Transmission(name="t", joints=(JointEnd(name="j"),)),)
    here = "/robot/transmission[@name='t']"
    assert {(each.place, each.name) for each in robot.extensions} == {
        (here, "odd"),
        (f"{here}/joint[@name='j']", "saturation"),
        (f"{here}/joint[@name='j']", "mechanicalReduction"),
        (here, "gap_joint"),
        (here, "type"),
    }
    assert written(robot).replace('"></gap_joint><type></type>', '"/><type/>') == text


def test_one_without_a_name_is_not_understood() -> None:
    robot = robot_of("<transmission><type>x</type></transmission>")
    assert robot.transmissions == ()
    assert [(each.name, each.kind) for each in robot.extensions] == [("transmission", ExtensionKind.ELEMENT)]


def test_two_of_one_name_keep_their_ways() -> None:
    text = '<transmission name="t" type="x"/><transmission name="t"><type>y</type></transmission>'
    assert [each.type for each in robot_of(text).transmissions] == ["x", "y"]
    assert written(robot_of(text)) == text
    turned = '<transmission name="t"><type>y</type></transmission><transmission name="t" type="x"/>'
    assert written(robot_of(turned)) == turned

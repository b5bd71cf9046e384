"""``<gazebo>``: properties of links, joints and the robot; blocks that are kept as they were divided."""

from __future__ import annotations

import pytest
from reading import read_text, write_bytes
from urdf_blocks import LINKS, bare, robot_of, written

from robotfmt.diagnostics import Report
from robotfmt.model import JointSimulation, LinkSimulation, RobotSimulation, Surface
from robotfmt.model.record import replace

LINK = (
    '<gazebo reference="a"><mu1>0.9</mu1><mu2>1e-1</mu2><fdir1>1 0 0</fdir1><kp>1000000.0</kp><kd>100</kd>'
    "<minDepth>0.001</minDepth><maxVel>0.1</maxVel><maxContacts>8</maxContacts></gazebo>"
)
LOOKS = (
    '<gazebo reference="a"><turnGravityOff>true</turnGravityOff><selfCollide>1</selfCollide>'
    "<kinematic>false</kinematic><enable_wind>True</enable_wind><dampingFactor>0.01</dampingFactor>"
    "<laserRetro>5</laserRetro><material>Gazebo/Blue</material></gazebo>"
)
JOINT = (
    '<gazebo reference="j"><implicitSpringDamper>1</implicitSpringDamper><provideFeedback value="true"/>'
    "<preserveFixedJoint>true</preserveFixedJoint><disableFixedJointLumping>no</disableFixedJointLumping>"
    '<stopCfm>0.1</stopCfm><stopErp>0.2</stopErp><stopKp value="1000"/><stopKd>1</stopKd>'
    "<fudgeFactor>0.5</fudgeFactor></gazebo>"
)


def test_surface_properties_are_read() -> None:
    (link, other) = robot_of(LINK).links
    assert (other.collisions, link.simulation, link.visuals[0].surface) == ((), None, None)
    assert link.collisions[0].surface == Surface(
        friction=0.9,
        second_friction=0.1,
        friction_direction=(1.0, 0.0, 0.0),
        stiffness=1e6,
        damping=100.0,
        min_depth=0.001,
        max_velocity=0.1,
        max_contacts=8,
    )


def test_properties_of_a_link_are_read() -> None:
    robot = robot_of(LOOKS)
    assert robot.extensions == ()
    assert robot.links[0].simulation == LinkSimulation(
        gravity=False,
        self_collide=True,
        kinematic=False,
        wind=True,
        velocity_decay=0.01,
    )
    assert robot.links[0].collisions[0].laser_retro == 5
    assert robot.links[0].visuals[0].script == "Gazebo/Blue"


def test_values_for_shapes_that_a_link_lacks_stay() -> None:
    text = '<gazebo reference="b"><mu1>0.9</mu1><material>Gazebo/Blue</material></gazebo>'
    robot = robot_of(text)
    assert [each.name for each in robot.extensions] == ["mu1", "material"]
    assert written(robot) == text


def test_shapes_that_differ_are_reported() -> None:
    (base, other) = robot_of(LINK).links
    (shape,) = base.collisions
    icy = replace(shape, laser_retro=2.0, surface=Surface(friction=0.1, stiffness=1e6, restitution=0.5))
    report = Report()
    robot = replace(bare(robot_of("")), links=(replace(base, collisions=(shape, icy)), other))
    data = write_bytes(robot, "urdf", report)
    assert written(robot) == '<gazebo reference="a"><kp>1000000</kp></gazebo>'
    assert {each.subject.removeprefix("link/a/collision/") for each in report.having("urdf.shapes-differ")} == {
        *(f"0/surface/{name}" for name in ("friction", "second_friction", "friction_direction", "damping")),
        *(f"0/surface/{name}" for name in ("min_depth", "max_velocity", "max_contacts")),
        *("1/surface/friction", "1/surface/restitution", "1/laser retro"),
    }
    assert read_text(data, "urdf").links[0].collisions[1].surface == Surface(stiffness=1e6)


def test_properties_of_a_joint_are_read() -> None:
    robot = robot_of(JOINT)
    assert robot.extensions == ()
    assert robot.joints[0].simulation == JointSimulation(
        implicit_spring_damper=True,
        provide_feedback=True,
        keep_fixed=True,
        fixed_as_revolute=False,
        stop_cfm=0.1,
        stop_erp=0.2,
        stop_stiffness=1000.0,
        stop_damping=1.0,
        fudge_factor=0.5,
    )


def test_properties_of_the_robot_are_read() -> None:
    robot = robot_of("<gazebo><static>true</static><self_collide>0</self_collide><plugin name='p'/></gazebo>")
    assert robot.simulation == RobotSimulation(static=True, self_collide=False)
    assert [(each.place, each.name) for each in robot.extensions] == [("/robot/gazebo", "plugin")]


@pytest.mark.parametrize("text", [LINK.replace("1e-1", "0.1").replace("1000000.0", "1000000"), LOOKS, JOINT])
def test_spelling_and_order_stay(text: str) -> None:
    assert written(robot_of(text)) == text


def test_a_spelling_goes_with_its_value() -> None:
    robot = robot_of("<gazebo reference='a'><selfCollide>1</selfCollide></gazebo>")
    link = replace(robot.links[0], simulation=LinkSimulation(self_collide=False))
    changed = replace(robot, links=(link, robot.links[1]))
    assert written(changed) == '<gazebo reference="a"><selfCollide>false</selfCollide></gazebo>'


def test_synonyms_of_properties_are_read() -> None:
    text = (
        '<gazebo reference="a"><gravity>0</gravity><self_collide>true</self_collide></gazebo>'
        '<gazebo reference="j"><cfmDamping>true</cfmDamping></gazebo>'
    )
    robot = robot_of(text)
    assert robot.links[0].simulation == LinkSimulation(gravity=False, self_collide=True)
    assert robot.joints[0].simulation == JointSimulation(implicit_spring_damper=True)
    assert written(robot) == text
    assert written(bare(robot)) == (
        '<gazebo reference="a"><turnGravityOff>true</turnGravityOff><selfCollide>true</selfCollide></gazebo>'
        '<gazebo reference="j"><implicitSpringDamper>true</implicitSpringDamper></gazebo>'
    )


def test_blocks_stay_divided() -> None:
    text = (
        '<gazebo reference="a"><projector name="s"/></gazebo><!-- look --><gazebo reference="a">'
        '<material>Gazebo/Blue</material></gazebo><gazebo reference="b"/><gazebo reference="a"><mu1>0.9</mu1>'
        '<plugin name="p"/></gazebo>'
    )
    robot = robot_of(text)
    assert robot.links[0].collisions[0].surface == Surface(friction=0.9)
    assert [each.place for each in robot.extensions] == [
        "/robot/gazebo[@reference='a']",
        "/robot",
        "/robot/gazebo[@reference='a'][3]",
    ]
    assert written(robot).replace('"></plugin>', '"/>').replace('"></projector>', '"/>') == text
    assert written(bare(robot)) == ('<gazebo reference="a"><mu1>0.9</mu1><material>Gazebo/Blue</material></gazebo>')


def test_the_last_of_several_blocks_is_used_and_the_others_stay() -> None:
    text = '<gazebo reference="a"><mu1>1</mu1><mu1>3</mu1></gazebo><gazebo reference="a"><mu1>2</mu1></gazebo>'
    robot = robot_of(text)
    assert robot.links[0].collisions[0].surface == Surface(friction=2.0)
    assert [each.content for each in robot.extensions] == ["<mu1>1</mu1>", "<mu1>3</mu1>"]
    assert written(robot) == text


def test_the_last_of_two_names_of_a_property_is_used() -> None:
    reported = "<cfmDamping>true</cfmDamping><implicitSpringDamper>false</implicitSpringDamper>"
    text = f'<gazebo reference="j">{reported}</gazebo>'
    robot = robot_of(text)
    assert robot.joints[0].simulation == JointSimulation(implicit_spring_damper=False)
    assert written(robot) == text


@pytest.mark.parametrize(
    "reported",
    [
        "<mu1>high</mu1>",
        "<mu1/>",
        "<fdir1>1 0</fdir1>",
        "<maxContacts>1.5</maxContacts>",
        "<selfCollide>0.4</selfCollide>",
        '<selfCollide value="1"/>',
        "<provideFeedback>true</provideFeedback>",
        "<material><script/></material>",
        "<static>true</static>",
    ],
)
def test_invalid_elements_of_a_block_stay(reported: str) -> None:
    text = f'<gazebo reference="a">{reported}</gazebo>'
    robot = robot_of(text)
    assert robot.links[0].collisions[0].surface is None
    assert robot.links[0].simulation is None
    assert [each.place for each in robot.extensions] == ["/robot/gazebo[@reference='a']"]
    assert written(robot) == text


def test_a_block_for_an_unknown_link_is_reported() -> None:
    report = Report()
    text = '<gazebo reference="c"><mu1>1</mu1></gazebo>'
    robot = robot_of(text, report)
    assert len(report.having("robot.dangling-reference")) == 1
    assert written(robot) == text


def test_blocks_find_their_home_without_a_layout() -> None:
    text = '<gazebo reference="a"><mu1>1</mu1></gazebo><gazebo reference="a"><mu2>1</mu2><plugin name="p"/></gazebo>'
    robot = replace(robot_of(text), layouts=())
    assert written(robot).replace('"></plugin>', '"/>') == (
        '<gazebo reference="a"><mu1>1</mu1><mu2>1</mu2></gazebo><gazebo reference="a"><plugin name="p"/></gazebo>'
    )


def test_a_link_and_a_joint_of_one_name() -> None:
    joint = '<joint name="a" type="fixed"><parent link="a"/><child link="b"/></joint>'
    block = '<gazebo reference="a"><mu1>1</mu1><provideFeedback>true</provideFeedback></gazebo>'
    robot = read_text(f'<robot name="r">{LINKS}{joint}{block}</robot>', "urdf")
    assert robot.links[0].collisions[0].surface == Surface(friction=1.0)
    assert robot.joints[0].simulation == JointSimulation(provide_feedback=True)
    assert write_bytes(robot, "urdf").count(b"<gazebo") == 1

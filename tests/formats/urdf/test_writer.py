"""Writing URDF: the text itself, and what had to be changed to write it."""

from __future__ import annotations

import math

import pytest
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import (
    Axis,
    AxisAngle,
    AxisAngles,
    Box,
    Capsule,
    Cone,
    Container,
    Dynamics,
    Ellipsoid,
    FormulaCoupling,
    Geometry,
    Joint,
    JointType,
    Limits,
    Link,
    Material,
    Motion,
    Number,
    Operation,
    Pose,
    Purpose,
    Quaternion,
    Robot,
    Rpy,
    Shape,
    Variable,
)

TURN = Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=1.0, velocity=2.0, effort=3.0))


def arm(**joint: object) -> Robot:
    """A robot of two links and one joint."""
    reported: dict[str, object] = {"name": "j", "type": JointType.REVOLUTE, "axes": (TURN,), **joint}
    made = Joint(parent="a", child="b", **reported)  # type: ignore[arg-type]
    return Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(made,))


def lines(robot: Robot, report: Report | None = None) -> list[str]:
    """The lines of the document, without white space around them."""
    return [line.strip() for line in write_bytes(robot, "urdf", report).decode().splitlines()]


def reported(robot: Robot) -> dict[str, str]:
    """Codes by subject of what writing a robot reports."""
    report = Report()
    write_bytes(robot, "urdf", report)
    return {each.subject: each.code for each in report}


def test_a_document_is_written() -> None:
    robot = Robot(
        name="r",
        links=(
            Link(
                name="a",
                visuals=(
                    Geometry(
                        shape=Box((1.0, 2.0, 0.1)),
                        pose=Pose((0.0, 0.0, 1e-7)),
                        purpose=Purpose.VISUAL,
                        material=Material(name="red", color=(1.0, 0.0, 0.0, 1.0)),
                    ),
                ),
            ),
            Link(name="b"),
        ),
        joints=(
            Joint(
                name="j",
                type=JointType.REVOLUTE,
                parent="a",
                child="b",
                pose_in_parent=Pose((0.0, 0.0, 0.5), AxisAngles((AxisAngle((0.0, 0.0, 1.0), 0.25),))),
                axes=(TURN,),
            ),
        ),
    )
    assert write_bytes(robot, "urdf").decode() == (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<robot name="r">\n'
        '  <link name="a">\n'
        "    <visual>\n"
        '      <origin xyz="0 0 1e-07"/>\n'
        "      <geometry>\n"
        '        <box size="1 2 0.1"/>\n'
        "      </geometry>\n"
        '      <material name="red">\n'
        '        <color rgba="1 0 0 1"/>\n'
        "      </material>\n"
        "    </visual>\n"
        "  </link>\n"
        '  <link name="b"/>\n'
        '  <joint name="j" type="revolute">\n'
        '    <origin xyz="0 0 0.5" rpy="0 0 0.25"/>\n'
        '    <parent link="a"/>\n'
        '    <child link="b"/>\n'
        '    <axis xyz="0 0 1"/>\n'
        '    <limit lower="-1" upper="1" effort="3" velocity="2"/>\n'
        "  </joint>\n"
        "</robot>\n"
    )


def test_order_and_comments_stay() -> None:
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        "<!-- before -->\n"
        '<robot version="1.0" name="r">\n'
        '  <joint type="fixed" name="j">\n'
        "    <!-- whom it carries -->\n"
        '    <child link="b"/>\n'
        '    <parent link="a"/>\n'
        "  </joint>\n"
        '  <link name="b"/>\n'
        "  <gazebo>\n"
        "    <plugin>7</plugin>\n"
        "  </gazebo>\n"
        "  <!-- the base -->\n"
        '  <link colour="red" name="a"/>\n'
        "</robot>\n"
        "<!-- after -->\n"
    )
    assert write_bytes(read_text(text, "urdf"), "urdf").decode() == text


def test_comments_keep_their_places_next_to_stray_text() -> None:
    joint = '<joint name="j" type="fixed"><!-- two --><child link="b"/><parent link="a"/></joint>'
    text = f'<robot name="r"><!-- one -->{joint}'
    again = write_bytes(read_text(text + "`</robot>", "urdf"), "urdf").decode()
    stray, one, at, two, child = (again.index(each) for each in ("`", "one", "<joint", "two", "<child"))
    assert stray < one < at < two < child < again.index("<parent")
    assert write_bytes(read_text(again, "urdf"), "urdf").decode() == again


def test_a_nameless_material_gets_a_name() -> None:
    # urdfdom drops a visual whose material has no name.
    text = (
        '<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/></geometry>'
        '<material><color rgba="1 0 0 1"/></material></visual></link></robot>'
    )
    assert '<material name="material0">' in lines(read_text(text, "urdf"))


def test_limits_that_urdf_demands_are_assumed_and_reported() -> None:
    robot = arm(axes=(Axis(hard=Limits(lower=-1.0, upper=1.0)),))
    assert '<limit lower="-1" upper="1" effort="1000" velocity="10"/>' in lines(robot)
    assert reported(robot) == {
        "joint/j/velocity": "urdf.assumed-limit",
        "joint/j/effort": "urdf.assumed-limit",
    }


def test_a_revolute_joint_without_limits_is_continuous() -> None:
    robot = arm(axes=(Axis(direction=(0.0, 0.0, 1.0)),))
    assert '<joint name="j" type="continuous">' in lines(robot)
    assert set(reported(robot).values()) == {"urdf.unlimited"}


def test_joint_properties_of_other_formats_are_reported() -> None:
    twice = FormulaCoupling(expression=Operation("times", (Variable("x", 0), Variable("x", 0))))
    axis = Axis(
        hard=TURN.hard,
        soft=Limits(velocity=1.0),
        coupling=twice,
        dynamics=Dynamics(damping=1.0, armature=2.0),
    )
    assert set(reported(arm(axes=(axis,))).values()) == {"urdf.soft-limit", "urdf.formula", "urdf.dynamics"}


def test_a_formula_that_is_linear_is_a_mimic() -> None:
    doubled = Operation("times", (Number(2.0), Variable("x", 0)))
    formula = FormulaCoupling(expression=Operation("plus", (doubled, Number(0.5))))
    robot = arm(axes=(Axis(hard=TURN.hard, coupling=formula),))
    assert '<mimic joint="x" multiplier="2" offset="0.5"/>' in lines(robot)
    assert reported(robot) == {}


def test_soft_limits_need_a_gain() -> None:
    robot = arm(axes=(Axis(hard=TURN.hard, soft=Limits(lower=-0.5, upper=0.5)),))
    assert '<safety_controller soft_lower_limit="-0.5" soft_upper_limit="0.5" k_velocity="0"/>' in lines(robot)


def test_a_capsule_is_a_cylinder_and_two_balls() -> None:
    capsule = Geometry(shape=Capsule(0.1, 0.4), pose=Pose((1.0, 0.0, 0.0)), purpose=Purpose.COLLISION)
    robot = Robot(name="r", links=(Link(name="a", collisions=(capsule,)),))
    found = lines(robot)
    assert [line for line in found if line.startswith(("<cyl", "<sph", "<origin"))] == [
        '<origin xyz="1 0 0"/>',
        '<cylinder radius="0.1" length="0.4"/>',
        '<origin xyz="1 0 0.2"/>',
        '<sphere radius="0.1"/>',
        '<origin xyz="1 0 -0.2"/>',
        '<sphere radius="0.1"/>',
    ]


@pytest.mark.parametrize(
    "shape", [Cone(0.0, 1.0), Ellipsoid((0.0, 1.0, 1.0)), Container((1.0, 1.0, 1.0), (1.0, 1.0, 1.0))]
)
def test_a_shape_without_a_surface_is_left_out_and_reported(shape: Shape) -> None:
    turned = Geometry(shape=shape, pose=Pose(rotation=Rpy(0.0, 0.0, 1.0)))
    assert reported(Robot(name="r", links=(Link(name="a", visuals=(turned,)),))) == {"link/a/visual/0": "urdf.no-shape"}


def test_a_universal_joint_becomes_two_and_moves_alike() -> None:
    axes = (
        Axis(direction=(1.0, 0.0, 0.0), hard=TURN.hard),
        Axis(direction=(0.0, 1.0, 0.0), hard=TURN.hard),
    )
    robot = arm(type=JointType.UNIVERSAL, axes=axes, pose_in_parent=Pose((0.0, 0.0, 1.0)))
    back = read_text(write_bytes(robot, "urdf"), "urdf")
    assert len(back.joints) == 2
    values = dict(zip((joint.name for joint in back.joints), (0.3, 0.7), strict=True))
    before = forward_kinematics(robot, {"j": (0.3, 0.7)})["b"]
    assert abs(forward_kinematics(back, values)["b"] - before).max() < 1e-12


def test_an_axis_away_from_the_origin_of_the_child_moves_alike() -> None:
    # The joint's frame is half a metre from the child's, and the axis does not meet the child's origin.
    robot = arm(
        pose_in_parent=Pose((1.0, 0.0, 0.0)),
        pose_in_child=Pose((0.5, 0.0, 0.0), Quaternion(math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))),
    )
    report = Report()
    back = read_text(write_bytes(robot, "urdf", report), "urdf")
    assert {each.code for each in report} == {"urdf.offset-axis"}
    before = forward_kinematics(robot, {"j": 0.6})["b"]
    assert abs(forward_kinematics(back, {"j": 0.6})["b"] - before).max() < 1e-12


def test_a_prismatic_joint_slides() -> None:
    axis = Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0), hard=TURN.hard)
    back = read_text(write_bytes(arm(type=JointType.PRISMATIC, axes=(axis,)), "urdf"), "urdf")
    assert forward_kinematics(back, {"j": 0.5})["b"][0, 3] == 0.5

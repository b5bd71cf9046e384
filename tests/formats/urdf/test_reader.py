"""Reading URDF: every element by hand-written documents, every number by hand."""

from __future__ import annotations

import math

import pytest
from reading import read_text

from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, UnsafeInput
from robotfmt.model import (
    Axis,
    Box,
    Calibration,
    Cylinder,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Material,
    Mesh,
    Motion,
    Pose,
    Purpose,
    Robot,
    Rpy,
    SafetyController,
    Sphere,
    Texture,
)

ELBOW = """<robot name="r"><link name="a"/><link name="b"/>
<joint name="elbow" type="revolute">
  <origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>
  <parent link="a"/>
  <child link="b"/>
  <axis xyz="0 0 -1"/>
  <calibration rising="0.1" falling="0.2" reference_position="0.3"/>
  <dynamics damping="4" friction="5"/>
  <limit lower="-1" upper="2" effort="30" velocity="6"/>
  <mimic joint="other" multiplier="-2" offset="0.5"/>
  <safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.9" k_position="7" k_velocity="8"/>
</joint></robot>"""


def read(text: str, report: Report | None = None) -> Robot:
    return read_text(text, "urdf", report)


def joint_of(text: str, report: Report | None = None) -> Joint:
    ends = '<parent link="a"/><child link="b"/>'
    document = f'<robot name="r"><link name="a"/><link name="b"/><joint name="j" {text}{ends}</joint></robot>'
    return read(document, report).joints[0]


def test_a_joint_with_all_that_urdf_has() -> None:
    report = Report()
    assert read(ELBOW, report).joints == (
        Joint(
            name="elbow",
            type=JointType.REVOLUTE,
            parent="a",
            child="b",
            pose_in_parent=Pose((1.0, 2.0, 3.0), Rpy(0.1, 0.2, 0.3)),
            axes=(
                Axis(
                    motion=Motion.TURN,
                    direction=(0.0, 0.0, -1.0),
                    hard=Limits(lower=-1.0, upper=2.0, effort=30.0, velocity=6.0),
                    soft=Limits(lower=-0.9, upper=1.9),
                    dynamics=Dynamics(damping=4.0, friction=5.0),
                    safety=SafetyController(k_position=7.0, k_velocity=8.0),
                    calibration=Calibration(rising=0.1, falling=0.2, reference_position=0.3),
                    coupling=LinearCoupling(joint="other", multiplier=-2.0, offset=0.5),
                ),
            ),
        ),
    )
    assert list(report) == []


def test_a_link_with_all_that_urdf_has() -> None:
    robot = read("""<robot name="r"><link name="a">
      <inertial><origin xyz="0 0 1"/><mass value="2"/>
        <inertia ixx="1" ixy="2" ixz="3" iyy="4" iyz="5" izz="6"/></inertial>
      <visual name="v"><origin rpy="0 0 1"/><geometry><mesh filename="package://p/m.dae" scale="1 1 -1"/></geometry>
        <material name="red"><color rgba="1 0 0 0.5"/><texture filename="t.png"/></material></visual>
      <collision><geometry><box size="1 2 3"/></geometry></collision>
      <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>
      <collision><geometry><sphere radius="3"/></geometry></collision>
    </link></robot>""")
    link = robot.links[0]
    assert link.inertial == Inertial(
        pose=Pose((0.0, 0.0, 1.0)), mass=2.0, inertia=Inertia(ixx=1, ixy=2, ixz=3, iyy=4, iyz=5, izz=6)
    )
    visual = link.visuals[0]
    assert (visual.name, visual.pose, visual.purpose) == ("v", Pose(None, Rpy(0, 0, 1)), Purpose.VISUAL)
    assert visual.shape == Mesh(uri="package://p/m.dae", scale=(1.0, 1.0, -1.0))
    assert visual.material == Material(name="red", color=(1.0, 0.0, 0.0, 0.5), texture=Texture(uri="t.png"))
    shapes = [each.shape for each in link.collisions]
    assert shapes == [Box((1.0, 2.0, 3.0)), Cylinder(1.0, 2.0), Sphere(3.0)]


def test_omitted_values_are_none() -> None:
    joint = joint_of('type="continuous">')
    assert joint.pose_in_parent is None
    assert joint.axes == (Axis(motion=Motion.TURN),)
    assert joint.axes[0].direction_or_x == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("revolute", JointType.REVOLUTE),
        ("continuous", JointType.CONTINUOUS),
        ("prismatic", JointType.PRISMATIC),
        ("fixed", JointType.FIXED),
        ("floating", JointType.FLOATING),
        ("planar", JointType.PLANAR),
    ],
)
def test_joint_types(word: str, kind: JointType) -> None:
    assert joint_of(f'type="{word}">').type is kind


def test_a_limit_that_is_not_given_is_zero() -> None:
    limits = joint_of('type="revolute"><limit effort="1" velocity="2"/>').axes[0].hard
    assert limits == Limits(lower=0.0, upper=0.0, effort=1.0, velocity=2.0)


def test_a_continuous_joint_has_no_range() -> None:
    limits = joint_of('type="continuous"><limit effort="1" velocity="2"/>').axes[0].hard
    assert limits == Limits(effort=1.0, velocity=2.0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('type="revolvy">', "urdf.unknown-joint-type"),
        (">", "urdf.unknown-joint-type"),
        ('type="fixed"><origin xyz="1 2"/>', "number.bad"),
        ('type="fixed"><origin xyz="1 2 nan"/>', "number.not-finite"),
        ('type="revolute"><limit lower="1,5" upper="2"/>', "number.bad"),
        ('type="revolute"><mimic/>', "value.missing"),
    ],
)
def test_faults_of_a_joint_are_reported_with_their_place(text: str, code: str) -> None:
    report = Report()
    joint_of(text, report)
    reported = next(each for each in report if each.code == code)
    assert reported.line == 1
    assert reported.path.startswith("/robot/joint[@name='j']")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<robot/>", "urdf.no-robot-name"),
        ('<robot name="r" version="7"/>', "urdf.unknown-version"),
        ('<robot name="r"><link/></robot>', "value.missing"),
        ('<robot name="r"><link name="a"><visual/></link></robot>', "urdf.no-geometry"),
        (
            '<robot name="r"><link name="a"><visual><geometry><cone/></geometry></visual></link></robot>',
            "urdf.no-geometry",
        ),
    ],
)
def test_faults_of_a_robot_are_reported(text: str, code: str) -> None:
    report = Report()
    read(text, report)
    assert code in {each.code for each in report}


def test_unknown_content_is_kept_at_its_place() -> None:
    robot = read(
        '<robot name="r"><link name="a" colour="red"><odd deep="1"><er/></odd></link>'
        '<gazebo reference="a"><surface><friction/></surface></gazebo></robot>'
    )
    assert [(each.place, each.name, each.content) for each in robot.extensions] == [
        ("/robot/link[@name='a']", "colour", "red"),
        ("/robot/link[@name='a']", "odd", '<odd deep="1"><er></er></odd>'),
        ("/robot/gazebo[@reference='a']", "surface", "<surface><friction></friction></surface>"),
    ]


def test_choreonoid_words_are_kept() -> None:
    robot = read(
        '<robot name="r"><link name="a"/><link name="b"/>'
        '<joint name="j" type="ball"><parent link="a"/><child link="b"/></joint></robot>'
    )
    assert robot.joints[0].type is JointType.BALL


@pytest.mark.parametrize(
    "text",
    [
        '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:macro name="m"/></robot>',
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="/x"/></robot>',
        '<robot name="r"><link name="${prefix}a"/></robot>',
        '<robot name="$(arg name)"/>',
    ],
)
def test_xacro_is_never_run(text: str) -> None:
    with pytest.raises(UnsafeInput) as caught:
        read(text)
    assert caught.value.diagnostic.code == "urdf.xacro"


def test_a_mere_declaration_is_no_xacro() -> None:
    assert read('<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"/>').name == "r"


def test_another_root_element_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        read("<mujoco/>")
    assert caught.value.diagnostic.code == "urdf.not-a-robot"


def test_rpy_is_kept_as_it_was_written() -> None:
    pose = joint_of('type="fixed"><origin rpy="1.5707963267948966 0 3.14159"/>').pose_in_parent
    assert pose is not None
    assert pose.rotation == Rpy(math.pi / 2, 0.0, 3.14159)

"""MJCF that is read: numbers worked out by hand, what classes and frames say, and what is kept."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, LimitError, ModelError
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import Box, Camera, Capsule, Cylinder, Joint, JointType, LinearCoupling, Robot
from robotfmt.model.pose import Quaternion, Rpy, rotation_matrix

LEG = FIXTURES / "mjcf" / "leg.xml"


def read(text: str, folder: Path, report: Report | None = None) -> Robot:
    """The robot of a document."""
    path = folder / "robot.xml"
    path.write_text(text, encoding="utf-8")
    return robotfmt.read(path, report=report)


def leg(report: Report | None = None) -> Robot:
    """The robot of the fixture."""
    return robotfmt.read(LEG, report=report)


def body(content: str, before: str = "", options: str = 'angle="radian"') -> str:
    """A document with one body."""
    return f"<mujoco><compiler {options}/>{before}<worldbody><body name='base'>{content}</body></worldbody></mujoco>"


def test_joints_of_one_body_become_a_row() -> None:
    robot = leg()
    assert [each.name for each in robot.links] == ["hip", "thigh_swing", "thigh", "shank_lift", "shank"]
    swing, spread, lift, twist = robot.joints
    assert (swing.parent, swing.child, spread.parent, spread.child) == (
        "hip",
        "thigh_swing",
        "thigh_swing",
        "thigh",
    )
    assert [each.type for each in (swing, lift, twist)] == [
        JointType.REVOLUTE,
        JointType.PRISMATIC,
        JointType.CONTINUOUS,
    ]
    assert swing.pose_in_parent is not None
    assert swing.pose_in_parent.xyz == pytest.approx((0, 0, -0.15))
    assert swing.pose_in_child is not None
    assert swing.pose_in_child.xyz == (0, 0, 0.05)


def test_degrees_and_the_reference() -> None:
    swing, spread = leg().joints[:2]
    assert swing.limits.lower == pytest.approx(math.radians(-70))
    assert swing.limits.upper == pytest.approx(math.radians(35))
    assert (spread.limits.upper, spread.limits.effort) == (math.radians(20), 80)


def test_classes_give_the_values_that_elements_omit() -> None:
    lift = leg().joints[2]
    assert lift.axis is not None
    assert lift.axis.dynamics is not None
    assert lift.axis.dynamics.damping == 0.5
    assert lift.axis.dynamics.spring_stiffness == 120
    assert lift.axis.direction == (0, 0, 2)


def test_a_mimic_and_a_state() -> None:
    robot = leg()
    assert robot.joints[3].coupling == LinearCoupling(joint="lift", multiplier=5.0, offset=0.1)
    (state,) = robot.states
    assert [each.joint for each in state.values] == ["root", "swing", "spread", "lift", "twist"]
    assert state.values[1].values == pytest.approx((0.2 - math.radians(10),))
    assert robot.ignored_pairs[0].links == {"hip", "shank"}


def test_the_base_floats() -> None:
    robot = leg()
    (root,) = robot.virtual_joints
    assert (root.name, root.type, root.child_link) == ("root", "floating", "hip")
    assert robot.pose is not None
    # zyx: small letters turn with the body
    assert np.allclose(robot.pose.matrix, rotation_matrix(Rpy(0, 0, math.radians(30))))


def test_frames_are_flattened() -> None:
    hip = leg().links[0]
    (bumper,) = hip.collisions
    assert bumper.shape == Capsule(0.05, 0.4)
    assert bumper.pose is not None
    assert bumper.pose.xyz == pytest.approx((0, -0.1, 0))
    (frame,) = leg().frames
    assert frame.pose is not None
    assert frame.pose.xyz == pytest.approx((0.1, 0.1, 0))
    assert hip.visuals[0].shape == Box((0.2, 0.4, 0.6))
    assert hip.visuals[0].material is not None
    assert hip.visuals[0].material.color == (0.2, 0.3, 0.4, 1.0)


def test_a_geom_that_is_seen_and_touches_is_both() -> None:
    thigh = leg().link("thigh")
    assert [each.shape for each in (*thigh.visuals, *thigh.collisions)] == [Cylinder(0.06, 0.4)] * 2
    assert thigh.collisions[0].material is None


def test_geoms_are_weighed_where_a_body_gives_no_inertia() -> None:
    thigh = leg().link("thigh")
    assert thigh.inertial is not None
    mass = 800 * math.pi * 0.06**2 * 0.4
    assert thigh.inertial.mass == pytest.approx(mass)
    tensor = thigh.inertial.link_inertia
    assert tensor is not None
    assert tensor[0][0] == pytest.approx(mass * (3 * 0.06**2 + 0.4**2) / 12)
    assert tensor[2][2] == pytest.approx(mass * 0.06**2 / 2)


def test_a_full_inertia_is_in_the_axes_of_the_body() -> None:
    inertial = leg().links[0].inertial
    assert inertial is not None
    assert inertial.link_inertia == ((0.03, 0.001, 0.002), (0.001, 0.04, 0.003), (0.002, 0.003, 0.05))


def test_a_camera_looks_along_minus_z() -> None:
    (eye,) = leg().sensors
    assert isinstance(eye.data, Camera)
    assert eye.data.view.value == "-z"
    assert eye.data.horizontal_fov == pytest.approx(2 * math.atan(math.tan(math.radians(30)) * 640 / 480))


def test_unread_content_is_kept_at_its_place() -> None:
    kept = {(each.place, each.name): each.content for each in leg().extensions}
    hip = "/mujoco/worldbody/body[@name='hip']"
    assert kept[f"{hip}/geom[@name='bumper']", "class"] == "pad"
    assert kept[f"{hip}/geom[@name='bumper']", "friction"] == "0.01 0.001"
    assert kept["/mujoco/default/default[@class='pad']/geom", "margin"] == "0.002"
    assert (f"{hip}/body[@name='thigh']/geom", "density") not in kept
    assert 'kp="40"' in kept["/mujoco/actuator", "position"]
    assert ("/mujoco/worldbody", "geom") not in kept


@pytest.mark.parametrize(
    ("sequence", "angles", "expected"),
    [
        ("xyz", "30 40 50", (0.785, 0.360, 0.197, 0.464)),
        ("XYZ", "30 40 50", (0.860, 0.081, 0.402, 0.303)),
        ("zyx", "50 40 30", (0.860, 0.081, 0.402, 0.303)),
    ],
)
def test_angles_of_euler(sequence: str, angles: str, expected: tuple[float, ...], tmp_path: Path) -> None:
    robot = read(body(f"<site name='s' euler='{angles}'/>", options=f'eulerseq="{sequence}"'), tmp_path)
    pose = robot.frames[0].pose
    assert pose is not None
    assert np.allclose(pose.matrix, rotation_matrix(Quaternion(*expected)), atol=2e-3)


def test_values_of_nested_default_classes(tmp_path: Path) -> None:
    defaults = (
        "<default><joint damping='1' armature='.5'/><default class='a'><joint damping='2'/>"
        "<default class='b'><joint stiffness='7'/></default></default>"
        "<default class='c'><geom rgba='1 0 0 1'/></default></default>"
    )
    joints = (
        "<body name='{0}' childclass='{1}'><joint name='{0}' {2}/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
    )
    rows = [("p", "a", ""), ("q", "a", "class='b'"), ("r", "c", ""), ("s", "c", "class='a'")]
    robot = read(body("".join(joints.format(*row) for row in rows), defaults), tmp_path)
    found = [_dynamics(joint) for joint in robot.joints]
    assert found == [(2, 0.5, None), (2, 0.5, 7), (1, 0.5, None), (2, 0.5, None)]


def _dynamics(joint: Joint) -> tuple[float | None, float | None, float | None]:
    assert joint.axis is not None
    dynamics = joint.axis.dynamics
    assert dynamics is not None
    return dynamics.damping, dynamics.armature, dynamics.spring_stiffness


def test_a_mesh_is_where_its_file_is(tmp_path: Path) -> None:
    asset = "<asset><mesh name='m' file='m.stl' scale='2 2 2' refpos='1 0 0' refquat='0.5 0.5 0.5 0.5'/></asset>"
    robot = read(body("<geom type='mesh' mesh='m' pos='0 0 1'/>", asset), tmp_path)
    (geometry,) = robot.links[0].visuals
    pose = geometry.pose
    assert pose is not None
    # v' = 2 * inverse(R) (v - (1 0 0)), and R brings x to y
    assert pose.xyz == pytest.approx((0, 0, -1))
    assert np.allclose(pose.matrix, rotation_matrix(Quaternion(0.5, -0.5, -0.5, -0.5)))


def test_replicates_have_names_with_numbers(tmp_path: Path) -> None:
    copies = "<replicate count='3' offset='1 0 0' euler='0 0 1.5707963267948966' sep='-'><site name='s'/></replicate>"
    robot = read(body(copies), tmp_path)
    assert [each.name for each in robot.frames] == ["s-0", "s-1", "s-2"]
    last = robot.frames[2].pose
    assert last is not None
    assert last.xyz == pytest.approx((1, 1, 0))


def test_a_bomb_of_replicates_is_refused(tmp_path: Path) -> None:
    bomb = "<site/>"
    for _ in range(4):
        bomb = f"<replicate count='1000' offset='1 0 0'>{bomb}</replicate>"
    with pytest.raises(LimitError, match="10000 copies"):
        read(body(bomb), tmp_path)


def test_a_model_is_attached(tmp_path: Path) -> None:
    hand = (
        "<mujoco model='hand'><compiler angle='radian'/><default><joint damping='3'/></default><worldbody>"
        "<body name='palm'><joint name='wrist' range='-1 1'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
        "</body></worldbody></mujoco>"
    )
    (tmp_path / "hand.xml").write_text(hand, encoding="utf-8")
    text = body(
        "<frame pos='0 0 1'><attach model='hand' body='palm' prefix='left_'/></frame>",
        "<asset><model file='hand.xml' name='hand'/></asset>",
        options='angle="degree"',
    )
    robot = read(text, tmp_path)
    assert (robot.joints[0].name, robot.joints[0].child) == ("left_wrist", "left_palm")
    assert robot.joints[0].limits.upper == 1
    assert _dynamics(robot.joints[0])[0] == 3
    assert forward_kinematics(robot)["left_palm"][2, 3] == 1


def test_files_elsewhere_are_not_included(tmp_path: Path) -> None:
    report = Report()
    read(
        "<mujoco><include file='/etc/passwd'/><worldbody><body name='b'/></worldbody></mujoco>",
        tmp_path,
        report,
    )
    assert "outside of the folders" in report.having("mjcf.include")[0].message


def test_several_robots_are_chosen_from(tmp_path: Path) -> None:
    part = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
    arm = "<body name='{0}'>" + part + "<body name='{0}_1'>" + part + "<joint name='{0}_j'/></body></body>"
    text = "<mujoco><worldbody>" + arm.format("left") + arm.format("right") + "</worldbody></mujoco>"
    with pytest.raises(ModelError, match="'left', 'right'"):
        read(text, tmp_path)
    world = robotfmt.read_world(tmp_path / "robot.xml")
    assert [each.robot.name for each in world.robots] == ["left", "right"]


def test_a_part_of_a_document_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="mujocoinclude"):
        read("<mujocoinclude/>", tmp_path)


def test_total_mass_is_set(tmp_path: Path) -> None:
    text = body("<geom size='0.1'/>", options='settotalmass="5" boundinertia="1"')
    inertial = read(text, tmp_path).links[0].inertial
    assert inertial is not None
    assert inertial.mass == pytest.approx(5)


def test_a_material_without_a_colour_is_white(tmp_path: Path) -> None:
    asset = "<asset><material name='shell' specular='0.1'/></asset>"
    robot = read(body("<geom size='0.1' material='shell'/>", asset), tmp_path)
    assert robot.materials[0].color == (1, 1, 1, 1)
    result = robotfmt.convert(tmp_path / "robot.xml", tmp_path / "robot.urdf", report=Report())
    assert result is not None
    assert 'rgba="1 1 1 1"' in (tmp_path / "robot.urdf").read_text(encoding="utf-8")


def test_density_and_mass_of_shapes_are_read_and_written(tmp_path: Path) -> None:
    geoms = (
        "<geom name='hull' class='light' size='.1'/><geom name='core' size='.2' mass='3' group='3'/>"
        "<geom name='cap' size='.1' density='70' contype='0' conaffinity='0' group='2'/>"
    )
    robot = read(body(geoms, "<default><default class='light'><geom density='500'/></default></default>"), tmp_path)
    link = robot.links[0]
    assert [(each.name, each.density, each.mass) for each in link.collisions] == [
        ("hull", 500, None),
        ("core", None, 3),
    ]
    assert [(each.name, each.density, each.mass) for each in link.visuals] == [
        ("hull", None, None),
        ("cap", 70, None),
    ]
    robotfmt.write(robot, tmp_path / "again.xml")
    again = robotfmt.read(tmp_path / "again.xml").links[0]
    for one, other in ((link.collisions, again.collisions), (link.visuals, again.visuals)):
        assert [(each.density, each.mass) for each in one] == [(each.density, each.mass) for each in other]
    assert "robotfmt:" not in (tmp_path / "again.xml").read_text(encoding="utf-8")


OLD = """<mujoco><compiler settotalmass="2"/><option collision="all"><flag passive="enable"/></option>
  <visual><quality numarrows="3"/></visual>
  <asset><texture name="a" type="2d" file="a.jpg"/><texture name="b" type="2d" file="b.png"/></asset>
  <worldbody><body name="base"><joint name="j" actuatorforcerange="-1 1"/><geom size=".1"/></body></worldbody>
</mujoco>"""


def test_check_reports_words_that_mujoco_4_refuses(tmp_path: Path) -> None:
    (tmp_path / "old.xml").write_text(OLD, encoding="utf-8")
    (check,) = robotfmt.check(tmp_path / "old.xml")
    found = [each.message for each in check.report if each.code == "mjcf.obsolete"]
    words = ("settotalmass", "collision", "passive", "numarrows", "a.jpg", "actuatorforcerange")
    assert [sum(word in each for each in found) for word in words] == [1] * 6
    assert len(found) == 6

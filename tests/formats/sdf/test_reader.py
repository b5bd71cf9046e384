"""What an SDF document means: numbers that were worked out by hand."""

from __future__ import annotations

import math

import pytest
from reading import read_text, write_bytes
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.model import (
    Camera,
    Capsule,
    Cone,
    Ellipsoid,
    Extrusion,
    ForceTorque,
    Geometry,
    Imu,
    JointType,
    LinearCoupling,
    Link,
    Plane,
    Pose,
    Quaternion,
    Robot,
    Rpy,
    World,
    rotation_matrix,
)
from robotfmt.settings import Settings, format_context
from robotfmt_sdf import FORMAT

SDF = FIXTURES / "sdf"
QUARTER = math.pi / 2


def world_of(text: str, report: Report | None = None, version: str = "1.9") -> World:
    """What stands in a document."""
    assert FORMAT.read_world is not None
    context = format_context(FORMAT, Settings(), report if report is not None else Report())
    return FORMAT.read_world(Source("robot.sdf", f'<sdf version="{version}">{text}</sdf>'.encode()), context)


def robot_of(text: str, report: Report | None = None, version: str = "1.9") -> Robot:
    """The one model that has some content."""
    (placed,) = world_of(f'<model name="m">{text}</model>', report, version).robots
    return placed.alone


def joint(axis: str = "", ends: tuple[str, str] = ("a", "b"), pose: str = "", kind: str = "revolute") -> str:
    """A joint."""
    inside = f"<parent>{ends[0]}</parent><child>{ends[1]}</child>"
    return f'<joint name="j" type="{kind}">{pose}{inside}<axis>{axis}</axis></joint>'


def close(pose: Pose | None, xyz: tuple[float, ...], rpy: tuple[float, ...] = (0, 0, 0)) -> bool:
    """Whether a pose is at a place with a turn."""
    it = pose or Pose()
    wanted = rotation_matrix(Rpy(*rpy))
    rows = zip(it.matrix, wanted, strict=True)
    near = all(abs(a - b) < 1e-12 for one, two in rows for a, b in zip(one, two, strict=True))
    return near and it.xyz == pytest.approx(xyz, abs=1e-12)


def test_the_pose_of_a_joint_is_in_its_child_unless_it_has_relative_to() -> None:
    links = '<link name="a"/><link name="b"><pose>1 0 0 0 0 1.5707963267948966</pose></link>'
    (plain,) = robot_of(links + joint(pose="<pose>0 2 0 0 0 0</pose>")).joints
    assert close(plain.pose_in_child, (0, 2, 0))
    assert close(plain.pose_in_parent, (-1, 0, 0), (0, 0, QUARTER))
    (placed,) = robot_of(links + joint(pose='<pose relative_to="a">0 0 3 0 0 0</pose>')).joints
    assert close(placed.pose_in_parent, (0, 0, 3))
    assert close(placed.pose_in_child, (0, 1, 3), (0, 0, -QUARTER))


def test_a_link_without_a_pose_is_where_its_model_is() -> None:
    assert close(robot_of('<pose>1 2 3 0 0 0</pose><link name="a"/>').pose, (1, 2, 3))
    moved = robot_of('<pose>1 2 3 0 0 0</pose><link name="a"><pose>1 0 0 0 0 0</pose></link>')
    assert close(moved.pose, (2, 2, 3))


@pytest.mark.parametrize(
    ("version", "flag", "direction"),
    [
        ("1.4", "", (0, 1, 0)),
        ("1.5", "", (1, 0, 0)),
        ("1.6", "<use_parent_model_frame>true</use_parent_model_frame>", (0, 1, 0)),
        ("1.7", "<use_parent_model_frame>true</use_parent_model_frame>", (1, 0, 0)),
    ],
)
def test_the_frame_of_an_axis_by_version(version: str, flag: str, direction: tuple[float, ...]) -> None:
    links = '<link name="a"/><link name="b"><pose>0 0 0 0 0 -1.5707963267948966</pose></link>'
    (found,) = robot_of(links + joint(f"<xyz>1 0 0</xyz>{flag}"), version=version).joints
    assert found.axes[0].direction == pytest.approx(direction, abs=1e-12)


def test_an_axis_in_another_frame_and_none_at_all() -> None:
    links = '<link name="a"><pose>0 0 0 1.5707963267948966 0 0</pose></link><link name="b"/>'
    (found,) = robot_of(links + joint('<xyz expressed_in="a">0 1 0</xyz>')).joints
    assert found.axes[0].direction == pytest.approx((0, 0, 1), abs=1e-12)
    (plain,) = robot_of(links + joint()).joints
    assert plain.axes[0].direction == (0, 0, 1)


def test_a_quotation_mark_behind_a_number_is_passed_over() -> None:
    limit, report = '<xyz>0 0 1</xyz><limit><velocity>2.5"</velocity></limit><!-- <a>1"</a> -->', Report()
    robot = robot_of(f'<link name="a"/><link name="b"/>{joint(limit)}', report)
    hard = robot.joints[0].axes[0].hard
    assert hard is not None
    assert hard.velocity == 2.5
    assert len(report.having("sdf.stray-quote")) == 1


def test_a_frame_may_be_placed_in_another_frame_than_the_attached_one() -> None:
    text = """<link name="a"/><link name="b"><pose>1 0 0 0 0 0</pose></link>
      <frame name="f" attached_to="b"><pose relative_to="a">0 0 2 0 0 0</pose></frame>
      <frame name="g" attached_to="f"><pose>0 0 0.5 0 0 0</pose></frame>
      <frame name="h"><pose>0 5 0 0 0 0</pose></frame>"""
    f, g, h = robot_of(text).frames
    assert [each.parent for each in (f, g, h)] == ["b", "b", "a"]
    assert close(f.pose, (-1, 0, 2))
    assert close(g.pose, (-1, 0, 2.5))
    assert close(h.pose, (0, 5, 0))


def test_degrees_quaternions_and_commas() -> None:
    poses = (
        '<pose degrees="true">0 0 0 90 0 0</pose>',
        '<pose rotation_format="quat_xyzw">0 0 0 2 0 0 2</pose>',
        "<pose>0, 0, 0, 1.5707963267948966, 0, 0</pose>",
    )
    for pose in poses:
        robot = robot_of(f'<link name="a"><visual name="v">{pose}<geometry/></visual></link>')
        assert close(robot.links[0].visuals[0].pose, (0, 0, 0), (QUARTER, 0, 0)), pose
    assert isinstance(robot_of(f'{poses[1]}<link name="a"/>').pose.rotation, Quaternion)  # type: ignore[union-attr]


def test_the_placement_frame_of_a_nested_model() -> None:
    text = """<link name="base"/><model name="hand" placement_frame="grip"><pose>0 0 2 0 0 0</pose>
      <link name="palm"/><frame name="grip"><pose>0 0.5 0 0 0 0</pose></frame></model>
      <joint name="j" type="fixed"><parent>base</parent><child>hand::grip</child></joint>"""
    (found,) = robot_of(text).joints
    assert (found.parent, found.child) == ("base", "hand::palm")
    assert close(found.pose_in_parent, (0, 0, 2))
    assert close(found.pose_in_child, (0, 0.5, 0))


def test_every_notation_of_an_unlimited_joint_is_read() -> None:
    links = '<link name="a"/><link name="b"/>'
    for lower, upper in (("-1e16", "1e16"), ("-inf", "inf"), ("-1.79769e+308", "1.79769e+308")):
        limit = f"<limit><lower>{lower}</lower><upper>{upper}</upper><effort>-1</effort><velocity>-1</velocity></limit>"
        (found,) = robot_of(links + joint(limit)).joints
        assert found.axes[0].hard is None, lower
    (some,) = robot_of(links + joint("<limit><lower>-1</lower><effort>0</effort></limit>")).joints
    assert some.axes[0].hard is not None
    assert (some.axes[0].hard.lower, some.axes[0].hard.upper, some.axes[0].hard.effort) == (-1, None, 0)


def test_mimic_and_screw() -> None:
    robot = robotfmt.read(SDF / "picker.sdf")
    coupling = robot.joint_by_name["swing"].coupling
    assert isinstance(coupling, LinearCoupling)
    assert (coupling.joint, coupling.multiplier) == ("slide", 2)
    assert coupling.offset == pytest.approx(0.1 - 2 * 0.3)
    turn = robot.joint_by_name["hand::turn"]
    assert turn.type is JointType.SCREW
    assert turn.axes[0].pitch == pytest.approx(0.02 / math.tau)
    old = robotfmt.read(SDF / "cart-1_4.sdf").joint_by_name["spindle"]
    assert old.axes[0].pitch == pytest.approx(1 / 62.5)


def test_shapes_surfaces_and_sensors() -> None:
    robot = robotfmt.read(SDF / "picker.sdf")
    boom, cart, rail = (robot.link_by_name[name] for name in ("boom", "cart", "rail"))
    cone, fence, sheet = (each.shape for each in boom.visuals)
    assert cone == Cone(0.05, 0.1)
    assert fence == Extrusion(((0, 0), (1, 0), (0, 1)), 0.5)
    assert sheet == Plane((0, 0, 1), (3, 4))
    assert [each.shape for each in cart.collisions] == [Capsule(0.05, 0.2), Ellipsoid((0.1, 0.2, 0.3))]
    assert cart.simulation is not None
    assert (cart.visuals[0].script, cart.simulation.gravity) == ("Gazebo/Blue", False)
    (surface,) = (each.surface for each in rail.collisions)
    assert surface is not None
    assert (surface.friction, surface.stiffness, surface.max_contacts) == (0.7, 100000, 4)
    horizon, eye, strain = robot.sensors
    assert isinstance(horizon.data, Imu)
    assert isinstance(eye.data, Camera)
    assert isinstance(strain.data, ForceTorque)
    assert (horizon.link, eye.link, strain.joint) == ("rail", "boom", "swing")
    assert close(horizon.pose, (0, 0, 0.5))
    assert (eye.data.width, eye.data.horizontal_fov) == (640, 1.2)


def test_the_world_is_a_link_and_unattached_links_float() -> None:
    robot = robotfmt.read(SDF / "cell.world")
    assert [each.name for each in robot.links] == ["world", "post", "bar", "ticket"]
    assert robot.pose is None
    post, hinge, ticket = robot.joints
    assert close(post.pose_in_parent, (2, 1, 0.5), (0, 0, 1.5))
    assert (hinge.parent, ticket.name, ticket.type) == ("post", "ticket_free", JointType.FLOATING)
    assert ticket.parent == "world"


def test_a_joint_that_is_one_too_many_closes_a_loop() -> None:
    links = '<link name="a"/><link name="b"/>'
    again = joint().replace('"j"', '"k"')
    robot = robot_of(links + joint() + again)
    assert [each.name for each in robot.joints] == ["j"]
    assert [each.name for each in robot.loops] == ["k"]


def test_a_ring_of_joints_has_a_root() -> None:
    ring = "".join(joint(ends=(a, b)).replace('"j"', f'"{a}{b}"') for a, b in (("a", "b"), ("b", "c"), ("c", "a")))
    robot = robot_of('<link name="a"/><link name="b"/><link name="c"/>' + ring)
    assert [each.name for each in robot.loops] == ["ca"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<link name="a"/><link name="a"/>', "sdf.name"),
        ('<link name="__a__"/>', "sdf.name"),
        ('<link name="a"><pose relative_to="z">0 0 0 0 0 0</pose></link>', "sdf.unknown-frame"),
        ('<link name="a"/><frame name="f" attached_to="z"/>', "sdf.unknown-frame"),
        (
            '<link name="a"/><frame name="f" attached_to="g"/><frame name="g" attached_to="f"/>',
            "sdf.frame-cycle",
        ),
        ('<link name="a"/><link name="b"/>' + joint(kind="door"), "sdf.joint-type"),
        ('<link name="a"/>' + joint(), "sdf.joint-end"),
        ('<link name="a"/><link name="b"/>' + joint("<xyz>0 0 0</xyz>"), "sdf.zero-axis"),
        (
            '<link name="a"/><link name="b"/>' + joint('<xyz expressed_in="z">1 0 0</xyz>'),
            "sdf.unknown-frame",
        ),
        ('<link name="a"><pose>1 2 3</pose></link>', "number.bad"),
    ],
)
def test_a_faulty_element_is_reported_and_the_others_are_read(text: str, code: str) -> None:
    report = Report()
    robot = robot_of(text, report)
    assert robot.links
    assert report.having(code)


def test_below_1_7_a_joint_may_be_called_like_a_link() -> None:
    text = '<link name="a"/><link name="j"/>' + joint(ends=("a", "j"))
    report = Report()
    (found,) = robot_of(text, report, "1.6").joints
    assert (found.name, found.child) == ("j", "j")
    assert not report.having("sdf.name")
    robot_of(text, report, "1.7")
    assert report.having("sdf.name")


def test_all_models_of_a_world() -> None:
    world = world_of(
        """<world name="w"><gravity>0 0 -1.6</gravity>
          <model name="one"><pose>1 0 0 0 0 0</pose><link name="l"/></model>
          <model name="two"><pose relative_to="one">0 1 0 0 0 0</pose><link name="l"/></model>
          <joint name="weld" type="fixed"><parent>one::l</parent><child>two::l</child></joint></world>"""
    )
    assert [each.robot.name for each in world.robots] == ["one", "two"]
    assert close(world.robots[1].pose, (1, 1, 0))
    assert world.gravity == (0, 0, -1.6)
    (weld,) = world.joints
    assert (weld.parent_robot, weld.joint.parent) == ("one", "l")
    assert (weld.child_robot, weld.joint.child) == ("two", "l")
    assert close(weld.joint.pose_in_parent, (0, 1, 0))


def test_several_outlines_of_one_height_are_one_shape() -> None:
    points = "<point>{0} {0}</point><point>{1} {0}</point><point>0 {1}</point>"
    outline = f"<polyline>{points}<height>{{2}}</height></polyline>"
    shape = "<geometry>{}</geometry>"
    document = "<sdf version='1.9'><model name='m'><link name='a'><visual name='v'>{}</visual></link></model></sdf>"
    both = outline.format(0, 4, 1) + outline.format(1, 2, 1)
    (visual,) = read_text(document.format(shape.format(both)), "sdf").links[0].visuals
    assert visual.shape == Extrusion(((0, 0), (4, 0), (0, 4)), 1, further=(((1, 1), (2, 1), (0, 2)),))
    robot = Robot(name="m", links=(Link(name="a", visuals=(Geometry(shape=visual.shape),)),))
    back = read_text(write_bytes(robot, "sdf"), "sdf")
    assert back.links[0].visuals[0].shape == visual.shape
    high = outline.format(0, 4, 1) + outline.format(1, 2, 3)
    robot = read_text(document.format(shape.format(high)), "sdf")
    assert robot.links[0].visuals[0].shape is None
    assert [each.name for each in robot.extensions] == ["polyline", "polyline"]


def test_an_empty_frame_attribute_of_a_pose_is_ignored() -> None:
    camera = "<camera><pose frame=''>1 0 0 0 0 0</pose></camera>"
    sensor = f"<sensor name='eye' type='camera'><pose frame=''>0 0 1 0 0 0</pose>{camera}</sensor>"
    robot = read_text(f"<sdf version='1.6'><model name='m'><link name='a'>{sensor}</link></model></sdf>", "sdf")
    assert robot.extensions == ()
    assert b"frame=" not in write_bytes(robot, "sdf")

"""Sensors in the formats that hold them: any at all, and those of real robots."""

from __future__ import annotations

from math import pi
from pathlib import Path

import pytest
from reading import read_text
from real import corpus, example_robots
from sensors import Chance

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.facts.difference import Difference
from robotfmt.formats import Feature
from robotfmt.hub.proof import CLAIMS, whole_of
from robotfmt.kinematics.frames import viewed
from robotfmt.model import (
    Axis,
    Camera,
    Joint,
    JointType,
    Link,
    MultiCamera,
    Pose,
    Robot,
    Rpy,
    Sensor,
    View,
)
from robotfmt.model.json import from_json, to_json
from robotfmt.model.record import replace

pytestmark = pytest.mark.slow
HINGE = Joint(
    name="hinge",
    type=JointType.CONTINUOUS,
    parent="body",
    child="arm",
    axes=(Axis(direction=(0.0, 0.0, 1.0)),),
)
PLAIN = Robot(name="robot", links=(Link(name="body"), Link(name="arm")), joints=(HINGE,))


@pytest.mark.parametrize("seed", range(12))
def test_any_sensors_are_written_with_proof(seed: int, tmp_path: Path) -> None:
    robot = replace(PLAIN, sensors=Chance(seed).sensors(["body", "arm", "hinge"], ["hinge"]))
    robotfmt.write(robot, tmp_path / "robot.urdf")
    found = robotfmt.read(tmp_path / "robot.urdf")
    assert sorted(each.name for each in found.sensors) == sorted(each.name for each in robot.sensors)


@pytest.mark.parametrize("seed", range(12))
def test_sensor_facts_without_words_in_collada_are_reported_or_in_the_sidecar(seed: int, tmp_path: Path) -> None:
    robot, report = replace(PLAIN, sensors=Chance(seed).sensors(["body", "arm", "hinge"], ["hinge"])), Report()
    robotfmt.write(robot, tmp_path / "lossy.dae", report=report)
    _check_reported(robotfmt.diff(robot, robotfmt.read(tmp_path / "lossy.dae")), report)
    robotfmt.write(robot, tmp_path / "kept.dae", keep=True)
    found = robotfmt.read(tmp_path / "kept.dae")
    assert sorted(each.name for each in found.sensors) == sorted(each.name for each in robot.sensors)
    assert robotfmt.diff(robot, found) == []


def _check_reported(different: list[Difference], report: Report) -> None:
    """Check that each difference, or the whole of which it is a part, is reported with what became of it."""
    told = {each.subject for each in report if each.fate in CLAIMS}
    assert [each.subject for each in different if not whole_of(each.subject, told)] == []


@pytest.mark.parametrize("seed", range(12))
def test_any_sensors_are_the_same_after_json(seed: int) -> None:
    robot = Robot(sensors=Chance(seed).sensors(["body"], []))
    assert from_json(to_json(robot)) == robot


ACCEPTED = """<robot name="r"><link name="head"/><link name="base"/>
  <joint name="neck" type="fixed"><parent link="base"/><child link="head"/></joint>
  <gazebo reference="head">
    <sensor name="eye" type="camera">
      <pose>0.1 0 0.2 0 0.5 0</pose><always_on>1</always_on><update_rate>30</update_rate>
      <visualize>false</visualize><topic>head/image</topic>
      <camera name="left">
        <horizontal_fov>1.3962634</horizontal_fov>
        <image><width>800</width><height>600</height><format>B8G8R8</format></image>
        <clip><near>0.02</near><far>300</far></clip>
        <noise><type>gaussian</type><mean>0.5</mean><stddev>0.007</stddev></noise>
        <distortion><k1>-0.25</k1><k2>0.12</k2><k3>0.03</k3><p1>-0.00028</p1><p2>-5e-05</p2>
          <center>0.5 0.4</center></distortion>
      </camera>
      <plugin name="driver" filename="libcamera.so"/>
    </sensor>
  </gazebo>
  <gazebo reference="base">
    <sensor name="scan" type="gpu_ray">
      <update_rate>40</update_rate>
      <ray>
        <scan>
          <horizontal><samples>720</samples><resolution>1</resolution>
            <min_angle>-1.570796</min_angle><max_angle>1.2</max_angle></horizontal>
          <vertical><samples>16</samples><resolution>0.5</resolution>
            <min_angle>-0.26</min_angle><max_angle>0.27</max_angle></vertical>
        </scan>
        <range><min>0.1</min><max>30</max><resolution>0.01</resolution></range>
        <noise><type>gaussian</type><mean>0</mean><stddev>0.02</stddev></noise>
      </ray>
    </sensor>
    <sensor name="balance" type="imu">
      <pose>0 0 0.5 1.5 0 3</pose>
      <imu>
        <orientation_reference_frame><localization>CUSTOM</localization>
          <custom_rpy parent_frame="world">0 0 1</custom_rpy>
          <grav_dir_x>1 0 0</grav_dir_x></orientation_reference_frame>
        <angular_velocity>
          <x><noise type="gaussian"><mean>0.1</mean><stddev>0.0002</stddev><bias_mean>7.5e-06</bias_mean>
            <bias_stddev>8e-07</bias_stddev></noise></x>
          <y><noise type="gaussian"><stddev>0.0003</stddev></noise></y>
          <z><noise type="gaussian"><stddev>0.0004</stddev>
            <dynamic_bias_stddev>0.001</dynamic_bias_stddev>
            <dynamic_bias_correlation_time>400</dynamic_bias_correlation_time>
            <precision>0.01</precision></noise></z>
        </angular_velocity>
        <linear_acceleration>
          <x><noise type="gaussian"><stddev>0.017</stddev></noise></x>
          <y><noise type="none"><stddev>0.018</stddev></noise></y>
          <z><noise type="gaussian"><stddev>0.019</stddev></noise></z>
        </linear_acceleration>
        <enable_orientation>0</enable_orientation>
      </imu>
    </sensor>
  </gazebo>
</robot>"""


def test_a_camera_a_laser_and_an_imu_go_through_collada_without_loss(tmp_path: Path) -> None:
    (tmp_path / "in.urdf").write_text(ACCEPTED)
    robotfmt.convert(tmp_path / "in.urdf", tmp_path / "via.dae", keep=True)
    report = robotfmt.convert(tmp_path / "via.dae", tmp_path / "out.urdf").report
    assert [each for each in report if each.code == "urdf.sensor"] == []
    back = (tmp_path / "out.urdf").read_text()
    # Yes and no are spelt as COLLADA spells them.
    spelt = ACCEPTED.replace("<always_on>1<", "<always_on>true<")
    spelt = spelt.replace("<enable_orientation>0<", "<enable_orientation>false<")
    assert _sensors_of(back) == _sensors_of(spelt)


def _sensors_of(text: str) -> list[object]:
    """The sensors in a text as nested lists, with numbers as numbers; it knows nothing of the model."""
    from lxml import etree

    def plain(element: etree._Element) -> object:
        words = tuple(map(_number, (element.text or "").split()))
        return element.tag, sorted(element.attrib.items()), words, sorted(map(plain, element), key=repr)

    blocks = etree.fromstring(text.encode()).iter("gazebo")
    return [(block.get("reference"), plain(sensor)) for block in blocks for sensor in block]


def _number(word: str) -> object:
    try:
        return round(float(word), 12)
    except ValueError:
        return word


def test_gazebos_camera_looks_along_x_and_openraves_along_z() -> None:
    ahead = Sensor(name="eye", link="head", data=Camera(view=View.FORWARD))
    optical = viewed(ahead, View.OPTICAL)
    assert optical.pose is not None
    for pixel_axis, seen in (
        ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)),
        ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
        ((0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
    ):
        assert _turned(optical.pose, pixel_axis) == pytest.approx(seen, abs=1e-15)
    graphics = viewed(ahead, View.GRAPHICS)
    assert graphics.pose is not None
    assert _turned(graphics.pose, (0.0, 0.0, -1.0)) == pytest.approx((1.0, 0.0, 0.0), abs=1e-15)
    assert _turned(graphics.pose, (0.0, 1.0, 0.0)) == pytest.approx((0.0, 0.0, 1.0), abs=1e-15)
    assert viewed(optical, View.FORWARD) == ahead
    assert viewed(viewed(graphics, View.OPTICAL), View.FORWARD) == ahead


def _turned(pose: Pose, axis: tuple[float, float, float]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, axis, strict=True)) for row in pose.matrix)


def test_where_a_camera_looks_is_a_fact_and_its_frame_is_none() -> None:
    pose = Pose((0.1, 0.0, 0.0), Rpy(0.0, 0.0, pi / 2))
    one = Sensor(name="eye", link="body", pose=pose, data=Camera(view=View.FORWARD, width=1))
    pair = Sensor(name="pair", data=MultiCamera(cameras=(Camera(view=View.FORWARD, pose=pose),)))
    robot = replace(PLAIN, sensors=(one, pair))
    same = replace(PLAIN, sensors=(viewed(one, View.GRAPHICS), viewed(pair, View.OPTICAL)))
    assert robotfmt.diff(robot, same) == []
    turned = replace(PLAIN, sensors=(replace(one, data=Camera(width=1)), pair))
    assert [each.subject for each in robotfmt.diff(robot, turned)] == ["sensor/eye/rotation"]


REAL = [path for path in (*corpus("urdf/**/*.urdf"), *example_robots()) if b"<sensor" in path.read_bytes()]


def _real(path: Path) -> Robot | None:
    try:
        return read_text(path.read_bytes(), "urdf", name=str(path))
    except RobotfmtError:
        return None


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_sensors_go_through_collada_and_back(path: Path, tmp_path: Path) -> None:
    robot = _real(path)
    if robot is None:
        pytest.skip("it cannot be read")
    links = tuple(replace(each, visuals=(), collisions=()) for each in robot.links)
    joints = tuple(replace(each, type=JointType.FIXED, axes=()) for each in robot.joints)
    bare, report = Robot(name=robot.name, links=links, joints=joints, sensors=robot.sensors), Report()
    robotfmt.write(bare, tmp_path / "lossy.dae", report=report)
    _check_reported(robotfmt.diff(bare, robotfmt.read(tmp_path / "lossy.dae")), report)
    robotfmt.write(bare, tmp_path / "via.dae", keep=True)
    robotfmt.convert(tmp_path / "via.dae", tmp_path / "back.urdf")
    back = robotfmt.read(tmp_path / "back.urdf")
    assert [each for each in robotfmt.diff(bare, back) if each.fact.feature is Feature.SENSORS] == []


@pytest.mark.skipif(not REAL, reason="real robots are not here")
def test_there_are_real_sensors() -> None:
    robots = [robot for robot in map(_real, REAL) if robot is not None]
    assert sum(len(robot.sensors) for robot in robots) >= 60


TWINS = """<robot name="eyes"><link name="head"/><gazebo reference="head"><material>Gazebo/Red</material>
<sensor name="eye" type="depth"><update_rate>6</update_rate><plugin name="p" filename="left.so"/></sensor>
<sensor name="eye" type="depth"><update_rate>7</update_rate><plugin name="p" filename="right.so"/></sensor>
</gazebo></robot>"""


def test_plugins_of_sensors_with_one_name_come_back_from_a_sidecar(tmp_path: Path) -> None:
    """Gazebo's files of TALOS have two depth sensors of one name, each with its plugin."""
    source, made, back = (tmp_path / each for each in ("eyes.urdf", "eyes.xml", "back.urdf"))
    source.write_text(TWINS)
    robotfmt.convert(source, made, keep=True, base="fixed", allow=["mjcf.massless"])
    robotfmt.convert(made, back)
    assert not robotfmt.diff(robotfmt.read(source), robotfmt.read(back))
    text = back.read_text()
    assert text.index("left.so") < text.index("right.so")

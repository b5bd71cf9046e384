"""Sensors of URDF: Gazebo's and urdfdom's, read and written, each against what was worked out by hand."""

from __future__ import annotations

import pytest
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.model import (
    Altimeter,
    AxisNoise,
    Camera,
    Contact,
    ForceTorque,
    Gps,
    Imu,
    Laser,
    Link,
    Magnetometer,
    MultiCamera,
    Noise,
    OrientationReference,
    Pose,
    Robot,
    Rpy,
    Sensor,
    Surface,
    View,
)
from robotfmt.model.record import replace

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<robot name="r">
  <link name="base"/>
  <link name="head"/>
  <joint name="neck" type="fixed">
    <parent link="base"/>
    <child link="head"/>
  </joint>
"""
CAMERA = """  <gazebo reference="head">
    <sensor name="eye" type="camera">
      <pose>0.1 0 0.2 0 0.5 0</pose>
      <always_on>1</always_on>
      <update_rate>30</update_rate>
      <visualize>false</visualize>
      <topic>image</topic>
      <camera name="left">
        <horizontal_fov>1.4</horizontal_fov>
        <image>
          <width>800</width>
          <height>600</height>
          <format>R8G8B8</format>
        </image>
        <clip>
          <near>0.02</near>
          <far>300</far>
        </clip>
        <noise>
          <type>gaussian</type>
          <mean>0</mean>
          <stddev>0.007</stddev>
        </noise>
        <distortion>
          <k1>-0.25</k1>
          <k2>0.12</k2>
          <k3>0.03</k3>
          <p1>-0.0003</p1>
          <p2>-5e-05</p2>
          <center>0.5 0.4</center>
        </distortion>
        <lens>
          <intrinsics>
            <fx>277</fx>
            <fy>278</fy>
            <cx>160</cx>
            <cy>120</cy>
            <s>0.5</s>
          </intrinsics>
        </lens>
      </camera>
    </sensor>
  </gazebo>
"""
EYE = Sensor(
    name="eye",
    link="head",
    pose=Pose((0.1, 0.0, 0.2), Rpy(0.0, 0.5, 0.0)),
    always_on=True,
    update_rate=30.0,
    visualize=False,
    topic="image",
    data=Camera(
        view=View.FORWARD,
        name="left",
        horizontal_fov=1.4,
        width=800,
        height=600,
        channels=3,
        format="uint8",
        near=0.02,
        far=300.0,
        noise=Noise(type="gaussian", mean=0.0, stddev=0.007),
        distortion_model="plumb_bob",
        distortion=(-0.25, 0.12, -0.0003, -5e-05, 0.03),
        distortion_center=(0.5, 0.4),
        intrinsic=(277.0, 0.5, 160.0, 0.0, 278.0, 120.0),
    ),
)
LASER = """  <gazebo reference="base">
    <sensor name="scan" type="gpu_ray">
      <ray>
        <scan>
          <horizontal>
            <samples>720</samples>
            <resolution>1</resolution>
            <min_angle>-1.5</min_angle>
            <max_angle>1.2</max_angle>
          </horizontal>
          <vertical>
            <samples>16</samples>
            <resolution>0.5</resolution>
            <min_angle>-0.2</min_angle>
            <max_angle>0.3</max_angle>
          </vertical>
        </scan>
        <range>
          <min>0.1</min>
          <max>30</max>
          <resolution>0.01</resolution>
        </range>
        <noise>
          <type>gaussian</type>
          <stddev>0.02</stddev>
        </noise>
      </ray>
    </sensor>
  </gazebo>
"""
SCAN = Sensor(
    name="scan",
    type="gpu_ray",
    link="base",
    data=Laser(
        samples=720,
        resolution=1.0,
        min_angle=-1.5,
        max_angle=1.2,
        vertical_samples=16,
        vertical_resolution=0.5,
        vertical_min_angle=-0.2,
        vertical_max_angle=0.3,
        min_range=0.1,
        max_range=30.0,
        range_resolution=0.01,
        noise=Noise(type="gaussian", stddev=0.02),
    ),
)
IMUS = """  <gazebo reference="base">
    <sensor name="new" type="imu">
      <imu>
        <orientation_reference_frame>
          <localization>CUSTOM</localization>
          <custom_rpy parent_frame="world">0 0 1</custom_rpy>
          <grav_dir_x>1 0 0</grav_dir_x>
        </orientation_reference_frame>
        <angular_velocity>
          <x>
            <noise type="gaussian">
              <mean>0.1</mean>
              <stddev>0.2</stddev>
              <bias_mean>0.3</bias_mean>
              <bias_stddev>0.4</bias_stddev>
              <dynamic_bias_stddev>0.5</dynamic_bias_stddev>
              <dynamic_bias_correlation_time>400</dynamic_bias_correlation_time>
              <precision>0.6</precision>
            </noise>
          </x>
          <z>
            <noise type="none"/>
          </z>
        </angular_velocity>
        <linear_acceleration>
          <y>
            <noise type="gaussian">
              <stddev>0.02</stddev>
            </noise>
          </y>
        </linear_acceleration>
        <enable_orientation>false</enable_orientation>
      </imu>
    </sensor>
  </gazebo>
"""
NEW = Imu(
    orientation_reference=OrientationReference(
        localization="CUSTOM",
        custom_rpy=(0.0, 0.0, 1.0),
        custom_rpy_frame="world",
        gravity_x=(1.0, 0.0, 0.0),
    ),
    angular_velocity_noise=AxisNoise(
        x=Noise(
            type="gaussian",
            mean=0.1,
            stddev=0.2,
            bias_mean=0.3,
            bias_stddev=0.4,
            dynamic_bias_stddev=0.5,
            dynamic_bias_correlation_time=400.0,
            precision=0.6,
        ),
        z=Noise(type="none"),
    ),
    linear_acceleration_noise=AxisNoise(y=Noise(type="gaussian", stddev=0.02)),
    measures_orientation=False,
)
OTHERS = """  <gazebo reference="neck">
    <sensor name="wrist" type="force_torque">
      <force_torque>
        <frame>child</frame>
        <measure_direction>child_to_parent</measure_direction>
        <torque>
          <x>
            <noise type="gaussian">
              <stddev>0.1</stddev>
            </noise>
          </x>
        </torque>
      </force_torque>
    </sensor>
  </gazebo>
  <gazebo reference="head">
    <sensor name="bumper" type="contact">
      <contact>
        <collision>head_collision</collision>
        <collision>nose</collision>
        <topic>/bump</topic>
      </contact>
    </sensor>
    <sensor name="where" type="navsat">
      <navsat>
        <position_sensing>
          <horizontal>
            <noise type="gaussian">
              <stddev>2</stddev>
            </noise>
          </horizontal>
        </position_sensing>
        <velocity_sensing>
          <vertical>
            <noise type="gaussian">
              <stddev>0.1</stddev>
            </noise>
          </vertical>
        </velocity_sensing>
      </navsat>
    </sensor>
    <sensor name="height" type="altimeter">
      <altimeter>
        <vertical_position>
          <noise type="gaussian">
            <stddev>0.5</stddev>
          </noise>
        </vertical_position>
      </altimeter>
    </sensor>
    <sensor name="north" type="magnetometer">
      <magnetometer>
        <y>
          <noise type="gaussian">
            <stddev>1e-07</stddev>
          </noise>
        </y>
      </magnetometer>
    </sensor>
    <sensor name="pair" type="multicamera">
      <camera name="left">
        <horizontal_fov>1</horizontal_fov>
      </camera>
      <camera name="right">
        <pose>0 -0.07 0 0 0 0</pose>
        <image>
          <format>BAYER_RGGB8</format>
        </image>
      </camera>
    </sensor>
    <sensor name="beep" type="sonar"/>
    <sensor type="imu"/>
  </gazebo>
"""
OTHER_SENSORS = (
    Sensor(
        name="wrist",
        joint="neck",
        data=ForceTorque(
            frame="child",
            measure_direction="child_to_parent",
            torque_noise=AxisNoise(x=Noise(type="gaussian", stddev=0.1)),
        ),
    ),
    Sensor(name="bumper", link="head", data=Contact(collisions=("head_collision", "nose"), topic="/bump")),
    Sensor(
        name="where",
        type="navsat",
        link="head",
        data=Gps(
            position_horizontal=Noise(type="gaussian", stddev=2.0),
            velocity_vertical=Noise(type="gaussian", stddev=0.1),
        ),
    ),
    Sensor(name="height", link="head", data=Altimeter(position=Noise(type="gaussian", stddev=0.5))),
    Sensor(name="north", link="head", data=Magnetometer(noise=AxisNoise(y=Noise(type="gaussian", stddev=1e-7)))),
    Sensor(
        name="pair",
        link="head",
        data=MultiCamera(
            cameras=(
                Camera(view=View.FORWARD, name="left", horizontal_fov=1.0),
                Camera(
                    view=View.FORWARD,
                    name="right",
                    pose=Pose((0.0, -0.07, 0.0), Rpy(0.0, 0.0, 0.0)),
                    pixel_format="BAYER_RGGB8",
                ),
            )
        ),
    ),
    Sensor(name="beep", type="sonar", link="head"),
    Sensor(name="", link="head", data=Imu()),
)
URDFDOM = """  <sensor name="eye" update_rate="20">
    <origin xyz="0 0 0.1"/>
    <parent link="head"/>
    <camera>
      <image width="640" height="480" format="RGB8" hfov="1.5" near="0.01" far="50"/>
    </camera>
  </sensor>
  <sensor name="scan">
    <parent link="base"/>
    <ray>
      <horizontal samples="100" resolution="1" min_angle="-1.5" max_angle="1.2"/>
      <vertical samples="2" resolution="1" min_angle="-0.1" max_angle="0.1"/>
    </ray>
  </sensor>
  <sensor name="felt" type="accelerometer">
    <origin xyz="1 2 3" rpy="0 0 0.5"/>
    <parent link="base"/>
  </sensor>
  <sensor name="wrist" type="force_torque">
    <parent joint="neck"/>
    <force_torque>
      <frame>sensor</frame>
      <measure_direction>parent_to_child</measure_direction>
    </force_torque>
  </sensor>
"""
URDFDOMS = (
    Sensor(
        name="eye",
        link="head",
        pose=Pose((0.0, 0.0, 0.1)),
        update_rate=20.0,
        data=Camera(width=640, height=480, pixel_format="RGB8", horizontal_fov=1.5, near=0.01, far=50.0),
    ),
    Sensor(
        name="scan",
        link="base",
        data=Laser(
            samples=100,
            resolution=1.0,
            min_angle=-1.5,
            max_angle=1.2,
            vertical_samples=2,
            vertical_resolution=1.0,
            vertical_min_angle=-0.1,
            vertical_max_angle=0.1,
        ),
    ),
    Sensor(name="felt", type="accelerometer", link="base", pose=Pose((1.0, 2.0, 3.0), Rpy(0.0, 0.0, 0.5))),
    Sensor(name="wrist", joint="neck", data=ForceTorque(frame="sensor", measure_direction="parent_to_child")),
)
SAID = {
    "camera": (CAMERA, (EYE,)),
    "laser": (LASER, (SCAN,)),
    "imu": (
        IMUS,
        (Sensor(name="new", link="base", data=NEW),),
    ),
    "others": (OTHERS, OTHER_SENSORS),
    "urdfdom": (URDFDOM, URDFDOMS),
}


@pytest.mark.parametrize(("text", "sensors"), SAID.values(), ids=SAID)
def test_sensors_are_read(text: str, sensors: tuple[Sensor, ...]) -> None:
    report = Report()
    robot = read_text(f"{HEAD}{text}</robot>\n", "urdf", report)
    assert robot.sensors == sensors
    assert robot.extensions == ()
    assert list(report) == []


@pytest.mark.parametrize(("text", "sensors"), SAID.values(), ids=SAID)
def test_written_again_byte_for_byte(text: str, sensors: tuple[Sensor, ...]) -> None:
    document = f"{HEAD}{text}</robot>\n"
    assert write_bytes(read_text(document, "urdf"), "urdf").decode() == document


@pytest.mark.parametrize("name", ["camera", "laser", "others"])
def test_written_without_a_document_that_shows_how(name: str) -> None:
    text, sensors = SAID[name]
    robot = replace(read_text(f"{HEAD}</robot>", "urdf"), sensors=sensors, layouts=())
    written = write_bytes(robot, "urdf").decode()
    if len(sensors) == 1:
        # The document said yes with a digit.
        assert written == f"{HEAD}{text}</robot>\n".replace("<always_on>1<", "<always_on>true<")
    # One block for each sensor.
    assert read_text(written, "urdf").sensors == sensors
    assert written.count("<gazebo ") == len(sensors)


BESIDE = """<robot name="r"><link name="base"/>
  <gazebo reference="base"><touch>0.5</touch></gazebo>
  <gazebo reference="base">
    <!-- before -->
    <paint>Blue</paint>
    <sensor type="ray" name="scan" vendor="x">
      <!-- in -->
      <ray><scan><horizontal><samples>818.0</samples><min_angle>nan</min_angle></horizontal></scan><own/></ray>
      <update_rate>fast</update_rate>
      <pose relative_to="other">1 0 0 0 0 0</pose>
      <plugin name="p" filename="lib.so"><a>1</a></plugin>
    </sensor>
    <sensor type="ray" name="scan"><topic/><always_on>yes</always_on><visualize>true</visualize></sensor>
    <push>1</push>
  </gazebo>
  <gazebo reference="base"/>
  <gazebo><plugin name="all"/></gazebo>
  <sensor name="scan" type="camera"><camera><image width="wide" depth_format="mono8"/></camera></sensor>
</robot>"""


def test_unread_content_of_a_sensor_stays_at_its_place() -> None:
    robot = read_text(BESIDE, "urdf")
    assert [(each.name, type(each.data)) for each in robot.sensors] == [
        ("scan", Laser),
        ("scan", Laser),
        ("scan", Camera),
    ]
    assert robot.sensors[0].data == Laser(samples=818)
    assert (robot.sensors[0].pose, robot.sensors[0].update_rate) == (None, None)
    assert (robot.sensors[1].always_on, robot.sensors[1].visualize) == (None, True)
    first = "/robot/gazebo[@reference='base']"
    block, scan = f"{first}[2]", f"{first}[2]/sensor[@name='scan']"
    assert [(each.place, each.name) for each in robot.extensions] == [
        (first, "touch"),
        (block, "paint"),
        (scan, "vendor"),
        (f"{scan}/ray/scan/horizontal", "min_angle"),
        (f"{scan}/ray", "own"),
        (scan, "update_rate"),
        (scan, "pose"),
        (scan, "plugin"),
        (f"{scan}[2]", "topic"),
        (f"{scan}[2]", "always_on"),
        (block, "push"),
        ("/robot", "gazebo"),
        ("/robot/gazebo", "plugin"),
        ("/robot/sensor[@name='scan']", "type"),
        ("/robot/sensor[@name='scan']/camera", "image"),
    ]
    written = write_bytes(robot, "urdf")
    assert _plain(written) == _plain(BESIDE.replace("818.0", "818").encode())
    assert write_bytes(read_text(written, "urdf"), "urdf") == written


def _plain(text: bytes) -> object:
    """A document as nested lists, without white space; it knows nothing of the model."""
    from lxml import etree

    def plain(node: etree._Element) -> object:
        inside = [plain(each) for each in node]
        return str(node.tag), sorted(node.attrib.items()), (node.text or "").strip(), inside

    return plain(etree.fromstring(text))


def test_a_sensor_block_and_surface_values_of_one_link() -> None:
    shape = '<link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link>'
    text = (
        BESIDE.replace('<link name="base"/>', shape)
        .replace("<touch>0.5</touch>", "<mu1>0.5</mu1>")
        .replace("<push>1</push>", "<kp>1</kp>")
    )
    robot = read_text(text, "urdf")
    assert robot.links[0].collisions[0].surface == Surface(friction=0.5, stiffness=1.0)
    assert len(robot.sensors) == 3
    written = write_bytes(robot, "urdf")
    assert _plain(written) == _plain(text.replace("818.0", "818").encode())
    assert write_bytes(read_text(written, "urdf"), "urdf") == written
    bare = read_text(write_bytes(replace(robot, extensions=(), layouts=()), "urdf"), "urdf")
    assert (bare.links, bare.sensors) == (robot.links, robot.sensors)


def test_without_extensions_no_empty_block_is_left() -> None:
    robot = replace(read_text(BESIDE, "urdf"), extensions=())
    written = write_bytes(robot, "urdf").decode()
    assert written.count("<gazebo") == 1
    assert written.count("<sensor") == 3


@pytest.mark.parametrize(
    ("sensor", "reference"),
    [
        (Sensor(name="s", link="base", data=Imu()), '<gazebo reference="base">'),
        (Sensor(name="s", joint="neck", data=ForceTorque()), '<gazebo reference="neck">'),
        (Sensor(name="s", link="base", type="sonar"), '<gazebo reference="base">'),
        (Sensor(name="s", link="base", type="gyroscope"), '<sensor name="s" type="gyroscope">'),
        (Sensor(name="s", data=Imu()), '<sensor name="s" type="imu"'),
    ],
)
def test_a_new_sensor_is_gazebos_where_gazebo_knows_it(sensor: Sensor, reference: str) -> None:
    robot = replace(read_text(f"{HEAD}</robot>", "urdf"), sensors=(sensor,))
    written = write_bytes(robot, "urdf").decode()
    assert reference in written
    assert read_text(written, "urdf").sensors == (sensor,)


def test_a_name_of_a_link_and_a_joint() -> None:
    text = """<robot name="r"><link name="a"/><link name="b"/>
      <joint name="a" type="fixed"><parent link="a"/><child link="b"/></joint>
      <gazebo reference="a"><sensor name="f" type="force_torque"/><sensor name="i" type="imu"/></gazebo></robot>"""
    force, imu = read_text(text, "urdf").sensors
    assert (force.link, force.joint, imu.link, imu.joint) == (None, "a", "a", None)


def test_properties_without_an_element_are_reported() -> None:
    sensor = Sensor(
        name="eye",
        type="base_laser3d",
        link="base",
        joint="neck",
        model="m",
        data=Laser(samples=3, angle_increment=0.1),
    )
    report = Report()
    robot = replace(read_text(f"{HEAD}</robot>", "urdf"), sensors=(sensor,))
    write_bytes(robot, "urdf", report)
    assert {each.subject for each in report.having("urdf.sensor")} == {
        "sensor/eye/type",
        "sensor/eye/link",
        "sensor/eye/model",
        "sensor/eye/data/angle_increment",
    }


def test_a_sensor_on_a_missing_link_or_joint_is_reported() -> None:
    from robotfmt.validation import validate

    sensors = (
        Sensor(name="s", link="nowhere", data=Imu()),
        Sensor(name="t", joint="nothing", data=ForceTorque()),
    )
    found = validate(Robot(name="r", links=(Link(name="base"),), sensors=sensors))
    assert [each.message for each in found.having("robot.dangling-reference")] == [
        "sensor 's' refers to the link 'nowhere', which does not exist",
        "sensor 't' refers to the joint 'nothing', which does not exist",
    ]


OLD_NOISE = """  <gazebo reference="base">
    <sensor name="old" type="imu">
      <imu>
        <noise>
          <type>gaussian</type>
          <rate>
            <mean>0</mean>
            <stddev>0.0002</stddev>
          </rate>
          <accel>
            <stddev>0.017</stddev>
            <bias_mean>0.1</bias_mean>
          </accel>
        </noise>
      </imu>
    </sensor>
  </gazebo>
"""
TURNING = Noise(type="gaussian", mean=0.0, stddev=0.0002)
PUSHED = Noise(type="gaussian", stddev=0.017, bias_mean=0.1)
OLD = Imu(
    angular_velocity_noise=AxisNoise(x=TURNING, y=TURNING, z=TURNING),
    linear_acceleration_noise=AxisNoise(x=PUSHED, y=PUSHED, z=PUSHED),
)


def test_noise_of_all_axes_as_old_documents_have_it_is_written_for_each() -> None:
    robot = read_text(f"{HEAD}{OLD_NOISE}</robot>\n", "urdf")
    assert [each.data for each in robot.sensors] == [OLD]
    written = write_bytes(robot, "urdf")
    assert b"<rate>" not in written
    assert written.count(b"<stddev>0.017</stddev>") == len("xyz")
    assert [each.data for each in read_text(written, "urdf").sensors] == [OLD]

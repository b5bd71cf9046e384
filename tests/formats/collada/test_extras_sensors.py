"""Sensors: the nine types of the extension text, its examples, and writing."""

from __future__ import annotations

import math

import pytest
from extras import (
    SPOT,
    Loaded,
    chain,
    document,
    injected,
    load,
)

from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    Camera,
    ForceTorque,
    Imu,
    InterfaceType,
    Laser,
    Odometry,
    Parameter,
    Pose,
    RectifiedSensor,
    Sensor,
    SensorData,
    StereoCamera,
)
from robotfmt_collada.parts.sensors import read_sensors

MODEL = chain("base", "neck", "head")
ATTACHED = """
<extra type="attach_sensor" name="left_head_camera">
  <technique profile="OpenRAVE">
    <instance_sensor url="#pgr_camera"/>
    <frame_origin link="head">
      <translate>0 1 0</translate>
      <rotate>0 1 0 90</rotate>
    </frame_origin>
  </technique>
</extra>"""
AT_HEAD = Pose((0.0, 1.0, 0.0), AxisAngles((AxisAngle((0.0, 1.0, 0.0), math.pi / 2),)))
IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ROWS = "1 0 0 0 1 0 0 0 1"
CAMERA = """
  <image_dimensions>640 480 3</image_dimensions><format>uint8</format>
  <measurement_time>0.04</measurement_time><gain>1.5</gain>
  <intrinsic>400 0 320 0 401 240</intrinsic><focal_length>0.01</focal_length>
  <distortion_model type="plumb_bob">0.1 0.2</distortion_model>
  <sensor_reference url="#other"/><target_region url="#body0"/>"""
CAMERA_DATA = Camera(
    width=640,
    height=480,
    channels=3,
    format="uint8",
    measurement_time=0.04,
    gain=1.5,
    intrinsic=(400.0, 0.0, 320.0, 0.0, 401.0, 240.0),
    focal_length=0.01,
    distortion_model="plumb_bob",
    distortion=(0.1, 0.2),
    references=("other",),
    targets=("body0",),
)
STEREO = f"""
  <instance_sensor url="#left"><rectification>{ROWS}</rectification></instance_sensor>
  <instance_sensor url="#right"/>"""
STEREO_DATA = StereoCamera(
    cameras=(RectifiedSensor(sensor="left", rectification=IDENTITY), RectifiedSensor(sensor="right"))
)
FORCE = """
  <load_range_force>1 2 3</load_range_force><load_range_torque>2 2 3</load_range_torque>
  <load_resolution_force>3 2 3</load_resolution_force><load_resolution_torque>4 2 3</load_resolution_torque>
  <load_capacity_range_force>-1 -1 -1</load_capacity_range_force>
  <load_capacity_range_torque>6 2 3</load_capacity_range_torque>"""
FORCE_DATA = ForceTorque(
    load_range_force=(1.0, 2.0, 3.0),
    load_range_torque=(2.0, 2.0, 3.0),
    load_resolution_force=(3.0, 2.0, 3.0),
    load_resolution_torque=(4.0, 2.0, 3.0),
    load_capacity_range_force=(-1.0, -1.0, -1.0),
    load_capacity_range_torque=(6.0, 2.0, 3.0),
)
IMU = f"""<measurement_time>0.01</measurement_time><rotation_covariance>{ROWS}</rotation_covariance>
  <angular_velocity_covariance>{ROWS}</angular_velocity_covariance>
  <linear_acceleration_covariance>{ROWS}</linear_acceleration_covariance>"""
IMU_DATA = Imu(
    measurement_time=0.01,
    rotation_covariance=IDENTITY,
    angular_velocity_covariance=IDENTITY,
    linear_acceleration_covariance=IDENTITY,
)
ODOMETRY = "<measurement_time>0.1</measurement_time><target>wheels</target>"
TYPED = [
    ("base_pinhole_camera", CAMERA, CAMERA_DATA),
    ("base_stereo_camera", STEREO, STEREO_DATA),
    ("base_force6d", FORCE, FORCE_DATA),
    ("base_imu", IMU, IMU_DATA),
    ("base_odometry", ODOMETRY, Odometry(measurement_time=0.1, target="wheels")),
    ("base_laser2d", "<time_increment>0.5</time_increment>", Laser(time_increment=0.5)),
    ("base_laser3d", "<time_increment>0.5</time_increment>", Laser(time_increment=0.5)),
    ("base_flash_laser", "", None),
    ("base_encoder", "", None),
]
NOT_PLAIN = ("base_laser3d", "base_flash_laser", "base_encoder")
"""The types that say more than what the data are: without layers a laser is a plane one."""
OTHERS = '<sensor type="base_pinhole_camera" id="other"/><sensor type="x" id="left"/><sensor type="x" id="right"/>'


def _entry(kind: str, inside: str, name: str = "pgr_camera") -> str:
    return f'<sensor type="{kind}" id="{name}">{inside}</sensor>'


def _document(entries: str, attached: str = ATTACHED) -> str:
    technique = f'<technique profile="OpenRAVE">{entries}</technique>'
    library = f'<extra type="library_sensors" id="libsensors">{technique}</extra>'
    return document(MODEL, system=attached, root=library)


def _read(entries: str, attached: str = ATTACHED) -> tuple[tuple[Sensor, ...], Loaded]:
    loaded = load(_document(entries, attached))
    return read_sensors(loaded.body, loaded.extras), loaded


def _one(kind: str, inside: str) -> tuple[Sensor, Loaded]:
    (sensor,), loaded = _read(_entry(kind, inside) + OTHERS)
    return sensor, loaded


@pytest.mark.parametrize(("kind", "inside", "data"), TYPED)
def test_each_type_of_the_specification(kind: str, inside: str, data: SensorData | None) -> None:
    sensor, loaded = _one(kind, inside)
    assert sensor == Sensor(
        name="left_head_camera",
        type=kind if kind in NOT_PLAIN else None,
        link="HEAD",
        pose=AT_HEAD,
        model="pgr_camera",
        data=data,
    )
    assert [name for _, name, _ in loaded.left()] == ["sensor", "sensor", "sensor"]
    assert loaded.codes == []


def test_the_type_is_found_whatever_its_case_and_kept_as_written() -> None:
    sensor, _ = _one("Base_IMU", IMU)
    assert (sensor.type, sensor.data) == ("Base_IMU", IMU_DATA)


def test_interface_and_hardware_id_of_a_sensor_are_read() -> None:
    sensor, _ = _one(
        "base_imu",
        """<interface_type><technique profile="OpenRAVE"><interface>X</interface></technique></interface_type>
        <hardware_id>007</hardware_id>""",
    )
    assert (sensor.interface, sensor.hardware_id) == (InterfaceType(name="X"), "007")


def test_the_custom_example_of_the_text() -> None:
    sensor, loaded = _one(
        "BaseLaser2D",
        """<minangle>-135</minangle><maxangle>135</maxangle><resolution>0.35</resolution>
        <maxrange>5</maxrange><scantime>0.1</scantime><color>0.5 0.5 1</color>""",
    )
    assert sensor.type == "BaseLaser2D"
    assert sensor.data == Laser(
        min_angle=math.radians(-135),
        max_angle=math.radians(135),
        angle_increment=math.radians(0.35),
        max_range=5.0,
        measurement_time=0.1,
    )
    assert sensor.parameters == (Parameter(name="color", values=(0.5, 0.5, 1.0)),)
    assert [name for _, name, _ in loaded.left()] == ["sensor", "sensor", "sensor"]


def test_parameters_of_a_sensor_instance() -> None:
    more = """<reference_attach_sensor name="right_eye"/><sensor_maker>ACME</sensor_maker>
    <sensor_model>E 100</sensor_model></technique>"""
    (sensor,), loaded = _read(_entry("base_imu", ""), ATTACHED.replace("</technique>", more))
    assert (sensor.reference, sensor.maker, sensor.product) == ("right_eye", "ACME", "E 100")
    assert loaded.left() == []


def test_unlisted_children_are_parameters_and_nested_ones_stay() -> None:
    sensor, loaded = _one(
        "base_imu",
        """<serial>007</serial><max unit="g">-1.0 2</max><note> two words </note><n/>
        <noise><mean>0</mean></noise>""",
    )
    assert sensor.parameters == (
        Parameter(name="serial", values="007"),
        Parameter(name="max", values=(-1.0, 2.0), attributes=(("unit", "g"),)),
        Parameter(name="note", values="two words"),
        Parameter(name="n", values=""),
    )
    assert next(name for _, name, _ in loaded.left()) == "noise"


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<image_dimensions>640 480</image_dimensions>", Camera(width=640, height=480)),
        ("<distortion_model>0</distortion_model>", Camera(distortion=(0.0,))),
        (
            "<distortion_model>bob</distortion_model><distortion_coeffs>1 2</distortion_coeffs>",
            Camera(distortion_model="bob", distortion=(1.0, 2.0)),
        ),
    ],
)
def test_openrave_s_own_cameras(inside: str, expected: Camera) -> None:
    sensor, loaded = _one("base_pinhole_camera", inside)
    assert sensor.data == expected
    assert [name for _, name, _ in loaded.left()] == ["sensor", "sensor", "sensor"]


def test_bad_values_stay() -> None:
    sensor, loaded = _one("base_pinhole_camera", "<gain>x</gain><image_dimensions>640.5 2</image_dimensions>")
    assert sensor.data == Camera()
    assert [name for _, name, _ in loaded.left()][:2] == ["gain", "image_dimensions"]
    assert loaded.codes == ["number.bad"]


def test_an_entry_without_an_instance_stays_and_one_with_two_is_two_sensors() -> None:
    twice = ATTACHED + ATTACHED.replace("left_head", "right_head")
    sensors, loaded = _read(_entry("base_imu", "") + _entry("base_imu", "", "spare"), twice)
    assert [(each.name, each.model) for each in sensors] == [
        ("left_head_camera", "pgr_camera"),
        ("right_head_camera", "pgr_camera"),
    ]
    assert loaded.left() == [("element", "sensor", '<sensor id="spare" type="base_imu"></sensor>')]


def test_equal_names_are_numbered() -> None:
    sensors, loaded = _read(_entry("base_imu", ""), ATTACHED + ATTACHED)
    assert [each.name for each in sensors] == ["left_head_camera", "left_head_camera_2"]
    assert loaded.codes == ["collada.name-changed"]


def test_a_sensor_without_an_entry() -> None:
    (sensor,), loaded = _read("", ATTACHED.replace('<instance_sensor url="#pgr_camera"/>', ""))
    assert sensor == Sensor(name="left_head_camera", link="HEAD", pose=AT_HEAD)
    assert loaded.left() == [] and loaded.codes == []


@pytest.mark.parametrize(
    ("old", "new", "left", "code"),
    [
        ("#pgr_camera", "#nil", ("element", "instance_sensor"), "collada.unresolved"),
        ("#pgr_camera", "./x.dae#nil", ("element", "instance_sensor"), "collada.external"),
        ('"head"', '"nil"', ("attribute", "link"), "collada.unresolved"),
    ],
)
def test_dangling_references(old: str, new: str, left: tuple[str, str], code: str) -> None:
    (sensor,), loaded = _read("", ATTACHED.replace(old, new))
    assert sensor.name == "left_head_camera"
    assert left in [(kind, name) for kind, name, _ in loaded.left()]
    assert code in loaded.codes


def test_references_between_sensors_go_by_the_names_of_attached_ones() -> None:
    other = ATTACHED.replace("left_head_camera", "eye").replace("#pgr_camera", "#other")
    (_, sensor), loaded = _read(_entry("base_pinhole_camera", CAMERA) + OTHERS, other + ATTACHED)
    assert isinstance(sensor.data, Camera) and sensor.data.references == ("eye",)
    assert loaded.codes == []


def test_a_reference_to_nothing_is_reported_and_kept() -> None:
    (sensor,), loaded = _read(_entry("base_stereo_camera", STEREO))
    assert sensor.data == STEREO_DATA
    assert loaded.codes == ["collada.unresolved", "collada.unresolved"]


def test_the_name_of_an_entry_is_the_model() -> None:
    _, loaded = _read('<sensor type="base_imu" id="pgr_camera" name="pgr_camera" sid="0"/>')
    assert loaded.left() == [("attribute", "sid", "0")]
    (sensor,), loaded = _read('<sensor type="base_imu" id="pgr_camera" name="IMU"/>')
    assert (sensor.model, loaded.left()) == ("IMU", [])


@pytest.mark.parametrize(("kind", "inside"), [(kind, inside) for kind, inside, _ in TYPED])
def test_everything_unknown_survives(kind: str, inside: str) -> None:
    for where, text in injected(_document(_entry(kind, inside + "<color>1 2</color>") + OTHERS)):
        loaded = load(text)
        sensors = read_sensors(loaded.body, loaded.extras)
        assert SPOT in repr((loaded.left(), sensors)), where
        assert len(sensors) == 1

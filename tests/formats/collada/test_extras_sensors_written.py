"""Sensors: writing, and reading back what was written."""

from __future__ import annotations

import pytest
from extras import (
    Loaded,
    compact,
    load,
    plain,
    robot,
    written,
)

from robotfmt.model import (
    Camera,
    Imu,
    Laser,
    Parameter,
    RectifiedSensor,
    Robot,
    Sensor,
    SensorData,
    StereoCamera,
)
from robotfmt.model.record import replace
from robotfmt_collada.adapting.devices import on_links, uniquely_named, with_sensors
from robotfmt_collada.parts.body import Ids
from robotfmt_collada.parts.libraries import write_library
from robotfmt_collada.parts.sensors import read_sensors, write_sensors
from tests.formats.collada.test_extras_sensors import AT_HEAD, CAMERA_DATA, IMU_DATA, TYPED


def _written(*sensors: Sensor) -> tuple[tuple[Sensor, ...], Loaded]:
    model = Robot(links=robot().links, joints=robot().joints, sensors=sensors)
    ids = Ids(model)
    entries, attached = write_sensors(model, ids)
    loaded = load(written(model, ids, system=attached, root=[write_library("sensors", entries)]))
    return read_sensors(loaded.body, loaded.extras), loaded


def _adapted(sensor: Sensor) -> Sensor:
    model = Robot(links=robot().links, joints=robot().joints, sensors=(sensor,))
    (made,) = with_sensors(on_links(uniquely_named(model))).sensors
    return made


def test_a_camera_is_written_as_the_specification_has_it() -> None:
    sensor = Sensor(
        name="eye",
        link="l2",
        pose=AT_HEAD,
        model="pgr",
        data=CAMERA_DATA,
        hardware_id="7",
        parameters=(Parameter(name="color", values=(0.5, 1.0)),),
    )
    model = Robot(links=robot().links, sensors=(sensor,))
    entries, attached = write_sensors(model, Ids(model))
    assert plain(write_library("sensors", entries)) == compact("""
    <extra type="library_sensors" id="sensors"><technique profile="OpenRAVE">
      <sensor type="base_pinhole_camera" id="pgr" name="pgr">
        <image_dimensions>640 480 3</image_dimensions><format>uint8</format>
        <measurement_time>0.04</measurement_time><gain>1.5</gain>
        <intrinsic>400 0 320 0 401 240</intrinsic><focal_length>0.01</focal_length>
        <distortion_model type="plumb_bob">0.1 0.2</distortion_model>
        <sensor_reference url="#other"/><target_region url="#body0"/>
        <color>0.5 1</color><hardware_id>7</hardware_id>
      </sensor>
    </technique></extra>""")
    assert [plain(each) for each in attached] == [
        compact("""
    <extra type="attach_sensor" name="eye"><technique profile="OpenRAVE">
      <instance_sensor url="#pgr"/>
      <frame_origin link="kmodel0/link2"><translate>0 1 0</translate><rotate>0 1 0 90</rotate></frame_origin>
    </technique></extra>""")
    ]
    assert write_library("sensors", []) is None


def test_parameters_of_an_instance_belong_to_one_sensor() -> None:
    eye = Sensor(name="left", model="pgr", data=CAMERA_DATA, maker="ACME", product="E 100")
    other = replace(eye, name="right", reference="left", maker=None)
    model = Robot(links=robot().links, sensors=(eye, other))
    entries, attached = write_sensors(model, Ids(model))
    assert len(entries) == 1
    assert [plain(each) for each in attached] == [
        compact("""<extra type="attach_sensor" name="left"><technique profile="OpenRAVE">
        <instance_sensor url="#pgr"/><sensor_maker>ACME</sensor_maker><sensor_model>E 100</sensor_model>
        </technique></extra>"""),
        compact("""<extra type="attach_sensor" name="right"><technique profile="OpenRAVE">
        <instance_sensor url="#pgr"/><reference_attach_sensor name="left"/><sensor_model>E 100</sensor_model>
        </technique></extra>"""),
    ]
    assert _written(eye, other)[0] == (eye, other)


@pytest.mark.parametrize(("kind", "data"), [(kind, data) for kind, _, data in TYPED])
def test_each_type_reads_back_equal(kind: str, data: SensorData | None) -> None:
    extra = (
        Parameter(name="color", values=(1.0, 2.0)),
        Parameter(name="n", values="007", attributes=(("a", "b"),)),
    )
    typed = _adapted(Sensor(name="s", type=kind, link="l1", pose=AT_HEAD, model="m", data=data, parameters=extra))
    found, loaded = _written(typed)
    assert found == (typed,)
    assert loaded.left() == []


@pytest.mark.parametrize(
    "sensor",
    [
        Sensor(name="nothing"),
        Sensor(name="on a link", link="l0"),
        Sensor(name="posed", pose=AT_HEAD),
        Sensor(name="no model", type="base_encoder", joint="j1"),
        Sensor(name="m", type="base_imu", model="not an id", data=Imu(), update_rate=30.5),
        Sensor(
            name="camera",
            type="camera",
            data=Camera(width=1, horizontal_fov=1.5, near=0.1, far=10.0, distortion_model="x"),
        ),
        Sensor(name="ray", type="ray", data=Laser(resolution=0.5, samples=9, vertical_max_angle=1.0)),
        Sensor(
            name="awkward",
            type="x",
            parameters=(
                Parameter(name="two words", values=(1, 2), attributes=(("the unit", "m"),)),
                Parameter(name="number", values="12"),
                Parameter(name="hardware_id", values=(0.5,)),
                Parameter(name="empty", values=()),
            ),
        ),
        Sensor(name="whole", type="x", model="y", parameters=(Parameter(name="p", values=(1.0, 2.0)),)),
    ],
)
def test_adapted_sensors_read_back_equal(sensor: Sensor) -> None:
    sensor = _adapted(sensor)
    found, loaded = _written(sensor)
    assert found == (sensor,)
    assert loaded.left() == []
    assert [type(value) for p in found[0].parameters for value in p.values] == [
        type(value) for p in sensor.parameters for value in p.values
    ]


def test_equal_data_of_one_model_is_one_entry() -> None:
    first = Sensor(name="a", model="m", data=IMU_DATA, link="l1")
    second = replace(first, name="b", link="l2")
    other = replace(first, name="c", data=Imu(measurement_time=2.0))
    alone = replace(first, name="d", model=None)
    model = Robot(links=robot().links, sensors=(first, second, other, alone))
    entries, _ = write_sensors(model, Ids(model))
    assert [entry.get("id") for entry in entries] == ["m", "m_2", "d"]
    found, _ = _written(first, second, other, alone)
    assert found == model.sensors


def test_references_find_the_entries_of_the_sensors_they_name() -> None:
    left = Sensor(name="left", data=Camera(), model="eye")
    right = replace(left, name="right", data=Camera(references=("left",)))
    stereo = Sensor(
        name="both",
        model="pair",
        data=StereoCamera(cameras=(RectifiedSensor(sensor="left"), RectifiedSensor(sensor="right"))),
    )
    found, loaded = _written(left, right, stereo)
    assert found == (left, right, stereo)
    assert loaded.codes == []

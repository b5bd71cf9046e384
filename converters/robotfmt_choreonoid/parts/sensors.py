"""Sensors: the devices of a body that measure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import atan, degrees, pi, radians, tan

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import Camera, ForceTorque, Imu, Joint, Laser, Origin, Robot, Sensor, SensorData
from robotfmt.model.record import replace

from ..document.mappings import Part
from ..document.records import Scan
from ..words import FORMATS, SENSORS
from .lasers import laser_of, scan_of

_PLAIN_CAMERA = "color"
_WIDTH, _HEIGHT = 640, 480
"""The size of an image that gives none."""
DEVICES: dict[str, type[SensorData]] = {
    "ForceSensor": ForceTorque,
    "RateGyroSensor": Imu,
    "AccelerationSensor": Imu,
    "IMU": Imu,
    "Imu": Imu,
    "Camera": Camera,
    "CameraDevice": Camera,
    "RangeSensor": Laser,
}
"""The data of the sensor of each node."""
_NODES: dict[type[object], str] = {ForceTorque: "ForceSensor", Imu: "IMU", Camera: "Camera", Laser: "RangeSensor"}
_PARTS_OF_IMU = {"gyro": "RateGyroSensor", "accelerometer": "AccelerationSensor"}
"""The nodes of sensors that measure a part of what an inertial unit does, by their types."""
_TYPES = {node: kind for kind, node in _PARTS_OF_IMU.items()}
_KINDS: dict[type[object], Collection[str]] = {Imu: _PARTS_OF_IMU, Camera: {*FORMATS.values()} - {_PLAIN_CAMERA}}
"""The types of sensors that a body has words for."""


def _ratio(width: int | None, height: int | None) -> float:
    """Return the width of an image divided by its height, if the width is larger, else 1."""
    wide, high = _WIDTH if width is None else width, _HEIGHT if height is None else height
    return max(wide / high, 1.0) if wide > 0 and high > 0 else 1.0


def _across(fov: float | None, ratio: float) -> float | None:
    """Return the horizontal field of view; a body gives the smaller one of the horizontal and the vertical."""
    if fov is None or ratio == 1 or not 0 < fov < pi:
        return fov
    return 2 * atan(tan(fov / 2) * ratio)


def read_device(part: Part, node: str, link: str, name: str | None) -> Sensor:
    """Return the sensor of a node, without its pose."""
    found = SENSORS[DEVICES[node]].read(part, name=name or node, link=link)
    kind = found.type if found.type != _PLAIN_CAMERA else None
    return replace(found, type=_TYPES.get(node, kind), data=_of_body(found.data, part.origin))


def _of_body(data: object, origin: Origin | None) -> object:
    """Return the data of a sensor as the model has them."""
    if isinstance(data, Scan):
        return laser_of(data, origin)
    if isinstance(data, Camera):
        return replace(data, horizontal_fov=_across(data.horizontal_fov, _ratio(data.width, data.height)))
    return data


# Writing


def node_of(sensor: Sensor) -> str:
    """Return the node of a sensor that a body has."""
    return _PARTS_OF_IMU.get(sensor.type or "", _NODES[type(sensor.data)])


def write_device(sensor: Sensor) -> dict[str, Tree]:
    """Return the keys that :func:`read_device` reads, without the pose."""
    given = replace(sensor, type=sensor.type or _PLAIN_CAMERA, data=_in_body(sensor.data))
    return {"type": Word(node_of(sensor)), "name": sensor.name, **SENSORS[type(sensor.data)].write(given)}


def _in_body(data: SensorData | None) -> object:
    """Return the data of a sensor as a body has them."""
    if isinstance(data, Laser):
        return scan_of(data)
    return replace(data, horizontal_fov=_smaller(data)) if isinstance(data, Camera) else data


def _smaller(camera: Camera) -> float | None:
    """Return the smaller one of the horizontal and the vertical field of view."""
    fov, ratio = camera.horizontal_fov, _ratio(camera.width, camera.height)
    if fov is None or ratio == 1 or not 0 < fov < pi:
        return fov
    found = 2 * atan(tan(fov / 2) / ratio)
    # The angle that was read, without the errors of its conversion.
    plain = radians(round(degrees(found), 12))
    return plain if _across(plain, ratio) == fov else found


def supported_sensor(sensor: Sensor, robot: Robot, above: Mapping[str, Joint]) -> Sensor | None:
    """Return a sensor with what a body gives of one; None if it has no such sensor.

    Args:
        sensor: The sensor, at a link or a joint.
        robot: The robot of the sensor.
        above: The joint above each link.
    """
    link = sensor.link
    if link is None and sensor.joint is not None:
        joint = robot.joint_by_name.get(sensor.joint)
        link = joint.child if joint is not None else None
    words = SENSORS.get(type(sensor.data))
    if words is None or link is None or link not in robot.link_by_name:
        return None
    joint = above.get(link) if isinstance(sensor.data, ForceTorque) else None
    kind = sensor.type if sensor.type in _KINDS.get(type(sensor.data), ()) else None
    data = sensor.data
    its = words.supported(replace(sensor, link=link, data=scan_of(data) if isinstance(data, Laser) else data))
    made = laser_of(scan_of(data), data.origin) if isinstance(data, Laser) else its.data
    return replace(its, type=kind, joint=joint.name if joint is not None else None, data=made)

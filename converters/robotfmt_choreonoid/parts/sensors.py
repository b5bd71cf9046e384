"""Sensors: the devices of a body that measure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan, degrees, pi, radians, tan

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import (
    Camera,
    ForceTorque,
    Imu,
    Joint,
    Laser,
    Parameter,
    Robot,
    Sensor,
    SensorData,
    View,
)
from robotfmt.model.record import replace

from ..document.mappings import Part
from ..document.values import Angle, whole
from .lasers import read_laser, supported_laser, write_laser

_FORMATS = {
    "COLOR": "color",
    "DEPTH": "depth",
    "COLOR_DEPTH": "color_depth",
    "POINT_CLOUD": "point_cloud",
    "COLOR_POINT_CLOUD": "color_point_cloud",
}
_VIEWS = {"gl": View.GRAPHICS, "cv": View.OPTICAL, "robotics": View.FORWARD}
_FRAMES = {view: word for word, view in _VIEWS.items()}
_PLAIN_CAMERA = "color"
_WIDTH, _HEIGHT = 640, 480
"""The size of an image that gives none."""
_PARTS_OF_IMU = {"gyro": "RateGyroSensor", "accelerometer": "AccelerationSensor"}
"""The nodes of sensors that measure a part of what an inertial unit does, by their types."""


def _force(part: Part) -> tuple[None, ForceTorque]:
    return None, ForceTorque(
        origin=part.origin,
        frame="sensor",
        load_range_force=part.vector("max_force"),
        load_range_torque=part.vector("max_torque"),
    )


def _gyro(part: Part) -> tuple[str, Imu]:
    return "gyro", Imu(origin=part.origin)


def _accelerometer(part: Part) -> tuple[str, Imu]:
    return "accelerometer", Imu(origin=part.origin)


def _imu(part: Part) -> tuple[None, Imu]:
    return None, Imu(origin=part.origin)


def _camera(part: Part) -> tuple[str | None, Camera]:
    kind = part.choice("format", _FORMATS)
    view = part.choice("optical_frame", _VIEWS)
    width, height = part.whole("width"), part.whole("height")
    fov = part.angle("field_of_view")
    return None if kind in (None, _PLAIN_CAMERA) else kind, Camera(
        origin=part.origin,
        view=view or View.GRAPHICS,
        width=width,
        height=height,
        horizontal_fov=_across(fov, _ratio(width, height)),
        near=part.number("near_clip_distance"),
        far=part.number("far_clip_distance"),
    )


def _ratio(width: int | None, height: int | None) -> float:
    """Return the width of an image divided by its height, if the width is larger, else 1."""
    wide, high = _WIDTH if width is None else width, _HEIGHT if height is None else height
    return max(wide / high, 1.0) if wide > 0 and high > 0 else 1.0


def _across(fov: float | None, ratio: float) -> float | None:
    """Return the horizontal field of view; a body gives the smaller one of the horizontal and the vertical."""
    if fov is None or ratio == 1 or not 0 < fov < pi:
        return fov
    return 2 * atan(tan(fov / 2) * ratio)


DEVICES: dict[str, Callable[[Part], tuple[str | None, SensorData]]] = {
    "ForceSensor": _force,
    "RateGyroSensor": _gyro,
    "AccelerationSensor": _accelerometer,
    "IMU": _imu,
    "Imu": _imu,
    "Camera": _camera,
    "CameraDevice": _camera,
    "RangeSensor": read_laser,
}
"""For each node the function that returns the type and the data of its sensor."""


def read_device(part: Part, node: str, link: str, name: str | None) -> Sensor:
    """Return the sensor of a node, without its pose."""
    kind, data = DEVICES[node](part)
    rate = part.number("frame_rate") if isinstance(data, Camera) else None
    rate = part.number("scan_rate") if isinstance(data, Laser) else rate
    number = part.whole("id")
    return Sensor(
        origin=part.origin,
        name=name or node,
        type=kind,
        link=link,
        update_rate=rate,
        data=data,
        parameters=() if number is None else (Parameter(origin=part.origin, name="id", values=(number,)),),
    )


# Writing


def node_of(sensor: Sensor) -> str | None:
    """Return the node of a sensor; None if a body has none."""
    match sensor.data:
        case ForceTorque():
            return "ForceSensor"
        case Imu():
            return _PARTS_OF_IMU.get(sensor.type or "", "IMU")
        case Camera():
            return "Camera"
        case Laser():
            return "RangeSensor"
    return None


def write_device(sensor: Sensor) -> dict[str, Tree]:
    """Return the keys that :func:`read_device` reads, without the pose."""
    number = next((each.values for each in sensor.parameters if each.name == "id"), None)
    return {
        "type": Word(node_of(sensor) or ""),
        "name": sensor.name,
        "id": whole(number[0]) if isinstance(number, tuple) and number else None,
        **_data(sensor),
    }


def _data(sensor: Sensor) -> dict[str, Tree]:
    match sensor.data:
        case ForceTorque() as data:
            return {"max_force": data.load_range_force, "max_torque": data.load_range_torque}
        case Camera() as data:
            words = {kind: word for word, kind in _FORMATS.items()}
            return {
                "format": Word(words[sensor.type or _PLAIN_CAMERA]),
                "optical_frame": Word(_FRAMES[data.view]) if data.view is not View.GRAPHICS else None,
                "width": whole(data.width),
                "height": whole(data.height),
                "field_of_view": _smaller(data),
                "near_clip_distance": data.near,
                "far_clip_distance": data.far,
                "frame_rate": sensor.update_rate,
            }
        case Laser() as data:
            return write_laser(sensor, data)
    return {}


def _smaller(camera: Camera) -> Angle | None:
    """Return the smaller one of the horizontal and the vertical field of view."""
    fov, ratio = camera.horizontal_fov, _ratio(camera.width, camera.height)
    if fov is None or ratio == 1 or not 0 < fov < pi:
        return Angle.of(fov)
    found = 2 * atan(tan(fov / 2) / ratio)
    # The angle that was read, without the errors of its conversion.
    plain = radians(round(degrees(found), 12))
    return Angle(plain if _across(plain, ratio) == fov else found)


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
    if node_of(sensor) is None or link is None or link not in robot.link_by_name:
        return None
    number = tuple(each for each in sensor.parameters if each.name == "id" and _is_whole(each))[:1]
    plain = Sensor(
        origin=sensor.origin,
        name=sensor.name,
        link=link,
        pose=sensor.pose,
        parameters=number,
        data=sensor.data,
    )
    return _with_data(plain, sensor, above.get(link))


def _is_whole(parameter: Parameter) -> bool:
    values = parameter.values
    return isinstance(values, tuple) and len(values) == 1 and float(values[0]).is_integer()


def _with_data(plain: Sensor, sensor: Sensor, above: Joint | None) -> Sensor:
    match sensor.data:
        case ForceTorque() as data:
            kept = ForceTorque(
                origin=data.origin,
                frame="sensor",
                load_range_force=data.load_range_force,
                load_range_torque=data.load_range_torque,
            )
            return replace(plain, data=kept, joint=above.name if above is not None else None)
        case Imu() as data:
            kind = sensor.type if sensor.type in _PARTS_OF_IMU else None
            return replace(plain, data=Imu(origin=data.origin), type=kind)
        case Camera() as data:
            kept_camera = Camera(
                origin=data.origin,
                view=data.view,
                width=data.width,
                height=data.height,
                horizontal_fov=data.horizontal_fov,
                near=data.near,
                far=data.far,
            )
            kind = sensor.type if sensor.type in _FORMATS.values() and sensor.type != _PLAIN_CAMERA else None
            return replace(plain, data=kept_camera, type=kind, update_rate=sensor.update_rate)
        case Laser() as data:
            return replace(plain, data=supported_laser(data), update_rate=sensor.update_rate)
    return plain

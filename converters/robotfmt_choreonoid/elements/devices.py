"""Sensors: the devices of a body that measure."""

from __future__ import annotations

from collections.abc import Callable
from math import atan, degrees, pi, radians, tan

from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.model import (
    Camera,
    ForceTorque,
    Imu,
    Laser,
    Parameter,
    Sensor,
    SensorData,
    View,
)

from ..parts import Part
from ..units import Angle, whole

FORMATS = {
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


IMU_TYPES = ("gyro", "accelerometer")
"""The types of sensors that measure a part of what an inertial unit does."""


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
    kind = part.choice("format", FORMATS)
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


def _range(part: Part) -> tuple[None, Laser]:
    yaw, step = _either(part, "yaw_range", "scan_angle"), _either(part, "yaw_step", "scan_step")
    pitch, rows = part.angle("pitch_range"), part.angle("pitch_step")
    yaw = radians(120.0) if yaw is None else yaw
    step = radians(1.0) if step is None else step
    return None, Laser(
        origin=part.origin,
        min_angle=-yaw / 2,
        max_angle=yaw / 2,
        angle_increment=step,
        samples=_count(yaw, step),
        vertical_min_angle=-pitch / 2 if pitch is not None else None,
        vertical_max_angle=pitch / 2 if pitch is not None else None,
        vertical_samples=_count(pitch, rows) if pitch is not None and rows is not None else None,
        min_range=part.number("min_distance"),
        max_range=part.number("max_distance"),
    )


def _either(part: Part, key: str, older: str) -> float | None:
    return part.angle(key) if part.get(key) is not None else part.angle(older)


def _count(span: float, step: float) -> int | None:
    """Return the number of rays; those of a whole turn do not repeat the first one."""
    if not 0 < step < 1e9 or not 0 <= span < 1e6:
        return None
    rays = round(span / step)
    return rays if abs(span - 2 * pi) < 1e-9 else min(rays + 1, 1_000_000)


DEVICES: dict[str, Callable[[Part], tuple[str | None, SensorData]]] = {
    "ForceSensor": _force,
    "RateGyroSensor": _gyro,
    "AccelerationSensor": _accelerometer,
    "IMU": _imu,
    "Imu": _imu,
    "Camera": _camera,
    "CameraDevice": _camera,
    "RangeSensor": _range,
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
            words = {"gyro": "RateGyroSensor", "accelerometer": "AccelerationSensor"}
            return words.get(sensor.type or "", "IMU")
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
            words = {kind: word for word, kind in FORMATS.items()}
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
            return _laser(sensor, data)
    return {}


def _smaller(camera: Camera) -> Angle | None:
    fov, ratio = camera.horizontal_fov, _ratio(camera.width, camera.height)
    if fov is None or ratio == 1 or not 0 < fov < pi:
        return Angle.of(fov)
    found = 2 * atan(tan(fov / 2) / ratio)
    plain = radians(
        round(degrees(found), 12)
    )  # the angle that was read, without the errors of its conversion
    return Angle(plain if _across(plain, ratio) == fov else found)


def _laser(sensor: Sensor, data: Laser) -> dict[str, Tree]:
    low, high = data.vertical_min_angle, data.vertical_max_angle
    tall = high - low if low is not None and high is not None else None
    return {
        "yaw_range": Angle.of((data.max_angle or 0.0) - (data.min_angle or 0.0)),
        "yaw_step": Angle.of(data.angle_increment),
        "pitch_range": Angle.of(tall),
        "pitch_step": Angle.of(_step(tall, data.vertical_samples)),
        "min_distance": data.min_range,
        "max_distance": data.max_range,
        "scan_rate": sensor.update_rate,
    }


def laser_as_written(laser: Laser) -> Laser:
    """Return a laser whose rays are centred, with the angles between them that a body gives."""
    span = (laser.max_angle or 0.0) - (laser.min_angle or 0.0)
    count = laser.samples
    step = laser.angle_increment
    if step is None:
        step = _step(span, count) or radians(1.0)
    low, high = laser.vertical_min_angle, laser.vertical_max_angle
    tall = high - low if low is not None and high is not None else None
    rows = _step(tall, laser.vertical_samples)
    return Laser(
        origin=laser.origin,
        min_angle=-span / 2,
        max_angle=span / 2,
        angle_increment=step,
        samples=_count(span, step),
        vertical_min_angle=-tall / 2 if tall is not None else None,
        vertical_max_angle=tall / 2 if tall is not None else None,
        vertical_samples=_count(tall, rows) if tall is not None and rows is not None else None,
        min_range=laser.min_range,
        max_range=laser.max_range,
    )


def _step(span: float | None, count: int | None) -> float | None:
    if span is None or count is None or count < 2:
        return None
    return span / (count if abs(span - 2 * pi) < 1e-9 else count - 1)

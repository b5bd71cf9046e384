"""Range sensors. In a body they look along -z with y up, in the model along x with z up."""

from __future__ import annotations

from math import pi, radians

from robotfmt.documents.yaml.compose import Tree
from robotfmt.model import AxisAngle, AxisAngles, Laser, Origin, Pose, Sensor, axis_angles_of
from robotfmt.model.record import replace

from ..document.mappings import Part
from ..document.values import Angle
from .frames import joined, reverse

_FORWARD = AxisAngle((-1.0, 1.0, 1.0), radians(120))
"""The turn from a frame that looks along -z, with y up, to one that looks along x, with z up."""


def read_laser(part: Part) -> tuple[None, Laser]:
    """Return the type and the data of a range sensor."""
    yaw, step = _either(part, "yaw_range", "scan_angle"), _either(part, "yaw_step", "scan_step")
    pitch, rows = part.angle("pitch_range"), part.angle("pitch_step")
    yaw = radians(120.0) if yaw is None else yaw
    step = radians(1.0) if step is None else step
    near, far = part.number("min_distance"), part.number("max_distance")
    return None, _centred(part.origin, (yaw, step), (pitch, rows), (near, far))


def _centred(
    origin: Origin | None,
    yaw: tuple[float, float],
    pitch: tuple[float | None, float | None],
    distance: tuple[float | None, float | None],
) -> Laser:
    """Return a laser that looks ahead.

    Args:
        origin: Its position in a document.
        yaw: The angle from the first to the last ray of a row, and the one between two rays.
        pitch: The same for the rows.
        distance: The shortest and the longest one that is measured.
    """
    (span, step), (tall, rows) = yaw, pitch
    return Laser(
        origin=origin,
        min_angle=-span / 2,
        max_angle=span / 2,
        angle_increment=step,
        samples=_count(span, step),
        vertical_min_angle=-tall / 2 if tall is not None else None,
        vertical_max_angle=tall / 2 if tall is not None else None,
        vertical_samples=_count(tall, rows) if tall is not None and rows is not None else None,
        min_range=distance[0],
        max_range=distance[1],
    )


def _either(part: Part, key: str, older: str) -> float | None:
    return part.angle(key) if part.get(key) is not None else part.angle(older)


def _count(span: float, step: float) -> int | None:
    """Return the number of rays; those of a whole turn do not repeat the first one."""
    if not 0 < step < 1e9 or not 0 <= span < 1e6:
        return None
    rays = round(span / step)
    return rays if abs(span - 2 * pi) < 1e-9 else min(rays + 1, 1_000_000)


def in_device_frame(sensor: Sensor) -> Sensor:
    """Return a sensor of a body with its pose in the convention of the model."""
    return _turned(sensor, _FORWARD)


def in_body_frame(sensor: Sensor) -> Sensor:
    """Return a sensor of the model with its pose in the convention of a body."""
    return _turned(sensor, reverse(_FORWARD))


def _turned(sensor: Sensor, turn: AxisAngle) -> Sensor:
    if not isinstance(sensor.data, Laser):
        return sensor
    pose = sensor.pose or Pose()
    turns = joined(axis_angles_of(pose.rotation).turns, (turn,))
    rotation = AxisAngles(turns) if turns else None
    known = pose.position is not None or rotation is not None
    return replace(sensor, pose=Pose(pose.position, rotation) if known else None)


# Writing


def write_laser(sensor: Sensor, data: Laser) -> dict[str, Tree]:
    """Return the keys that :func:`read_laser` reads."""
    span, tall = _spans(data)
    return {
        "yaw_range": Angle.of(span),
        "yaw_step": Angle.of(data.angle_increment),
        "pitch_range": Angle.of(tall),
        "pitch_step": Angle.of(_step(tall, data.vertical_samples)),
        "min_distance": data.min_range,
        "max_distance": data.max_range,
        "scan_rate": sensor.update_rate,
    }


def supported_laser(laser: Laser) -> Laser:
    """Return a laser whose rays are centred, with the angles between them that a body gives."""
    span, tall = _spans(laser)
    step = laser.angle_increment
    if step is None:
        step = _step(span, laser.samples) or radians(1.0)
    rows = _step(tall, laser.vertical_samples)
    return _centred(laser.origin, (span, step), (tall, rows), (laser.min_range, laser.max_range))


def _spans(laser: Laser) -> tuple[float, float | None]:
    """Return the angles from the first to the last ray of a row, and from the first to the last row."""
    low, high = laser.vertical_min_angle, laser.vertical_max_angle
    tall = high - low if low is not None and high is not None else None
    return (laser.max_angle or 0.0) - (laser.min_angle or 0.0), tall


def _step(span: float | None, count: int | None) -> float | None:
    """Return the angle between rays; :func:`_count` returns their number."""
    if span is None or count is None or count < 2:
        return None
    return span / (count if abs(span - 2 * pi) < 1e-9 else count - 1)

"""Range sensors. In a body they look along -z with y up, in the model along x with z up."""

from __future__ import annotations

from math import pi, radians

from robotfmt.model import AxisAngle, AxisAngles, Laser, Origin, Pose, Sensor, axis_angles_of
from robotfmt.model.record import replace

from ..document.records import Scan
from .frames import joined, reverse

_FORWARD = AxisAngle((-1.0, 1.0, 1.0), radians(120))
"""The turn from a frame that looks along -z, with y up, to one that looks along x, with z up."""


def laser_of(scan: Scan, origin: Origin | None) -> Laser:
    """Return a laser that looks ahead; a scan that gives no angle for a row has 120 degrees, in steps of 1."""
    span = radians(120.0) if scan.yaw is None else scan.yaw
    step = radians(1.0) if scan.yaw_step is None else scan.yaw_step
    tall, rows = scan.pitch, scan.pitch_step
    return Laser(
        origin=origin,
        min_angle=-span / 2,
        max_angle=span / 2,
        angle_increment=step,
        samples=_count(span, step),
        vertical_min_angle=-tall / 2 if tall is not None else None,
        vertical_max_angle=tall / 2 if tall is not None else None,
        vertical_samples=_count(tall, rows) if tall is not None and rows is not None else None,
        min_range=scan.near,
        max_range=scan.far,
    )


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


def scan_of(laser: Laser) -> Scan:
    """Return the rays of a laser as if they were centred, with the angles between them that a body gives."""
    span = (laser.max_angle or 0.0) - (laser.min_angle or 0.0)
    low, high = laser.vertical_min_angle, laser.vertical_max_angle
    tall = high - low if low is not None and high is not None else None
    step = laser.angle_increment
    return Scan(
        yaw=span,
        yaw_step=step if step is not None else _step(span, laser.samples) or None,
        pitch=tall,
        pitch_step=_step(tall, laser.vertical_samples),
        near=laser.min_range,
        far=laser.max_range,
    )


def _step(span: float | None, count: int | None) -> float | None:
    """Return the angle between rays; :func:`_count` returns their number."""
    if span is None or count is None or count < 2:
        return None
    return span / (count if abs(span - 2 * pi) < 1e-9 else count - 1)

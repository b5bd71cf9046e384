"""The frame of a range sensor: in a body it looks along -z with y up, in the model along x with z up."""

from __future__ import annotations

from math import radians

from robotfmt.model import AxisAngle, AxisAngles, Laser, Pose, Sensor, axis_angles_of
from robotfmt.model.record import replace

from .frames import joined, reverse

_FORWARD = AxisAngle((-1.0, 1.0, 1.0), radians(120))
"""The turn from a frame that looks along -z, with y up, to one that looks along x, with z up."""


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

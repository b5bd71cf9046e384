"""Convert camera frames: formats differ in the axis of its frame that a camera looks along."""

from __future__ import annotations

from math import radians

from ..model import AxisAngle, AxisAngles, Camera, MultiCamera, Pose, Sensor, View, axis_angles_of
from ..model.record import replace

_FORWARD: dict[View, AxisAngle | None] = {
    View.FORWARD: None,
    View.OPTICAL: AxisAngle((1.0, -1.0, 1.0), radians(120)),
    View.GRAPHICS: AxisAngle((-1.0, 1.0, 1.0), radians(120)),
}
"""The rotation from an optical frame to one whose x axis looks forward and whose z axis is up."""


def viewed(sensor: Sensor, view: View) -> Sensor:
    """Return a sensor with the frames of its cameras converted to one view convention."""
    data = sensor.data
    if isinstance(data, Camera) and data.view is not view:
        return replace(sensor, pose=_turned(sensor.pose, data.view, view), data=replace(data, view=view))
    if isinstance(data, MultiCamera):
        return replace(sensor, data=replace(data, cameras=tuple(_viewed(each, view) for each in data.cameras)))
    return sensor


def _viewed(camera: Camera, view: View) -> Camera:
    """Return a camera, which may be part of a sensor, in a view convention."""
    if camera.view is view:
        return camera
    return replace(camera, pose=_turned(camera.pose, camera.view, view), view=view)


def _turned(pose: Pose | None, before: View, after: View) -> Pose | None:
    """Return a pose followed by the rotation between two view conventions; the inverse undoes it exactly."""
    turns = list(axis_angles_of(pose.rotation if pose is not None else None).turns)
    for turn in (_FORWARD[before], _inverse(_FORWARD[after])):
        if turn is not None and turns and turns[-1] == _inverse(turn):
            turns.pop()
        elif turn is not None:
            turns.append(turn)
    position = pose.position if pose is not None else None
    return Pose(position, AxisAngles(tuple(turns)) if turns else None) if turns or position else None


def _inverse(turn: AxisAngle | None) -> AxisAngle | None:
    return AxisAngle(turn.axis, -turn.angle) if turn is not None else None

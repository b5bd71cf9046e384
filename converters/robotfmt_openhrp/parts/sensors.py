"""Sensors of OpenHRP's bodies."""

from __future__ import annotations

from robotfmt.mesh.vrml.document import Document, Node
from robotfmt.model import (
    Camera,
    ForceTorque,
    Imu,
    Laser,
    Origin,
    Parameter,
    Pose,
    Sensor,
    SensorData,
    Vector3,
    View,
)

SENSORS = ("ForceSensor", "Gyro", "AccelerationSensor", "VisionSensor", "RangeSensor")
_KINDS = {"Gyro": "gyro", "AccelerationSensor": "accelerometer"}
_COLORS = ("NONE", "COLOR")
_ANGLE, _RATE = 0.785398, 30.0
"""The field of view in radians and the rate in Hz of a camera that gives none."""


def read_sensor(document: Document, node: Node, name: str, link: str, pose: Pose | None, origin: Origin) -> Sensor:
    """Return the sensor of a node, at a pose in its link."""
    number = document.whole(node, "sensorId", -1)
    words = node.fields.get("type")
    word = words[0] if isinstance(words, tuple) and words else "NONE"
    kind = word.lower() if node.kind == "VisionSensor" and word not in _COLORS else _KINDS.get(node.kind)
    rate = {"VisionSensor": ("frameRate", _RATE), "RangeSensor": ("scanRate", 10.0)}.get(node.kind)
    return Sensor(
        origin=origin,
        name=name,
        type=kind,
        link=link,
        joint=link if node.kind == "ForceSensor" else None,
        pose=pose,
        update_rate=document.scalar(node, *rate) if rate is not None else None,
        data=_data(document, node, origin),
        parameters=(Parameter(origin=origin, name="id", values=(float(number),)),) if number >= 0 else (),
    )


def _data(document: Document, node: Node, origin: Origin) -> SensorData:
    """Return the data of a sensor; omitted fields have the defaults of OpenHRP's prototypes."""
    match node.kind:
        case "ForceSensor":
            force, torque = _range(document, node, "maxForce"), _range(document, node, "maxTorque")
            return ForceTorque(origin=origin, frame="sensor", load_range_force=force, load_range_torque=torque)
        case "VisionSensor":
            return Camera(
                origin=origin,
                view=View.GRAPHICS,
                width=document.whole(node, "width", 320),
                height=document.whole(node, "height", 240),
                horizontal_fov=document.scalar(node, "fieldOfView", _ANGLE),
                near=document.scalar(node, "frontClipDistance", 0.01),
                far=document.scalar(node, "backClipDistance", 10.0),
            )
        case "RangeSensor":
            across = document.scalar(node, "scanAngle", 3.14159)
            return Laser(
                origin=origin,
                min_angle=-across / 2,
                max_angle=across / 2,
                angle_increment=document.scalar(node, "scanStep", 0.1),
                min_range=document.scalar(node, "minDistance", 0.01),
                max_range=document.scalar(node, "maxDistance", 10.0),
            )
    return Imu(origin=origin)


def _range(document: Document, node: Node, name: str) -> Vector3 | None:
    """Return the largest forces; negative ones mean that there are no limits."""
    x, y, z = map(float, document.vector(node, name, (-1.0, -1.0, -1.0)))
    return (x, y, z) if min(x, y, z) >= 0 else None

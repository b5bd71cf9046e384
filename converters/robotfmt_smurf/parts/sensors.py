"""Sensors of a model. Each is at a link or a joint; its frame is that of the link."""

from __future__ import annotations

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import (
    Camera,
    Contact,
    ForceTorque,
    Gps,
    Imu,
    Laser,
    Parameter,
    Pose,
    Quaternion,
    Robot,
    Sensor,
    SensorData,
)
from robotfmt.model.record import replace

from ..codes import NAMED_TWICE, REPLACED, UNKNOWN_NAME
from ..document.sections import Sections
from ..document.values import by_keys, vector
from ..words import DATA, SENSOR

TYPES: dict[str, type[SensorData] | None] = {
    "CameraSensor": Camera,
    "RotatingRaySensor": Laser,
    "RaySensor": Laser,
    "Joint6DOF": ForceTorque,
    "NodeIMU": Imu,
    "IMU": Imu,
    "GPS": Gps,
    "NodeContact": Contact,
    "NodeContactForce": Contact,
    **dict.fromkeys(("NodeCOM", "NodePosition", "NodeRotation", "NodeVelocity", "NodeAngularVelocity")),
    **dict.fromkeys(("JointPosition", "JointVelocity", "JointLoad", "JointTorque", "JointAVGTorque")),
    **dict.fromkeys(("MotorCurrent", "MultiLevelLaserRangeFinder")),
}
"""The types of sensors, with the data that the model has for them."""
DEFAULTS = {data: name for name, data in reversed(TYPES.items()) if data is not None}
"""The type of each kind of data."""


def with_sensors(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the sensors of all files; one of the URDF with the same name is replaced, as in Phobos."""
    found: list[Sensor] = []
    names: set[str] = set()
    of_urdf = {each.name for each in robot.sensors}
    for item in sections.items("sensors"):
        item.take()
        name = item.text("name") or ""
        if name in names:
            item.report(NAMED_TWICE, f"two sensors are named {quoted(name)}")
        elif name in of_urdf:
            item.report(REPLACED, f"the URDF has a sensor {quoted(name)}, too; the annotation replaces it")
        names.add(name)
        found.append(_sensor(item, name, robot))
    kept = (each for each in robot.sensors if each.name not in names)
    return replace(robot, sensors=(*kept, *found))


def _sensor(item: Mapping, name: str, robot: Robot) -> Sensor:
    kind = item.text("type")
    link, joint = item.text("link"), item.text("joint")
    for each, known in ((link, robot.link_by_name), (joint, robot.joint_by_name)):
        if each is not None and each not in known:
            item.report(UNKNOWN_NAME, f"sensor {quoted(name)} is at {quoted(each)}, which does not exist")
    targets = _targets(item)
    data = _data(item, kind or "", targets)
    if isinstance(data, ForceTorque) and joint is None:
        above = joints_above(robot).get(link or "")
        joint = above.name if above is not None else None
    parameters = () if isinstance(data, Contact) or not targets else (_parameter(item, targets),)
    return SENSOR.read(
        item,
        name=name,
        type=kind if data is None or kind != DEFAULTS[type(data)] else None,
        link=link if link in robot.link_by_name else None,
        joint=joint if joint in robot.joint_by_name else None,
        pose=_pose(item),
        data=data,
        parameters=parameters,
    )


def _parameter(item: Mapping, targets: tuple[str, ...]) -> Parameter:
    return Parameter(origin=item.origin, name="id", values=" ".join(targets))


def _targets(item: Mapping) -> tuple[str, ...]:
    """Take the parts that a sensor measures: links, joints, motors or collision shapes."""
    value = item.get("id")
    if not isinstance(value, Sequence) or not all(isinstance(each, Scalar) for each in value.items):
        return ()
    value.take()
    found = (each.text() for each in value.items if isinstance(each, Scalar))
    return tuple(each for each in found if each != "None")


def _data(item: Mapping, kind: str, targets: tuple[str, ...]) -> SensorData | None:
    record = TYPES.get(kind)
    if record is None:
        return None
    found: SensorData = DATA[record].read(item, **({"collisions": targets} if record is Contact else {}))
    return found


def _pose(item: Mapping) -> Pose | None:
    """Take the offset that older versions of Phobos give."""
    position = vector(item, "position_offset")
    rotation = by_keys(item.get("orientation_offset"), "wxyz")
    if position is None and rotation is None:
        return None
    turn = Quaternion(*rotation) if rotation is not None and any(rotation) else None
    return Pose(position, turn)

"""Sensors as a SMURF model has them: each at a link, in its frame."""

from __future__ import annotations

from robotfmt.documents.yaml.compose import Tree
from robotfmt.kinematics.frames import viewed
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import (
    IDENTITY,
    Camera,
    Contact,
    ForceTorque,
    Joint,
    JointType,
    Laser,
    Link,
    Parameter,
    Pose,
    Robot,
    Rpy,
    Sensor,
    SensorData,
    View,
    compose,
    is_identity,
    quaternion_of,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..parts.sensors import DEFAULTS, TYPES
from ..words import DATA, SENSOR


def described(robot: Robot) -> Robot:
    """Return the robot with the sensors that SMURF has, as far as it describes them, the first of each name."""
    found: dict[str, Sensor] = {}
    for each in robot.sensors:
        plain = _plain(each, robot)
        if plain is not None:
            found.setdefault(each.name, plain)
    sensors = tuple(found.values())
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def on_links(robot: Robot) -> Robot:
    """Return the robot with a link for each sensor that is not at the origin of one; a camera has an offset."""
    sensors: list[Sensor] = []
    for each in robot.sensors:
        placed = each
        if each.pose is not None and each.link is not None and not isinstance(each.data, Camera):
            robot, placed = _on_link(robot, each)
        sensors.append(placed)
    return robot if tuple(sensors) == robot.sensors else replace(robot, sensors=tuple(sensors))


def _plain(sensor: Sensor, robot: Robot) -> Sensor | None:
    """Return a sensor with what SMURF gives of one; None if it has no such sensor."""
    link, joint = sensor.link, robot.joint_by_name.get(sensor.joint or "")
    if joint is not None and (link is None or isinstance(sensor.data, ForceTorque)):
        link = joint.child
    link = link if link in robot.link_by_name else None
    given = viewed(sensor, View.FORWARD) if isinstance(sensor.data, Camera) else sensor
    kind = _kind(given)
    if given.data is not None and (kind is None or link is None):
        return None
    pose, data = _data(given)
    targets = tuple(each for each in sensor.parameters if each.name == "id" and isinstance(each.values, str))
    is_force = isinstance(data, ForceTorque)
    above = joints_above(robot).get(link or "") if is_force else joint
    return replace(
        SENSOR.supported(sensor),
        type=kind if data is None or kind != DEFAULTS[type(data)] else None,
        link=link,
        joint=above.name if above is not None else None,
        pose=None if pose is None or is_identity(pose) or is_force else pose,
        data=data,
        parameters=_listed(targets[:1]) if data is None or not isinstance(data, Contact) else (),
    )


def _listed(targets: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    found = (replace(each, values=" ".join(str(each.values).split())) for each in targets)
    return tuple(each for each in found if each.values)


def _kind(sensor: Sensor) -> str | None:
    """Return the type that SMURF has for a sensor."""
    if sensor.data is None:
        return sensor.type  # MARS has further types in plug-ins
    default = DEFAULTS.get(type(sensor.data))
    return sensor.type if TYPES.get(sensor.type or "") is type(sensor.data) else default


def _data(sensor: Sensor) -> tuple[Pose | None, SensorData | None]:
    """Return the pose and the data of a sensor, as far as SMURF describes them."""
    pose, data = sensor.pose, sensor.data
    if isinstance(data, Camera) and data.pose is not None:
        pose = compose(pose, data.pose)
    if isinstance(data, Laser) and data.min_angle is not None and data.max_angle is not None:
        middle = (data.min_angle + data.max_angle) / 2
        pose = compose(pose or IDENTITY, Pose((0.0, 0.0, 0.0), Rpy(0.0, 0.0, middle))) if middle else pose
    words = DATA.get(type(data))
    return pose, words.supported(data) if words is not None else None


def _on_link(robot: Robot, sensor: Sensor) -> tuple[Robot, Sensor]:
    """Return the robot with a link at the place of a sensor, and the sensor on it."""
    taken = {*robot.frame_names, *(each.name for each in robot.all_joints)}
    name = free_name(f"{sensor.name}_link", taken)
    joint = Joint(
        origin=sensor.origin,
        name=free_name(f"{sensor.name}_joint", {*taken, name}),
        type=JointType.FIXED,
        parent=sensor.link,
        child=name,
        pose_in_parent=sensor.pose,
    )
    links = (*robot.links, Link(origin=sensor.origin, name=name))
    return replace(robot, links=links, joints=(*robot.joints, joint)), replace(sensor, link=name, pose=None)


def write_sensors(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the sensors, by their names."""
    return [(each.name, _item(each)) for each in robot.sensors]


def _item(sensor: Sensor) -> Tree:
    targets = next((str(each.values).split() for each in sensor.parameters if each.name == "id"), None)
    if isinstance(sensor.data, Contact):
        targets = list(sensor.data.collisions)
    return {
        "name": sensor.name,
        "type": sensor.type if sensor.data is None else sensor.type or DEFAULTS[type(sensor.data)],
        "link": sensor.link,
        "joint": sensor.joint if not isinstance(sensor.data, ForceTorque) else None,
        "id": targets,
        **SENSOR.write(sensor),
        **_offsets(sensor.pose),
        **(DATA[type(sensor.data)].write(sensor.data) if sensor.data is not None else {}),
    }


def _offsets(pose: Pose | None) -> dict[str, Tree]:
    if pose is None:
        return {}
    turn = quaternion_of(pose.matrix)
    return {  # in this order: Phobos fails on a position that comes first
        "orientation_offset": {"w": turn.w, "x": turn.x, "y": turn.y, "z": turn.z},
        "position_offset": dict(zip("xyz", pose.xyz, strict=True)),
    }

"""Sensors: those of Gazebo, in blocks of a link or a joint, and those of urdfdom, directly in the robot.

A sensor is written where it was read. Others are written for Gazebo, unless Gazebo does not support them.
"""

from __future__ import annotations

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo import sensors as gazebo
from robotfmt.gazebo.sensor_data import KIND_OF, OPAQUE, Kind
from robotfmt.gazebo.sensors import kind_of, plain_word, read_data, supported_data, word_of, words_of, write_data
from robotfmt.kinematics.frames import viewed
from robotfmt.model import Camera, Laser, Robot, Sensor, SensorData, View
from robotfmt.model.record import replace
from robotfmt.words.elements import One, Part, read_parts, supported, write_parts
from robotfmt.words.notations import NUMBER, POSE, WHOLE, WORD

from ..document.poses import read_pose, supported_pose, write_pose
from .sensor_blocks import Blocks, pose_of, put_pose, read_blocks

ATTRIBUTED = (
    Kind(
        Camera,
        Camera,
        "camera",
        (
            One("image@width", "width", WHOLE),
            One("image@height", "height", WHOLE),
            One("image@format", "pixel_format", WORD),
            One("image@hfov", "horizontal_fov", NUMBER),
            One("image@near", "near", NUMBER),
            One("image@far", "far", NUMBER),
        ),
        (),
    ),
    Kind(
        Laser,
        Laser,
        "ray",
        (
            One("horizontal@samples", "samples", WHOLE),
            One("horizontal@resolution", "resolution", NUMBER),
            One("horizontal@min_angle", "min_angle", NUMBER),
            One("horizontal@max_angle", "max_angle", NUMBER),
            One("vertical@samples", "vertical_samples", WHOLE),
            One("vertical@resolution", "vertical_resolution", NUMBER),
            One("vertical@min_angle", "vertical_min_angle", NUMBER),
            One("vertical@max_angle", "vertical_max_angle", NUMBER),
        ),
        (),
    ),
)
"""urdfdom's sensors, whose type is the name of the child element."""


_URDFDOM: tuple[Part, ...] = (
    One("@update_rate", "update_rate", NUMBER),
    One("parent@link", "link", WORD),
    One("parent@joint", "joint", WORD),
)


def read_sensors(robot: Robot, root: Element) -> tuple[Sensor, ...]:
    """Take all sensors of a document, in its order; links and joints were read before."""
    blocks = read_blocks(root, "sensor")
    found: list[Sensor] = []
    for child in root.children:
        if child.tag == "sensor":
            found.append(_read_urdfdom(child.take()))
        elif child in blocks:
            reference = child.peek("reference") or ""
            sensors = map(_read_gazebo, child.children_of("sensor"))
            found.extend(_attached(sensor, reference, robot) for sensor in sensors)
    return tuple(found)


def write_sensors(robot: Robot, blocks: Blocks) -> None:
    """Write the sensors: urdfdom's next to links and joints, and Gazebo's into their blocks."""
    for sensor in robot.sensors:
        if _is_urdfdom(sensor):
            blocks.append(_write_urdfdom(sensor))
        else:
            blocks.at(_reference(sensor), sensor).append(_write_gazebo(sensor))


def with_supported_sensors(robot: Robot) -> Robot:
    """Return the robot with what URDF has words for of its sensors."""
    sensors = tuple(_supported(each, robot) for each in robot.sensors)
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def _supported(sensor: Sensor, robot: Robot) -> Sensor:
    if _is_urdfdom(sensor):
        made = _supported_urdfdom(sensor)
    else:
        made = gazebo.supported_sensor(sensor, word_of(sensor))
        pose = POSE.supported(made.pose) if made.pose is not None else None
        made = _attached(replace(made, pose=pose), _reference(sensor), robot)
    return sensor if made == sensor else made


# The places of sensors


def _is_urdfdom(sensor: Sensor) -> bool:
    path = sensor.origin.path if sensor.origin is not None else ""
    if path.startswith("/robot/"):
        return path.startswith("/robot/sensor")
    known = kind_of(sensor) is not None if sensor.data is not None else sensor.type in OPAQUE
    return not known or not _reference(sensor)


def _reference(sensor: Sensor) -> str:
    """Return the reference of the sensor's block: the joint that it measures, or its link."""
    return sensor.joint or sensor.link or ""


def _attached(sensor: Sensor, reference: str, robot: Robot) -> Sensor:
    """Return the sensor attached to a named link or joint: a joint for force-torque sensors, a link for others."""
    at_joint = "force_torque" in words_of(sensor.data)
    if reference in robot.joint_by_name and (at_joint or reference not in robot.link_by_name):
        return replace(sensor, joint=reference)
    return replace(sensor, link=reference)


# Gazebo's


def _read_gazebo(element: Element) -> Sensor:
    return gazebo.read_sensor(element, pose_of(element))


def _write_gazebo(sensor: Sensor) -> Node:
    node, pose = gazebo.write_sensor(sensor)
    return put_pose(node, pose)


# urdfdom's


def _read_urdfdom(element: Element) -> Sensor:
    tags = {child.tag for child in element.children}
    kind = next((each for each in ATTRIBUTED if each.tag in tags), None)
    word, data = (None, read_data(element, kind, ATTRIBUTED)) if kind is not None else _read_typed(element)
    return Sensor(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=word,
        pose=read_pose(element),
        data=data,
        **read_parts(element, _URDFDOM),
    )


def _read_typed(element: Element) -> tuple[str | None, SensorData | None]:
    """Read an iDynTree sensor, which has a type attribute, and the same elements for force and torque as Gazebo's."""
    word = element.attribute("type")
    kind = _kind_of(word)
    data = read_data(element, kind, ATTRIBUTED) if kind is not None else None
    return word if word != plain_word(data) else None, data


def _kind_of(word: str | None) -> Kind | None:
    kind = KIND_OF.get(word or "")
    return kind if kind is not None and kind.tag not in _ATTRIBUTED_TAGS else None


_ATTRIBUTED_TAGS = frozenset(each.tag for each in ATTRIBUTED)


def _supported_urdfdom(sensor: Sensor) -> Sensor:
    sensor = viewed(sensor, View.OPTICAL)
    written, word = _urdfdom_form(sensor)
    kind = written if written in ATTRIBUTED else _kind_of(word)
    data = supported_data(sensor.data if written is not None else None, kind) if kind is not None else None
    return Sensor(
        origin=sensor.origin,
        name=sensor.name,
        type=word if word != plain_word(data) else None,
        pose=supported_pose(sensor.pose),
        data=data,
        **supported(sensor, _URDFDOM),
    )


def _urdfdom_form(sensor: Sensor) -> tuple[Kind | None, str | None]:
    """Return the kind of the data in a sensor's element, and its type: cameras and lasers have none.

    Several cameras have no words: urdfdom would read the first one as the camera.
    """
    of_urdfdom = next((each for each in ATTRIBUTED if each.record is type(sensor.data)), None)
    if of_urdfdom is not None:
        return of_urdfdom, None
    kind = kind_of(sensor)
    return kind if kind is not None and kind.tag else None, word_of(sensor)


def _write_urdfdom(sensor: Sensor) -> Node:
    sensor = viewed(sensor, View.OPTICAL)
    kind, word = _urdfdom_form(sensor)
    node = make("sensor", {"name": sensor.name or None, "type": word}, write_pose(sensor.pose))
    write_parts(node, _URDFDOM, sensor)
    if kind is not None:
        write_data(node, kind, sensor.data, ATTRIBUTED)
    return node

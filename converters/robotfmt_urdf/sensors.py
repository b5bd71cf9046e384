"""Sensors: those of Gazebo, in blocks about a link or a joint, and those of urdfdom, directly in the robot.

What was read from one of these places goes back there. What comes from elsewhere is Gazebo's, unless Gazebo has no
such sensor.
"""

from __future__ import annotations

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make, serialize
from robotfmt.kinematics.camera_frames import viewed
from robotfmt.model import Camera, Laser, Robot, Sensor, SensorData, View
from robotfmt.model.record import replace

from .keys import KEYS
from .parts import FLAG, NUMBER, POSE, WORD, One, Part, read_parts, write_parts
from .poses import read_pose, write_pose
from .sensor_blocks import Blocks, read_blocks
from .sensor_data import ATTRIBUTED, KIND_OF, KINDS, OPAQUE, WORDS_OF, Kind

_GAZEBO: tuple[Part, ...] = (
    One("pose", "pose", POSE),
    One("always_on", "always_on", FLAG),
    One("update_rate", "update_rate", NUMBER),
    One("visualize", "visualize", FLAG),
    One("topic", "topic", WORD),
)
_URDFDOM: tuple[Part, ...] = (
    One("@update_rate", "update_rate", NUMBER),
    One("parent@link", "link", WORD),
    One("parent@joint", "joint", WORD),
)


def read_sensors(robot: Robot, root: Element) -> tuple[Sensor, ...]:
    """Take all sensors of a document, in its order; the links and joints are read already."""
    blocks = read_blocks(root)
    found: list[Sensor] = []
    for child in root.children:
        if child.tag == "sensor":
            found.append(_read_urdfdom(child.take()))
        elif child in blocks:
            reference = child.peek("reference") or ""
            sensors = map(_read_gazebo, child.children_of("sensor"))
            found.extend(_attached(sensor, reference, robot) for sensor in sensors)
    return tuple(found)


def write_sensors(robot: Robot, nodes: list[Node]) -> list[Node]:
    """All that stands beside links and joints: with the sensors that stand there too, and those in Gazebo's blocks.

    Args:
        nodes: What there is without them.
    """
    blocks = Blocks(robot, nodes)
    for sensor in robot.sensors:
        if _is_urdfdom(sensor):
            blocks.append(_write_urdfdom(sensor))
        else:
            blocks.at(_reference(sensor), sensor.origin).append(_write_gazebo(sensor))
    return blocks.finished()


def with_sensors_as_written(robot: Robot) -> Robot:
    """The robot with what comes back of its sensors when they are written and read."""
    sensors = tuple(_as_written(each, robot) for each in robot.sensors)
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def _as_written(sensor: Sensor, robot: Robot) -> Sensor:
    own = _is_urdfdom(sensor)
    node = _write_urdfdom(sensor) if own else _write_gazebo(sensor)
    data = serialize([], node, [])
    element = parse_document(data, name="", format="urdf", report=Report(), keys=KEYS).root
    back = _read_urdfdom(element) if own else _read_gazebo(element)
    if not own:
        back = _attached(back, _reference(sensor), robot)
    back = replace(back, origin=sensor.origin)
    return sensor if back == sensor else back


# Where they stand


def _is_urdfdom(sensor: Sensor) -> bool:
    path = sensor.origin.path if sensor.origin is not None else ""
    if path.startswith("/robot/"):
        return path.startswith("/robot/sensor")
    known = _kind(sensor) is not None if sensor.data is not None else sensor.type in OPAQUE
    return not known or not _reference(sensor)


def _reference(sensor: Sensor) -> str:
    """What a block with the sensor is about: what it senses at a joint, or where it is."""
    return sensor.joint or sensor.link or ""


def _attached(sensor: Sensor, reference: str, robot: Robot) -> Sensor:
    """The sensor at the link or the joint of a name: of a joint what measures its forces, of a link the others."""
    at_joint = "force_torque" in _words(sensor.data)
    if reference in robot.joint_by_name and (at_joint or reference not in robot.link_by_name):
        return replace(sensor, joint=reference)
    return replace(sensor, link=reference)


# Gazebo's


def _read_gazebo(element: Element) -> Sensor:
    word = element.attribute("type")
    kind = KIND_OF.get(word or "")
    data = _read_data(element, kind) if kind is not None else None
    return Sensor(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=word if word != _plain_word(data) else None,
        data=data,
        **read_parts(element, _GAZEBO),
    )


def _write_gazebo(sensor: Sensor) -> Node:
    sensor = viewed(sensor, View.FORWARD)
    kind = _kind(sensor)
    node = make("sensor", {"name": sensor.name or None, "type": _word(sensor)})
    write_parts(node, _GAZEBO, sensor)
    if kind is not None:
        _write_data(node, kind, sensor.data)
    return node


def _read_data(element: Element, kind: Kind) -> SensorData:
    """The data of a sensor of a known kind; an element that says nothing of them stays in the ledger.

    urdfdom's says at least what they are.
    """
    holder = next((child for child in element.children if child.tag == kind.tag), None)
    inner = holder if kind.tag else element
    found = read_parts(inner, kind.parts) if inner is not None else {}
    if holder is not None and (found or kind in ATTRIBUTED):
        holder.take()
    return kind.make(origin=(inner or element).origin, **found)


def _write_data(node: Node, kind: Kind, data: SensorData | None) -> None:
    inner = make(kind.tag) if kind.tag else node
    write_parts(inner, kind.parts, data)
    if inner is not node and (len(inner) or inner.attrib or kind in ATTRIBUTED):
        node.append(inner)


def _kind(sensor: Sensor) -> Kind | None:
    """How Gazebo says the data of a sensor: as its type has it, else in the plain way."""
    kinds = [each for each in KINDS if each.record is type(sensor.data)]
    return next((each for each in kinds if sensor.type in each.words), kinds[0] if kinds else None)


def _word(sensor: Sensor) -> str | None:
    """The type that a sensor is written with: its own, unless that speaks of other data."""
    kind = KIND_OF.get(sensor.type or "")
    fits = kind.record is type(sensor.data) if kind is not None else not _words(sensor.data)
    return sensor.type if fits and sensor.type else _plain_word(sensor.data)


def _plain_word(data: SensorData | None) -> str | None:
    return next(iter(_words(data)), None)


def _words(data: SensorData | None) -> tuple[str, ...]:
    return WORDS_OF.get(type(data), ()) if data is not None else ()


# urdfdom's


def _read_urdfdom(element: Element) -> Sensor:
    tags = {child.tag for child in element.children}
    kind = next((each for each in ATTRIBUTED if each.tag in tags), None)
    word, data = (None, _read_data(element, kind)) if kind is not None else _read_typed(element)
    return Sensor(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=word,
        pose=read_pose(element),
        data=data,
        **read_parts(element, _URDFDOM),
    )


def _read_typed(element: Element) -> tuple[str | None, SensorData | None]:
    """iDynTree's sensors have a type, and of force and torque the same elements as Gazebo's."""
    word = element.peek("type")
    kind = KIND_OF.get(word or "")
    data = _read_data(element, kind) if kind is not None and kind.tag not in _ATTRIBUTED_TAGS else None
    element.attribute("type")
    return word if word != _plain_word(data) else None, data


_ATTRIBUTED_TAGS = frozenset(each.tag for each in ATTRIBUTED)


def _write_urdfdom(sensor: Sensor) -> Node:
    sensor = viewed(sensor, View.OPTICAL)
    attributed = isinstance(sensor.data, Camera | Laser)
    word = _word(sensor) if not attributed else None
    node = make("sensor", {"name": sensor.name or None, "type": word}, write_pose(sensor.pose))
    write_parts(node, _URDFDOM, sensor)
    kind = _kind(sensor)
    if attributed:
        kind = next(each for each in ATTRIBUTED if each.record is type(sensor.data))
    if kind is not None:
        _write_data(node, kind, sensor.data)
    return node

"""A ``<sensor>`` of Gazebo: its name, its rate, and its data; not its pose."""

from __future__ import annotations

from collections.abc import Collection

from ..documents.xml.element import Element
from ..documents.xml.nodes import Node, make
from ..kinematics.frames import viewed
from ..model import Pose, Sensor, SensorData, View
from ..words.elements import One, Part, read_parts, supported, write_parts
from ..words.notations import FLAG, NUMBER, WORD
from .sensor_data import KIND_OF, KINDS, WORDS_OF, Kind

PARTS: tuple[Part, ...] = (
    One("always_on", "always_on", FLAG),
    One("update_rate", "update_rate", NUMBER),
    One("visualize", "visualize", FLAG),
    One("topic", "topic", WORD),
)


def read_sensor(element: Element, pose: Pose | None) -> Sensor:
    """Return the sensor that an element describes, at a pose that was read already."""
    word = element.attribute("type")
    kind = KIND_OF.get(word or "")
    data = read_data(element, kind) if kind is not None else None
    return Sensor(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=word if word != plain_word(data) else None,
        pose=pose,
        data=data,
        **read_parts(element, PARTS),
    )


def write_sensor(sensor: Sensor) -> tuple[Node, Pose | None]:
    """Return the element of a sensor, and the pose still to be written: that of a frame whose x axis looks forward."""
    sensor = viewed(sensor, View.FORWARD)
    kind = kind_of(sensor)
    node = make("sensor", {"name": sensor.name or None, "type": word_of(sensor)})
    write_parts(node, PARTS, sensor)
    if kind is not None:
        write_data(node, kind, sensor.data)
    return node, sensor.pose


def read_data(element: Element, kind: Kind, attributed: Collection[Kind] = ()) -> SensorData:
    """Return the data of a sensor of a known kind; an element without data stays in the ledger.

    Kinds that are identified by a child always have data.
    """
    holder = next((child for child in element.children if child.tag == kind.tag), None)
    inner = holder if kind.tag else element
    found = read_parts(inner, kind.parts) if inner is not None else {}
    if holder is not None and (found or kind in attributed):
        holder.take()
    return kind.make(origin=(inner or element).origin, **found)


def write_data(node: Node, kind: Kind, data: SensorData | None, attributed: Collection[Kind] = ()) -> None:
    """Put the data of a sensor below its element."""
    inner = make(kind.tag) if kind.tag else node
    write_parts(inner, kind.parts, data)
    if inner is not node and (len(inner) or inner.attrib or kind in attributed):
        node.append(inner)


def supported_sensor(sensor: Sensor, word: str | None) -> Sensor:
    """Return a sensor as its element reads back, in a frame whose x axis looks forward.

    Args:
        sensor: The sensor.
        word: The type that it is written with.
    """
    sensor = viewed(sensor, View.FORWARD)
    kind = KIND_OF.get(word or "")
    data = supported_data(sensor.data, kind) if kind is not None else None
    return Sensor(
        origin=sensor.origin,
        name=sensor.name,
        type=word if word != plain_word(data) else None,
        pose=sensor.pose,
        data=data,
        **supported(sensor, PARTS),
    )


def supported_data(data: SensorData | None, kind: Kind) -> SensorData:
    """Return the data of a sensor of a known kind as they read back."""
    if data is None:
        return kind.make()
    return kind.make(origin=data.origin, **supported(data, kind.parts))


def kind_of(sensor: Sensor) -> Kind | None:
    """Return Gazebo's kind for the data of a sensor: the one of its type, else the plain one."""
    kinds = [each for each in KINDS if each.record is type(sensor.data)]
    return next((each for each in kinds if sensor.type in each.words), kinds[0] if kinds else None)


def word_of(sensor: Sensor) -> str | None:
    """Return the type that a sensor is written with: its own, unless that belongs to other data."""
    kind = KIND_OF.get(sensor.type or "")
    fits = kind.record is type(sensor.data) if kind is not None else not words_of(sensor.data)
    return sensor.type if fits and sensor.type else plain_word(sensor.data)


def plain_word(data: SensorData | None) -> str | None:
    """Return the plain type of sensors with data of this kind."""
    return next(iter(words_of(data)), None)


def words_of(data: SensorData | None) -> tuple[str, ...]:
    """Return the types of sensors with data of this kind."""
    return WORDS_OF.get(type(data), ()) if data is not None else ()

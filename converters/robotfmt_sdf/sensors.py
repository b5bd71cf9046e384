"""Sensors with valid names and types, and as they read back."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, serialize
from robotfmt.gazebo.sensor_data import KIND_OF, OPAQUE
from robotfmt.gazebo.sensors import read_sensor, write_sensor
from robotfmt.model import Robot, Sensor
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from .kept import read_parameters, write_parameter
from .keys import own
from .said import Said, read_said, write_said
from .undefined import document_of

_TYPES = frozenset({*KIND_OF, *OPAQUE})


def true_sensor(sensor: Sensor, element: Element) -> Sensor:
    """Return a sensor with its original name and type, which the document keeps in addition to valid ones."""
    name, word = element.attribute(own("name")), element.attribute(own("type"))
    if element.attribute(own("untyped")) is not None:
        sensor = replace(sensor, type=None)
    sensor = replace(sensor, parameters=read_parameters(element))
    if name is None and word is None:
        return sensor
    name = sensor.name if name is None else name
    return replace(sensor, name=name, type=sensor.type if word is None else word)


def sound_sensor(node: Node, sensor: Sensor, taken: Collection[str]) -> str:
    """Give the element of a sensor a free name, a type that Gazebo supports, and its parameters; return the name."""
    name, word = node.get("name") or "", node.get("type")
    free = free_name(name or "sensor", taken)
    if free != name:
        node.set("name", free)
        if name:
            node.set(own("name"), name)
    if word not in _TYPES:
        node.set("type", "custom")
        node.set(own("type") if word else own("untyped"), word or "true")
    node.extend(map(write_parameter, sensor.parameters))
    return free


def with_sensors_as_written(robot: Robot) -> Robot:
    """Return the robot with its sensors as they read back; sensors without a link or joint are dropped."""
    known = {link.name for link in robot.links}
    joints = {joint.name for joint in robot.all_joints}
    sensors = tuple(
        _as_written(each)
        for each in robot.sensors
        if each.joint in joints or (each.joint is None and each.link in known)
    )
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def _as_written(sensor: Sensor) -> Sensor:
    node, pose = write_sensor(sensor)
    place = write_said(Said(pose=pose))
    if place is not None:
        node.insert(0, place)
    data = serialize([], node, [])
    element = document_of(data, "", Report()).root
    back = read_sensor(element, read_said(element, (1, 9)).pose)
    link = sensor.link if sensor.joint is None else None
    back = replace(back, origin=sensor.origin, link=link, joint=sensor.joint, parameters=sensor.parameters)
    return sensor if back == sensor else back

"""Sensors with valid names and types, and as they read back."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, serialize
from robotfmt.gazebo.sensor_data import KIND_OF, OPAQUE
from robotfmt.gazebo.sensors import read_sensor, write_sensor
from robotfmt.model import Origin, Robot, Sensor
from robotfmt.model.completion import Given, completed, remainder
from robotfmt.model.fields import without_empty
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from .kept import BEYOND, read_kept, write_kept
from .keys import own
from .loose import has_place
from .said import Said, read_said, write_said
from .undefined import document_of

TYPES = frozenset({*KIND_OF, *OPAQUE})
"""The types of sensors that SDF has."""


def true_sensor(sensor: Sensor, element: Element) -> Sensor:
    """Return a sensor with its original name and type, which the document keeps in addition to valid ones."""
    name, word = element.attribute(own("name")), element.attribute(own("type"))
    if element.attribute(own("untyped")) is not None:
        sensor = replace(sensor, type=None)
    sensor = read_kept(element, sensor)
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
    back = _read_back(sensor)
    if word not in TYPES:
        node.set("type", "custom")
    if word not in TYPES and not word:
        node.set(own("untyped"), "true")
    elif sensor.type is not None and (word not in TYPES or back.type != sensor.type):
        node.set(own("type"), sensor.type)
    write_kept(node, _kept_of(sensor, back))
    return free


def with_sensors_as_written(robot: Robot) -> Robot:
    """Return the robot with its sensors as they read back."""
    sensors = tuple(_as_written(each) if has_place(each, robot) else each for each in robot.sensors)
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def _as_written(given: Sensor) -> Sensor:
    # An element without content is understood by no reader.
    sensor = given if given.data is None else replace(given, data=without_empty(given.data))
    back = _read_back(sensor)
    kind = back.type if sensor.type is None else sensor.type
    back = replace(back, origin=sensor.origin, type=kind)
    back = completed(back, _kept_of(sensor, back), sensor.origin or Origin(""))
    return sensor if back == sensor else back


def _kept_of(sensor: Sensor, back: Sensor) -> Given:
    """Return the fields of a sensor that it does not have when it is read back."""
    return {name: value for name, value in remainder(sensor, back).items() if name in BEYOND[Sensor]}


def _read_back(sensor: Sensor) -> Sensor:
    """Return a sensor in the element of its joint, or else of its link, as SDF's own words describe it."""
    node, pose = write_sensor(sensor)
    place = write_said(Said(pose=pose))
    if place is not None:
        node.insert(0, place)
    data = serialize([], node, [])
    element = document_of(data, "", Report()).root
    back = read_sensor(element, read_said(element, (1, 9)).pose)
    return replace(back, joint=sensor.joint, link=sensor.link if sensor.joint is None else None)

"""Sensors with valid names and types, and as they read back."""

from __future__ import annotations

from typing import Any, TypeVar

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.nodes import Node, serialize
from robotfmt.gazebo.sensor_data import KIND_OF, OPAQUE
from robotfmt.gazebo.sensors import read_sensor, write_sensor
from robotfmt.model import Noise, Robot, Sensor
from robotfmt.model.fields import without_empty
from robotfmt.model.record import Record, replace
from robotfmt.model.renaming import free_name

from ..document.undefined import document_of
from ..document.written_poses import Said, put_said, read_said

_R = TypeVar("_R", bound=Record)
GAUSSIAN = "gaussian"
TYPES = frozenset({*KIND_OF, *OPAQUE})
"""The types of sensors that SDF has."""


def with_sensors_as_written(robot: Robot) -> Robot:
    """Return the robot with its sensors as they read back, with names that are unique on their link or joint."""
    taken: dict[tuple[str | None, str | None], set[str]] = {}
    made: list[Sensor] = []
    for each in robot.sensors:
        used = taken.setdefault((each.joint, each.link if each.joint is None else None), set())
        name = free_name(each.name or "sensor", used)
        used.add(name)
        made.append(_as_written(each if name == each.name else replace(each, name=name)))
    return robot if tuple(made) == robot.sensors else replace(robot, sensors=tuple(made))


def with_typed_noise(robot: Robot) -> Robot:
    """Return the robot whose noises have a type, which SDF requires: Gaussian where a document gives none."""
    if robot.layout("sdf") is not None:
        return robot
    sensors = tuple(map(_typed, robot.sensors))
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def _typed(it: _R) -> _R:
    """Return a record in which all noises have a type."""
    if isinstance(it, Noise) and it.type is None:
        return replace(it, type=GAUSSIAN)
    changes: dict[str, Any] = {}
    for name in it.compared_fields:
        value = getattr(it, name)
        if isinstance(value, Record):
            changes[name] = _typed(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Record):
            changes[name] = tuple(map(_typed, value))
    return replace(it, **changes) if changes else it


def sound_type(node: Node) -> None:
    """Give the element of a sensor a type that SDF has."""
    if node.get("type") not in TYPES:
        node.set("type", "custom")


def _as_written(given: Sensor) -> Sensor:
    # An element without content is understood by no reader.
    sensor = given if given.data is None else replace(given, data=without_empty(given.data))
    back = replace(_read_back(sensor), origin=sensor.origin)
    return sensor if back == sensor else back


def _read_back(sensor: Sensor) -> Sensor:
    """Return a sensor in the element of its joint, or else of its link, as SDF's own words describe it."""
    node, pose = write_sensor(sensor)
    sound_type(node)
    data = serialize([], put_said(node, Said(pose=pose)), [])
    element = document_of(data, "", Report()).root
    back = read_sensor(element, read_said(element, (1, 9)).pose)
    return replace(back, joint=sensor.joint, link=sensor.link if sensor.joint is None else None)

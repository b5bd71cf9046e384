"""Sensors as SDF has words for them, with valid names and types."""

from __future__ import annotations

from typing import Any, TypeVar

from robotfmt.documents.xml.nodes import Node
from robotfmt.gazebo.sensor_data import KIND_OF, OPAQUE
from robotfmt.gazebo.sensors import supported_sensor, word_of
from robotfmt.model import Noise, Robot, Sensor
from robotfmt.model.fields import without_empty
from robotfmt.model.record import Record, replace
from robotfmt.model.renaming import free_name

from ..document.written_poses import supported_pose

_R = TypeVar("_R", bound=Record)
GAUSSIAN = "gaussian"
TYPES = frozenset({*KIND_OF, *OPAQUE})
"""The types of sensors that SDF has."""


def with_supported_sensors(robot: Robot) -> Robot:
    """Return the robot with what SDF has words for of its sensors, and with names unique on their link or joint."""
    taken: dict[tuple[str | None, str | None], set[str]] = {}
    made: list[Sensor] = []
    for each in robot.sensors:
        used = taken.setdefault((each.joint, each.link if each.joint is None else None), set())
        name = free_name(each.name or "sensor", used)
        used.add(name)
        made.append(_supported(each if name == each.name else replace(each, name=name)))
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


def set_valid_type(node: Node) -> None:
    """Give the element of a sensor a type that SDF has."""
    node.set("type", _valid(node.get("type")))


def _valid(word: str | None) -> str:
    return word if word in TYPES else "custom"


def _supported(sensor: Sensor) -> Sensor:
    """Return a sensor in the element of its joint, or else of its link, as SDF's own words describe it."""
    # An element without content is understood by no reader.
    given = sensor if sensor.data is None else replace(sensor, data=without_empty(sensor.data))
    made = supported_sensor(given, _valid(word_of(given)))
    link = sensor.link if sensor.joint is None else None
    made = replace(made, pose=supported_pose(made.pose), joint=sensor.joint, link=link)
    return sensor if made == sensor else made

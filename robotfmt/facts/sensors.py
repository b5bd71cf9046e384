"""The facts of sensors, down to the noise about each axis."""

from __future__ import annotations

from ..kinematics.frames import viewed
from ..model import Node, Pose, Robot, View
from ..model.features import Feature
from ..model.fields import given_fields
from ..model.record import Record
from .fact import Facts, Path, kind_of, named

_FEATURE = Feature.SENSORS


def note_sensors(notes: Facts, robot: Robot) -> None:
    """Note every sensor. The kind of data is the name of the data's record, not a format's word for it. The pose of a
    camera is noted by its view direction, whichever axis of its frame that is.
    """
    for each, path in named(robot.sensors, "sensor"):
        sensor = viewed(each, View.FORWARD)
        notes.node(path, _FEATURE, sensor)
        _fields(notes, sensor, path, sensor, without=("name", "data", "parameters"))
        notes.parameters(sensor.parameters, path, _FEATURE)
        if sensor.data is not None:
            notes.exact((*path, "data"), _FEATURE, type(sensor.data).__name__, sensor.data)
            _fields(notes, sensor.data, (*path, "data"), sensor.data, without=("view",))


def _fields(notes: Facts, record: Record, path: Path, at: Node, without: tuple[str, ...] = ()) -> None:
    for name, value in given_fields(record):
        if name not in without:
            _value(notes, value, (*path, name), at)


def _value(notes: Facts, value: object, path: Path, at: Node) -> None:
    match value:
        case Pose():
            notes.pose(value, path[:-1], _FEATURE, at)
        case Record():
            notes.node(path, _FEATURE, value if isinstance(value, Node) else at)
            _fields(notes, value, path, at, without=("view",))
        case (Record(), *_):
            for index, each in enumerate(value):
                _value(notes, each, (*path, str(index)), at)
        case _:
            notes.add(path, _FEATURE, kind_of(value), value, at)

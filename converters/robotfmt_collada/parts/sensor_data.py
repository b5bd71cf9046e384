"""The data of a sensor, by its type (the extension text, "sensor").

The text leaves some types undefined, and readers add their own; all children of such types are parameters. Unknown
values such as -1 are kept as numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import (
    Altimeter,
    Camera,
    Contact,
    ForceTorque,
    Gps,
    Imu,
    Laser,
    Magnetometer,
    MultiCamera,
    Odometry,
    Sensor,
    SensorData,
    StereoCamera,
)

from ..document.fields import Field, matrix, number, numbers, read_fields, text, write_fields
from . import cameras, lasers
from .body import Body

_LOADS = {name: Field(name, numbers(3)) for name in ForceTorque.compared_fields if name.startswith("load_")}
_IMU = {
    "measurement_time": Field("measurement_time", number),
    "rotation_covariance": Field("rotation_covariance", matrix),
    "angular_velocity_covariance": Field("angular_velocity_covariance", matrix),
    "linear_acceleration_covariance": Field("linear_acceleration_covariance", matrix),
}
_ODOMETRY = {"measurement_time": Field("measurement_time", number), "target": Field("target", text)}
_Kind: TypeAlias = type[SensorData]
_TABLES: dict[_Kind, dict[str, Field]] = {ForceTorque: _LOADS, Imu: _IMU, Odometry: _ODOMETRY}
_KINDS: dict[str, _Kind] = {
    "base_pinhole_camera": Camera,
    "base_stereo_camera": StereoCamera,
    "base_laser2d": Laser,
    "base_laser3d": Laser,
    "base_force6d": ForceTorque,
    "base_imu": Imu,
    "base_odometry": Odometry,
    # What OpenRAVE's own classes for these are called.
    "basecamera": Camera,
    "baselaser2d": Laser,
    # Of these the text knows nothing.
    "multicamera": MultiCamera,
    "contact": Contact,
    "gps": Gps,
    "altimeter": Altimeter,
    "magnetometer": Magnetometer,
}
_TAGS: dict[_Kind | None, tuple[str, ...]] = {
    Camera: cameras.TAGS,
    StereoCamera: cameras.STEREO_TAGS,
    Laser: lasers.TAGS,
    **{kind: tuple(table) for kind, table in _TABLES.items()},
}


def tags_of(word: str) -> tuple[str, ...]:
    """Return the children that a type of sensor has fields for."""
    return _TAGS.get(_KINDS.get(word.lower()), ())


def type_of(word: str | None, data: SensorData | None) -> str | None:
    """Return the type in the document if it has more information than the sensor's data."""
    return (word or None) if data is None or word != _plain_word(data) else None


def word_of(sensor: Sensor) -> str:
    """Return the type word that a sensor is written with: its own, unless that belongs to other data."""
    given = sensor.type or ""
    if _KINDS.get(given.lower()) is (type(sensor.data) if sensor.data is not None else None):
        return given
    return _plain_word(sensor.data) if sensor.data is not None else ""


def _plain_word(data: SensorData) -> str:
    if isinstance(data, Laser) and (data.vertical_samples or 1) > 1:
        return "base_laser3d"
    return next(word for word, kind in _KINDS.items() if kind is type(data))


def read_data(body: Body, entry: Element, word: str) -> SensorData | None:
    """Return the data of a library entry; None for a type that the text leaves undefined."""
    kind = _KINDS.get(word.lower())
    if kind is Camera:
        return cameras.read_camera(body, entry)
    if kind is StereoCamera:
        return cameras.read_stereo(body, entry)
    if kind is Laser:
        return lasers.read_laser(body, entry)
    return kind(origin=entry.origin, **read_fields(entry, _TABLES.get(kind, {}))) if kind is not None else None


def write_data(data: SensorData | None, address: Callable[[str], str]) -> list[Node]:
    """Return the elements of the data.

    Args:
        address: The URL of the library entry of a sensor.
    """
    match data:
        case Camera():
            return cameras.write_camera(data, address)
        case StereoCamera():
            return cameras.write_stereo(data, address)
        case Laser():
            return lasers.write_laser(data)
        case None:
            return []
    return write_fields(data, _TABLES.get(type(data), {}))


def with_words(data: SensorData | None) -> SensorData | None:
    """Return the data for which OpenRAVE has elements."""
    if data is None:
        return None
    kept: dict[str, Any] = {name: getattr(data, name) for name in _held(data)}
    return type(data)(origin=data.origin, **kept)


def _held(data: SensorData) -> tuple[str, ...]:
    match data:
        case Camera():
            return cameras.held(data)
        case StereoCamera():
            return ("cameras",)
        case Laser():
            return lasers.HELD
    return tuple(_TABLES.get(type(data), ()))

"""The data of a sensor, by its type (the extension text, "sensor").

The text leaves some types undefined, and readers add their own; all children of such types are parameters. Unknown
values such as -1 are kept as numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from robotfmt.documents.tokens import degrees, radians, written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
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
from robotfmt.model.record import Record
from robotfmt.words.elements import read_parts, written_parts

from ..document.producer import OPENHRP3
from ..document.values import children, quiet_numbers
from ..words import DATA
from . import cameras
from .body import Body


class _Unit(Enum):
    ANGLE = 1
    LENGTH = 2
    TIME = 3


@dataclass(frozen=True, slots=True)
class _Spelling:
    tag: str
    fields: tuple[str, ...]
    unit: _Unit
    written: bool = False


_ANGLES = ("min_angle", "max_angle")
_RANGES = ("min_range", "max_range")
_SPELLINGS = (
    _Spelling("angle_range", _ANGLES, _Unit.ANGLE, True),
    _Spelling("distance_range", _RANGES, _Unit.LENGTH, True),
    _Spelling("angle_increment", ("angle_increment",), _Unit.ANGLE, True),
    _Spelling("time_increment", ("time_increment",), _Unit.TIME, True),
    _Spelling("measurement_time", ("measurement_time",), _Unit.TIME, True),
    _Spelling("angle_min", ("min_angle",), _Unit.ANGLE),
    _Spelling("angle_max", ("max_angle",), _Unit.ANGLE),
    _Spelling("range_min", ("min_range",), _Unit.LENGTH),
    _Spelling("range_max", ("max_range",), _Unit.LENGTH),
    _Spelling("min_angle", ("min_angle",), _Unit.ANGLE, True),
    _Spelling("max_angle", ("max_angle",), _Unit.ANGLE, True),
    _Spelling("min_range", ("min_range",), _Unit.LENGTH, True),
    _Spelling("max_range", ("max_range",), _Unit.LENGTH, True),
    _Spelling("resolution", ("angle_increment",), _Unit.ANGLE, True),
    _Spelling("time_scan", ("measurement_time",), _Unit.TIME, True),
    _Spelling("minangle", ("min_angle",), _Unit.ANGLE),
    _Spelling("maxangle", ("max_angle",), _Unit.ANGLE),
    _Spelling("minrange", ("min_range",), _Unit.LENGTH),
    _Spelling("maxrange", ("max_range",), _Unit.LENGTH),
    _Spelling("scantime", ("measurement_time",), _Unit.TIME),
)
TAGS = tuple(spelling.tag for spelling in _SPELLINGS)
HELD = tuple(name for spelling in _SPELLINGS for name in spelling.fields)
"""The fields that OpenRAVE has elements for."""


def read_laser(body: Body, entry: Element) -> Laser:
    """Return the laser of a library entry, in any of the spellings that OpenRAVE and its specification have."""
    found: dict[str, Any] = {}
    for spelling in _SPELLINGS:
        for element in children(entry, spelling.tag):
            given = _read(body, element, spelling)
            if given and all(found.get(name, value) == value for name, value in given.items()):
                found |= given
                element.take_text()
    return Laser(origin=entry.origin, **found)


def _read(body: Body, element: Element, spelling: _Spelling) -> dict[str, float]:
    values = quiet_numbers(element)
    if values is None:
        # Reported, and left in the ledger.
        element.text_numbers(len(spelling.fields))
        return {}
    if len(values) == 1 and len(spelling.fields) == 2:
        return _of_one_number(body, element, spelling, values[0])
    if len(values) != len(spelling.fields):
        element.text_numbers(len(spelling.fields))
        return {}
    pairs = zip(spelling.fields, values, strict=True)
    return {name: _in_si(body, element, spelling.unit, value) for name, value in pairs}


def _of_one_number(body: Body, element: Element, spelling: _Spelling, value: float) -> dict[str, float]:
    """Return OpenHRP3's field of view, half to each side; or its farthest distance."""
    whole = _in_si(body, element, spelling.unit, value)
    if spelling.unit is _Unit.ANGLE:
        return {"min_angle": -whole / 2, "max_angle": whole / 2}
    return {"max_range": whole}


def _in_si(body: Body, element: Element, unit: _Unit, value: float) -> float:
    if unit is _Unit.ANGLE:
        return value if body.producer(element).tool == OPENHRP3 else radians(value)
    meter = body.index.unit(element) if unit is _Unit.LENGTH else 1.0
    return value * meter if meter != 1 else value


def write_laser(laser: Laser) -> list[Node]:
    """Return the elements of a laser: the table's spelling, and the names that OpenRAVE reads."""
    nodes: list[Node] = []
    for spelling in _SPELLINGS:
        values = [getattr(laser, name) for name in spelling.fields]
        if spelling.written and None not in values:
            angle = spelling.unit is _Unit.ANGLE
            texts = [written(degrees(value) if angle else value) for value in values]
            nodes.append(make(spelling.tag, text=" ".join(texts)))
    return nodes


_Kind: TypeAlias = type[SensorData]
_KINDS: dict[str, _Kind] = {
    "base_pinhole_camera": Camera,
    "base_stereo_camera": StereoCamera,
    "base_laser2d": Laser,
    "base_laser3d": Laser,
    "base_force6d": ForceTorque,
    "base_imu": Imu,
    "base_odometry": Odometry,
    # Names of OpenRAVE's classes for these types.
    "basecamera": Camera,
    "baselaser2d": Laser,
    # Types that OpenRAVE's specification does not define.
    "multicamera": MultiCamera,
    "contact": Contact,
    "gps": Gps,
    "altimeter": Altimeter,
    "magnetometer": Magnetometer,
}
_TAGS: dict[type[Record] | None, tuple[str, ...]] = {
    Camera: cameras.TAGS,
    StereoCamera: cameras.STEREO_TAGS,
    Laser: TAGS,
    **{kind: tuple(each.path for each in table) for kind, table in DATA.items()},
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
        return read_laser(body, entry)
    return kind(origin=entry.origin, **read_parts(entry, DATA.get(kind, ()))) if kind is not None else None


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
            return write_laser(data)
        case None:
            return []
    return written_parts(data, DATA.get(type(data), ()))


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
            return HELD
    return tuple(each.field for each in DATA.get(type(data), ()))

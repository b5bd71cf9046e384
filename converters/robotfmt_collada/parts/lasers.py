"""Lasers: ``base_laser2d`` and ``base_laser3d``, in each of the parameter spellings in use.

The extension text has ranges in its table and single bounds in its example; OpenRAVE reads names of its own, and
neither of these. OpenHRP3 writes one number for a range, and radians. A value given twice is read once; if two
spellings disagree, the table's spelling is used and the other stays in the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from robotfmt.documents.tokens import degrees, radians, written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Laser

from ..document.producer import OPENHRP3
from ..document.values import children, quiet_numbers
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
    """Return the laser of a library entry."""
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

"""Attached sensors: cameras, lasers, and others by their parameters."""

from __future__ import annotations

import math
from collections.abc import Callable

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
from robotfmt.model import Camera, ForceTorque, Laser, Parameter, Sensor, SensorData

from ..document.numbers import number, row
from ..document.poses import read_pose

CAMERA, LASER, FORCE = "BaseCamera", "BaseLaser2D", "ForceSensor"


def read_sensor(element: Element, name: str, link: str, described: Element | None) -> Sensor:
    """Return the sensor of an element.

    Args:
        element: The ``<AttachedSensor>``.
        name: Its name.
        link: The link that it is attached to.
        described: The ``<sensor>``, here or in a document of its own.
    """
    element.take().attribute("name")
    kind = described.take().attribute("type") if described is not None else None
    reader = _DATA.get((kind or "").lower())
    data = reader(described) if reader is not None and described is not None else None
    return Sensor(
        origin=element.origin,
        name=name,
        type=kind if data is None else None,
        link=link,
        pose=read_pose(element),
        update_rate=number(described, "framerate") if isinstance(data, Camera) and described is not None else None,
        data=data,
        parameters=_parameters(described) if described is not None else (),
    )


TAGS: dict[type, tuple[str, ...]] = {
    Camera: ("KK", "width", "height", "framerate"),
    Laser: (
        *("minangle", "min_angle", "maxangle", "max_angle", "resolution"),
        *("minrange", "min_range", "maxrange", "max_range", "scantime", "time_scan"),
    ),
}
"""The elements that are data, by the kind of data; others are parameters."""


def plain_word(data: SensorData | None) -> str | None:
    """Return OpenRAVE's type for a kind of data; None where it has none."""
    match data:
        case Camera():
            return CAMERA
        case Laser():
            return LASER
        case ForceTorque():
            return FORCE
    return None


def _camera(element: Element) -> Camera:
    child = next((each for each in reversed(element.children) if each.tag == "KK"), None)
    numbers = row(child, 4) if child is not None else None
    fx, fy, cx, cy = numbers if numbers is not None else (0.0, 0.0, 0.0, 0.0)
    return Camera(
        origin=element.origin,
        width=_whole(element, "width"),
        height=_whole(element, "height"),
        intrinsic=(fx, 0.0, cx, 0.0, fy, cy) if numbers is not None else None,
    )


def _whole(element: Element, tag: str) -> int | None:
    child = next((each for each in reversed(element.children) if each.tag == tag), None)
    try:
        value = reals(child.text, 1)[0] if child is not None else 0.5
    except BadToken:
        return None
    if child is None or not value.is_integer():
        return None
    child.take_text()
    return int(value)


def _laser(element: Element) -> Laser:
    return Laser(
        origin=element.origin,
        min_angle=_angle(element, "minangle", "min_angle"),
        max_angle=_angle(element, "maxangle", "max_angle"),
        angle_increment=_angle(element, "resolution"),
        min_range=number(element, "minrange", "min_range"),
        max_range=number(element, "maxrange", "max_range"),
        measurement_time=number(element, "scantime", "time_scan"),
    )


def _angle(element: Element, *tags: str) -> float | None:
    value = number(element, *tags)
    return math.radians(value) if value is not None else None


def _force(element: Element) -> ForceTorque:
    return ForceTorque(origin=element.origin)


_DATA: dict[str, Callable[[Element], SensorData]] = {
    CAMERA.lower(): _camera,
    LASER.lower(): _laser,
    FORCE.lower(): _force,
}


def _parameters(element: Element) -> tuple[Parameter, ...]:
    """Return the other values of a sensor: the texts of elements without children and attributes."""
    found = []
    for child in element.children:
        if child.is_taken or child.children or child.attributes or not child.text.strip():
            continue
        try:
            values: tuple[float, ...] | str = reals(child.text)
        except BadToken:
            values = child.text.strip()
        child.take_text()
        found.append(Parameter(origin=child.origin, name=child.tag, values=values))
    return tuple(found)

"""What a sensor measures with, by its type (the extension text, "sensor").

The text leaves some types open, and readers add their own: of those everything is a parameter. Unknown values
such as -1 stay the numbers they are.
"""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.documents.element import Element
from robotfmt.documents.xml import Node
from robotfmt.model import Camera, ForceTorque, Imu, Laser, Odometry, SensorData, StereoCamera
from robotfmt.model.record import replace

from . import cameras, lasers
from .body import Body
from .fields import (
    Field,
    matrix,
    number,
    numbers,
    read_fields,
    read_placeless,
    text,
    write_fields,
    write_placeless,
)

_LOADS = {name: Field(name, numbers(3)) for name in ForceTorque.compared_fields}
_IMU = {name: Field(name, number if name == "measurement_time" else matrix) for name in Imu.compared_fields}
_ODOMETRY = {"measurement_time": Field("measurement_time", number), "target": Field("target", text)}
_TYPES: dict[type[SensorData], str] = {
    Camera: "base_pinhole_camera",
    StereoCamera: "base_stereo_camera",
    Laser: "base_laser2d",
    ForceTorque: "base_force6d",
    Imu: "base_imu",
    Odometry: "base_odometry",
}
_TAGS: dict[str, tuple[str, ...]] = {
    "base_pinhole_camera": cameras.TAGS,
    "base_stereo_camera": cameras.STEREO_TAGS,
    "base_laser2d": lasers.TAGS,
    "base_force6d": tuple(_LOADS),
    "base_imu": tuple(_IMU),
    "base_odometry": tuple(_ODOMETRY),
}


def tags_of(kind: str) -> tuple[str, ...]:
    """The children that a type of sensor has fields for."""
    return _TAGS.get(kind.lower(), ())


def type_of(data: SensorData | None, kind: str) -> str:
    """The type that a sensor is written with: its own where that is the text's word for such data."""
    if data is None or _TYPES[type(data)] == kind.lower():
        return kind
    return _TYPES[type(data)]


def read_data(body: Body, entry: Element, kind: str) -> SensorData | None:
    """The data of a library entry; None for a type that the text leaves open."""
    match kind.lower():
        case "base_pinhole_camera":
            return cameras.read_camera(body, entry)
        case "base_stereo_camera":
            return cameras.read_stereo(body, entry)
        case "base_laser2d":
            return lasers.read_laser(body, entry)
        case "base_force6d":
            return ForceTorque(origin=entry.origin, **read_fields(entry, _LOADS))
        case "base_imu":
            return Imu(origin=entry.origin, **read_fields(entry, _IMU))
        case "base_odometry":
            return Odometry(origin=entry.origin, **read_fields(entry, _ODOMETRY))
    return None


def with_placeless(data: SensorData | None, technique: Element) -> SensorData | None:
    """The data with what robotfmt's technique adds."""
    names = cameras.PLACELESS if isinstance(data, Camera) else lasers.PLACELESS
    if not isinstance(data, Camera | Laser):
        return data
    return replace(data, **read_placeless(technique, names))


def write_data(data: SensorData | None, address: Callable[[str], str]) -> list[Node]:
    """The elements of the data.

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
        case ForceTorque():
            return write_fields(data, _LOADS)
        case Imu():
            return write_fields(data, _IMU)
        case Odometry():
            return write_fields(data, _ODOMETRY)
    return []


def write_placeless_data(data: SensorData | None) -> list[Node]:
    """The elements of what OpenRAVE has no element for."""
    if isinstance(data, Camera):
        return write_placeless(data, cameras.placeless(data))
    return write_placeless(data, lasers.PLACELESS) if isinstance(data, Laser) else []

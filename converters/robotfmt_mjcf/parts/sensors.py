"""IMUs and force and torque sensors, which MJCF describes by several sensors at one site.

MJCF has one element for each quantity. They stay as they are; a gyroscope and an accelerometer at a site are an
:class:`Imu` of the model besides, a force and a torque a :class:`ForceTorque` at the joint above the body of the site:
MuJoCo measures what the parent exerts on the body, in the axes of the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from robotfmt.model import Extension, ExtensionKind, ForceTorque, Frame, Imu, Robot, Sensor
from robotfmt.model.record import replace

PLACE = "/mujoco/sensor"
_SITE = re.compile(r'\ssite="([^"&]*)"')
_NAME = re.compile(r'\sname="([^"&]*)"')
IMU = ("gyro", "accelerometer")
"""The sensors of MJCF for the quantities of an IMU."""
FORCE_TORQUE = ("force", "torque")


def with_units(robot: Robot, extensions: Iterable[Extension], names: Mapping[str, str]) -> Robot:
    """Return a robot with its measuring units, except where it has a sensor of the name.

    Args:
        robot: The robot.
        extensions: What is kept of the document.
        names: What frames are called in the document, where they have another name in the model.
    """
    known = {each.name for each in robot.sensors}
    found = tuple(each for each in units(robot, extensions, names) if each.name not in known)
    return replace(robot, sensors=(*robot.sensors, *found)) if found else robot


def units(robot: Robot, extensions: Iterable[Extension], names: Mapping[str, str]) -> Iterator[Sensor]:
    """Yield the measuring units that the sensors of a document make."""
    tags = _tags_of(extensions)
    for frame in robot.frames if tags else ():
        measured = tags.get(names.get(frame.name, frame.name), {})
        if measured.keys() >= {*IMU}:
            name = _common(measured, IMU) or f"{frame.name}_imu"
            yield Sensor(origin=frame.origin, name=name, link=frame.parent, pose=frame.pose, data=Imu())
        joint = _joint_above(robot, frame)
        if measured.keys() >= {*FORCE_TORQUE} and joint is not None:
            data = ForceTorque(frame="sensor", measure_direction="parent_to_child")
            yield Sensor(
                origin=frame.origin,
                name=_common(measured, FORCE_TORQUE) or f"{frame.name}_force_torque",
                joint=joint,
                pose=frame.pose,
                data=data,
            )


def _joint_above(robot: Robot, frame: Frame) -> str | None:
    return next((each.name for each in robot.joints if each.child == frame.parent), None)


def _common(measured: Mapping[str, str], tags: tuple[str, str]) -> str:
    """Return the name of a unit whose elements are called as it and their quantities; an empty text for others."""
    starts = {measured[tag].removesuffix(f"_{tag}") for tag in tags if measured[tag].endswith(f"_{tag}")}
    is_common = len(starts) == 1 and all(measured[tag].endswith(f"_{tag}") for tag in tags)
    return starts.pop() if is_common else ""


def sites_of(extension: Extension) -> list[str]:
    """Return the site that an element of the document measures at, if it is a sensor."""
    is_sensor = extension.format == "mjcf" and extension.place == PLACE and extension.kind is ExtensionKind.ELEMENT
    return _SITE.findall(extension.content)[:1] if is_sensor else []


def _tags_of(extensions: Iterable[Extension]) -> dict[str, dict[str, str]]:
    """Return what is measured at each site, and the names of the elements."""
    found: dict[str, dict[str, str]] = {}
    for each in extensions:
        name = _NAME.search(each.content)
        for site in sites_of(each):
            found.setdefault(site, {})[each.name] = name.group(1) if name is not None else ""
    return found

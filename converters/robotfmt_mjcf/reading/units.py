"""IMUs and force and torque sensors, which MJCF describes by several sensors at one site.

MJCF has one element for each quantity. They stay as they are; a gyroscope and an accelerometer at a site are an
:class:`Imu` of the model besides, a force and a torque a :class:`ForceTorque` at the joint above the body of the site:
MuJoCo measures what the parent exerts on the body, in the axes of the site.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from robotfmt.model import Extension, ExtensionKind, ForceTorque, Frame, Imu, Robot, Sensor
from robotfmt.model.record import replace

_PLACE = "/mujoco/sensor"
_SITE = re.compile(r'\ssite="([^"&]*)"')
_IMU = frozenset({"gyro", "accelerometer"})
_FORCE_TORQUE = frozenset({"force", "torque"})


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
        measured = tags.get(names.get(frame.name, frame.name), ())
        if _IMU.issubset(measured):
            yield Sensor(origin=frame.origin, name=f"{frame.name}_imu", link=frame.parent, pose=frame.pose, data=Imu())
        joint = _joint_above(robot, frame)
        if _FORCE_TORQUE.issubset(measured) and joint is not None:
            data = ForceTorque(frame="sensor", measure_direction="parent_to_child")
            yield Sensor(
                origin=frame.origin,
                name=f"{frame.name}_force_torque",
                joint=joint,
                pose=frame.pose,
                data=data,
            )


def _joint_above(robot: Robot, frame: Frame) -> str | None:
    return next((each.name for each in robot.joints if each.child == frame.parent), None)


def _tags_of(extensions: Iterable[Extension]) -> dict[str, Collection[str]]:
    """Return what is measured at each site."""
    found: dict[str, set[str]] = {}
    for each in extensions:
        if each.format == "mjcf" and each.place == _PLACE and each.kind is ExtensionKind.ELEMENT:
            site = _SITE.search(each.content)
            if site is not None:
                found.setdefault(site.group(1), set()).add(each.name)
    return dict(found)

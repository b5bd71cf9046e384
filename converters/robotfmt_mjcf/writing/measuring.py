"""Measuring units of other formats, as a site and one sensor of MJCF for each quantity.

The site has the name of the unit where it is free; the unit itself is a record of the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import ForceTorque, Imu, Pose, Robot, Sensor
from robotfmt.model.renaming import free_name

from .plan import Plan

RECORD = "unit"
"""The kind of the record of a unit."""
TAGS: dict[type, tuple[str, str]] = {Imu: ("gyro", "accelerometer"), ForceTorque: ("force", "torque")}
"""The sensors of MJCF for the quantities of a unit."""


@dataclass(frozen=True)
class Unit:
    """A measuring unit, and its site."""

    sensor: Sensor
    site: str
    link: str
    """The link of the site."""
    pose: Pose | None
    """The pose of the site in the link."""

    @property
    def tags(self) -> tuple[str, str]:
        """The sensors of MJCF for its quantities."""
        return TAGS[type(self.sensor.data)]

    @property
    def is_reversed(self) -> bool:
        """True if MuJoCo measures the opposite force: that of the parent on the child."""
        data = self.sensor.data
        return isinstance(data, ForceTorque) and data.measure_direction != "parent_to_child"

    def elements(self) -> Iterator[Node]:
        """Yield the sensors of MJCF."""
        for tag in self.tags:
            yield make(tag, {"name": f"{self.site}_{tag}", "site": self.site})


def units_of(robot: Robot, plan: Plan, described: Iterable[Sensor] = ()) -> list[Unit]:
    """Return the measuring units that MJCF can express.

    Args:
        robot: The robot, adapted.
        plan: The arrangement of links as bodies.
        described: The sensors that elements of the source describe.
    """
    taken = set(robot.frame_names)
    known = {each.name for each in described}
    found: list[Unit] = []
    for sensor in robot.sensors:
        place = _place(robot, sensor)
        if place is not None and plan.is_body(place[0]) and sensor.name and sensor.name not in known:
            site = free_name(sensor.name, taken)
            taken.add(site)
            found.append(Unit(sensor, site, *place))
    return found


def is_placed_by_site(sensor: Sensor) -> bool:
    """Return True if the site of a unit has the pose of the unit: a force at a joint has that of the joint."""
    return isinstance(sensor.data, Imu) or (isinstance(sensor.data, ForceTorque) and sensor.data.frame == "sensor")


def _place(robot: Robot, sensor: Sensor) -> tuple[str, Pose | None] | None:
    """Return the link and the pose of the site of a unit; None if MJCF cannot express the sensor."""
    match sensor.data:
        case Imu() if sensor.link is not None and sensor.joint is None:
            return sensor.link, sensor.pose
        case ForceTorque(frame=frame) if sensor.joint in robot.joint_by_name and frame != "parent":
            joint = robot.joint_by_name[sensor.joint or ""]
            at = Pose((joint.pose_in_child or Pose()).xyz)
            return (joint.child, sensor.pose if frame == "sensor" else at) if joint.child is not None else None
    return None

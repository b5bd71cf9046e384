"""Sensors as they come back when they are written and read."""

from __future__ import annotations

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.nodes import serialize
from robotfmt.gazebo.sensors import read_sensor, write_sensor
from robotfmt.model import Robot, Sensor
from robotfmt.model.record import replace

from .keys import KEYS
from .said import Said, read_said, write_said


def with_sensors_as_written(robot: Robot) -> Robot:
    """The robot with what comes back of its sensors; those on no link and no joint do not."""
    known = {link.name for link in robot.links}
    joints = {joint.name for joint in robot.all_joints}
    sensors = tuple(
        _as_written(each)
        for each in robot.sensors
        if each.joint in joints or (each.joint is None and each.link in known)
    )
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def _as_written(sensor: Sensor) -> Sensor:
    node, pose = write_sensor(sensor)
    place = write_said(Said(pose=pose))
    if place is not None:
        node.insert(0, place)
    data = serialize([], node, [])
    element = Document(data, name="", format="sdf", report=Report(), keys=KEYS).root
    back = read_sensor(element, read_said(element, (1, 9)).pose)
    link = sensor.link if sensor.joint is None else None
    back = replace(back, origin=sensor.origin, link=link, joint=sensor.joint)
    return sensor if back == sensor else back

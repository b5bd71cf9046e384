"""Sensors and actuators as OpenRAVE has them: sensors on links, one actuator for each joint."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.adapting import links_of_frames
from robotfmt.kinematics.frames import viewed
from robotfmt.model import Actuator, Pose, Robot, Sensor, View, compose
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace
from robotfmt.model.renaming import unique_names

from ..parts import actuators, sensors
from ..parts.parameters import is_readable_back
from ..parts.sensor_data import type_of, with_words, word_of


def uniquely_named(robot: Robot) -> Robot:
    """Number the later ones of several sensors with one name."""
    named = tuple(each if each.name else replace(each, name="sensor") for each in robot.sensors)
    made = unique_names(named)
    return robot if made == robot.sensors else replace(robot, sensors=made)


def on_links(robot: Robot) -> Robot:
    """Move sensors on frames and joints to links, at the same place."""
    places = {each.name: (each.name, Pose()) for each in robot.links} | links_of_frames(robot)
    made = tuple(_on_link(each, robot, places) for each in robot.sensors)
    return robot if made == robot.sensors else replace(robot, sensors=made)


def _on_link(sensor: Sensor, robot: Robot, places: Mapping[str, tuple[str, Pose]]) -> Sensor:
    it = viewed(sensor, View.OPTICAL)
    joint = robot.joint_by_name.get(it.joint or "")
    name = it.link if it.link is not None or joint is None else joint.child
    if name is None or name not in places:
        return it if it.link is None else replace(it, link=None)
    link, pose = places[name]
    return replace(it, link=link, pose=compose(pose, it.pose) if link != name else it.pose)


def with_sensors(robot: Robot) -> Robot:
    """Keep of sensors what OpenRAVE has elements for."""
    made = tuple(map(_sensor, robot.sensors))
    return robot if made == robot.sensors else replace(robot, sensors=made)


def _sensor(it: Sensor) -> Sensor:
    word, data = word_of(it), with_words(it.data)
    known = sensors.known_of(word)
    return replace(
        it,
        type=type_of(word, data),
        joint=None,
        data=data,
        parameters=tuple(each for each in it.parameters if is_readable_back(each, known)),
        model=it.model or None,
        update_rate=None,
        always_on=None,
        visualize=None,
        topic=None,
    )


def electric(robot: Robot) -> Robot:
    """Give actuators with data of a motor the type of electric motors."""
    made = tuple(
        replace(each, type=ELECTRIC_MOTOR) if each.motor is not None and not actuators.is_electric(each.type) else each
        for each in robot.actuators
    )
    return robot if made == robot.actuators else replace(robot, actuators=made)


def with_actuators(robot: Robot) -> Robot:
    """Keep one actuator for each joint, with what OpenRAVE has elements for."""
    found: dict[str, Actuator] = {}
    for each in robot.actuators:
        it = _actuator(each)
        if it.joint in robot.joint_by_name and not actuators.is_idle(it):
            found.setdefault(it.joint or "", it)
    kept = tuple(found.values())
    return robot if kept == robot.actuators else replace(robot, actuators=kept)


def _actuator(it: Actuator) -> Actuator:
    known = actuators.known_of(actuators.is_electric(it.type))
    parameters = tuple(each for each in it.parameters if is_readable_back(each, known))
    return replace(it, command=None, parameters=parameters, model=it.model or None)

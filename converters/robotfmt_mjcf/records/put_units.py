"""Measuring units of other formats, restored from their sites."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.documents.xml.paths import in_quotes
from robotfmt.model import IDENTITY, Frame, Pose, Robot, Sensor, compose, inverse, is_near
from robotfmt.model.completion import BadRecord, whole
from robotfmt.model.record import replace

from ..codes import BAD_RECORD
from ..document.model import Model
from ..writing.measuring import RECORD, TAGS, is_placed_by_site
from .properties import PREFIX
from .texts import Text


def take_units(model: Model, texts: Iterable[Text]) -> dict[str, Sensor]:
    """Take the elements of recorded units; return the units by the names of their sites."""
    found: dict[str, Sensor] = {}
    for text in texts:
        if text.kind != RECORD:
            continue
        text.is_used = True
        try:
            sensor: Sensor = whole(text.given.get("sensor"), Sensor, text.origin)
            if type(sensor.data) not in TAGS:
                raise BadRecord("does not describe an IMU or a force and torque sensor")
        except BadRecord as error:
            text.element.report(BAD_RECORD, f"'{PREFIX}{RECORD}:{text.name}' {error}; the record is dropped", "data")
            continue
        text.is_used = _take(model, text.name, TAGS[type(sensor.data)])
        if text.is_used:
            found[text.name] = sensor
    return found


def _take(model: Model, site: str, tags: tuple[str, str]) -> bool:
    """Take the elements of a unit; return False if one of them no longer exists."""
    items = [
        item
        for section in model.sections("sensor")
        for item in section.children
        if item.tag in tags and item.element.peek("site") == site and item.element.peek("name")
    ]
    own = {item.tag: item for item in reversed(items)}
    if len(own) < len(tags):
        return False
    for tag, item in own.items():
        name = item.element.take().attribute("name") or ""
        item.element.attribute("site")
        item.place = f"/mujoco/sensor/{tag}[@name={in_quotes(name)}]"
    return True


def with_recorded_units(robot: Robot, units: dict[str, Sensor]) -> Robot:
    """Return a robot with its recorded units in the place of their sites."""
    sites = {each.name: each for each in robot.frames if each.name in units}
    if not sites:
        return robot
    restored = tuple(_restored(robot, units[name], site) for name, site in sites.items())
    frames = tuple(each for each in robot.frames if each.name not in sites)
    return replace(robot, frames=frames, sensors=(*robot.sensors, *restored))


def _restored(robot: Robot, sensor: Sensor, site: Frame) -> Sensor:
    """Return a unit at its site."""
    joint = next((each.name for each in robot.joints if each.child == site.parent), sensor.joint)
    if sensor.joint is not None:
        sensor = replace(sensor, joint=joint)
    elif sensor.link != site.parent:
        sensor = replace(sensor, link=site.parent)
    moved = compose(inverse(sensor.pose or Pose()), site.pose or Pose())
    return (
        replace(sensor, pose=site.pose) if is_placed_by_site(sensor) and not is_near(moved, IDENTITY, 1e-9) else sensor
    )

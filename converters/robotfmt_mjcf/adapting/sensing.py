"""Sensors as MJCF has them: cameras, and sites with one element for each measured quantity."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection

from robotfmt.adapting.wordless import without_fields
from robotfmt.documents.xml.nodes import canonical, make
from robotfmt.gazebo.sensor_data import ANGLE_OF_VIEW
from robotfmt.model import (
    Camera,
    Extension,
    ExtensionKind,
    ForceTorque,
    Frame,
    Imu,
    Pose,
    Robot,
    Sensor,
    View,
    compose,
    is_identity,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..parts.notation import ASPECT, FOVY, has_view, is_sized, layout_of, up_to_across
from ..parts.plan import BodyPlan
from ..parts.sensors import FORCE_TORQUE, IMU, PLACE, sites_of, units
from ..words import WORDLESS

TAGS: dict[type, tuple[str, str]] = {Imu: IMU, ForceTorque: FORCE_TORQUE}
"""The sensors of MJCF for the quantities of a measuring unit."""


def is_camera(sensor: Sensor, robot: Robot, plan: BodyPlan) -> bool:
    """Return True if a sensor can be a ``<camera>``."""
    data = sensor.data
    return isinstance(data, Camera) and bool(sensor.name) and sensor.joint is None and plan.is_native(sensor)


def plain(robot: Robot) -> Robot:
    """Drop the properties of measuring units that no sensor of MJCF has, such as rates and the noise of models."""

    def change(sensor: Sensor) -> Sensor:
        match sensor.data:
            case Imu():
                data: Imu | ForceTorque = Imu()
            case ForceTorque(frame=frame, measure_direction=direction):
                data = ForceTorque(frame=frame, measure_direction=direction)
            case _:
                return sensor
        return without_fields(replace(sensor, data=data), {Sensor: WORDLESS[Sensor]})

    return _with_sensors(robot, change)


def with_new_units(robot: Robot) -> Robot:
    """Add the units that elements are by now: a force and a torque measure at a joint once a robot is attached."""
    layout = layout_of(robot)
    if layout is None:
        return robot
    given = {each.name for each in robot.sensors}
    made = units(robot, robot.extensions, layout.names)
    new = tuple(each for each in made if each.name not in given and each.name not in layout.units)
    return replace(robot, sensors=(*robot.sensors, *new)) if new else robot


def without_gone_units(robot: Robot) -> Robot:
    """Drop the elements of measuring units that the robot no longer has, or has elsewhere."""
    layout = layout_of(robot)
    names = layout.names if layout is not None else {}
    there = {replace(each, origin=None) for each in robot.sensors}
    gone: set[tuple[str, str]] = set()
    for frame in robot.frames:
        alone = replace(robot, frames=(frame,))
        for unit in units(alone, robot.extensions, names):
            if replace(unit, origin=None) not in there and (layout is None or unit.name in layout.units):
                gone |= {(names.get(frame.name, frame.name), tag) for tag in TAGS[type(unit.data)]}
    kept = tuple(each for each in robot.extensions if not gone & {(site, each.name) for site in sites_of(each)})
    return robot if kept == robot.extensions else replace(robot, extensions=kept)


def measured(robot: Robot, more: Collection[Extension] = ()) -> Robot:
    """Return a robot with a site and two elements for each IMU and each force and torque sensor of other formats.

    Args:
        robot: The robot.
        more: The unrecognised content of its world.
    """
    known = _described(robot, more)
    plan, taken = BodyPlan(robot), set(robot.frame_names)
    sensors: list[Sensor] = []
    frames: list[Frame] = []
    elements: list[Extension] = []
    for sensor in robot.sensors:
        place = _place(robot, sensor) if replace(sensor, origin=None) not in known and sensor.name else None
        if place is None or not plan.is_body(place[0]):
            sensors.append(sensor)
            continue
        site = Frame(origin=sensor.origin, name=free_name(f"{sensor.name}_site", taken), parent=place[0], pose=place[1])
        taken.add(site.name)
        frames.append(site)
        elements += _elements(sensor, site)
        sensors.append(_as_read(robot, sensor, site))
    if not frames:
        return robot
    return replace(
        robot,
        sensors=tuple(sensors),
        frames=(*robot.frames, *frames),
        extensions=(*robot.extensions, *elements),
    )


def _elements(sensor: Sensor, site: Frame) -> list[Extension]:
    nodes = [(tag, make(tag, {"name": f"{sensor.name}_{tag}", "site": site.name})) for tag in TAGS[type(sensor.data)]]
    return [
        Extension(format="mjcf", place=PLACE, kind=ExtensionKind.ELEMENT, name=tag, content=canonical(node, None))
        for tag, node in nodes
    ]


def _as_read(robot: Robot, sensor: Sensor, site: Frame) -> Sensor:
    """Return a measuring unit as the reader makes it of its elements."""
    if isinstance(sensor.data, Imu):
        return Sensor(origin=sensor.origin, name=sensor.name, link=site.parent, pose=site.pose, data=Imu())
    data = ForceTorque(frame="sensor", measure_direction="parent_to_child")
    joint = next(each.name for each in robot.joints if each.child == site.parent)
    return Sensor(origin=sensor.origin, name=sensor.name, joint=joint, pose=site.pose, data=data)


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


def reversed_forces(robot: Robot) -> list[Sensor]:
    """Return the force and torque sensors that measure what the child exerts on the parent."""
    plan = BodyPlan(robot)
    return [
        each
        for each in robot.sensors
        if isinstance(each.data, ForceTorque)
        and each.data.measure_direction != "parent_to_child"
        and (place := _place(robot, each)) is not None
        and plan.is_body(place[0])
    ]


def _described(robot: Robot, more: Collection[Extension]) -> set[Sensor]:
    """Return the sensors that elements of the document describe."""
    layout = layout_of(robot)
    names = layout.names if layout is not None else {}
    return {replace(each, origin=None) for each in units(robot, (*robot.extensions, *more), names)}


def with_cameras_placed(robot: Robot) -> Robot:
    """Put cameras where their lenses are: SDF can place a lens in its sensor."""

    def placed(sensor: Sensor) -> Sensor:
        camera = sensor.data
        if not isinstance(camera, Camera) or camera.pose is None:
            return sensor
        pose = compose(sensor.pose or Pose(), camera.pose)
        return replace(sensor, pose=None if is_identity(pose) else pose, data=replace(camera, pose=None))

    return _with_sensors(robot, placed)


def with_nameless_lenses(robot: Robot) -> Robot:
    """Drop the names of lenses: a camera has the name of its sensor."""

    def nameless(sensor: Sensor) -> Sensor:
        camera = sensor.data
        is_named = isinstance(camera, Camera) and camera.name
        return replace(sensor, data=replace(camera, name=None)) if is_named else sensor

    return _with_sensors(robot, nameless)


def _with_sensors(robot: Robot, change: Callable[[Sensor], Sensor]) -> Robot:
    sensors = tuple(map(change, robot.sensors))
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def sensed(robot: Robot, more: Collection[Extension] = ()) -> Robot:
    """Keep the sensors that MJCF has: cameras with unique names, and what elements of the document measure.

    Args:
        robot: The robot.
        more: The unrecognised content of its world.
    """
    known = _described(robot, more)
    plan, counts = BodyPlan(robot), Counter(each.name for each in robot.sensors)
    kept: list[Sensor] = []
    for each in robot.sensors:
        if replace(each, origin=None) in known:
            kept.append(each)
        elif is_camera(each, robot, plan) and counts[each.name] == 1:
            kept.append(_sighted(each))
    return robot if tuple(kept) == robot.sensors else replace(robot, sensors=tuple(kept))


def with_views(robot: Robot) -> Robot:
    """Give cameras without a field of view that of Gazebo or MuJoCo; those of an MJCF have other lenses, which stay."""
    if robot.layout("mjcf") is not None:
        return robot
    return _with_sensors(robot, _with_view)


def _with_view(sensor: Sensor) -> Sensor:
    camera = sensor.data
    if not isinstance(camera, Camera) or camera.horizontal_fov is not None:
        return sensor
    return replace(sensor, data=replace(camera, horizontal_fov=_across(camera)))


def _across(camera: Camera) -> float:
    """Return the horizontal field of view of a camera that gives none."""
    width, height = (camera.width, camera.height) if camera.width and camera.height else ASPECT
    if camera.intrinsic is not None and camera.width:
        return 2 * math.atan2(width / 2, camera.intrinsic[0])
    return ANGLE_OF_VIEW if camera.view is View.FORWARD else up_to_across(FOVY, width, height)


def _sighted(sensor: Sensor) -> Sensor:
    """Return a camera without a size of images that is not complete, and without a field of view that none can have."""
    camera = sensor.data
    assert isinstance(camera, Camera)
    if not is_sized(camera):
        camera = replace(camera, width=None, height=None)
    if camera.horizontal_fov is not None and not has_view(camera):
        camera = replace(camera, horizontal_fov=None)
    return replace(sensor, data=camera)

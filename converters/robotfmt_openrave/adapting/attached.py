"""Manipulators, sensors, ignored pairs, spheres, interfaces and the values of the scene."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from robotfmt.adapting import links_of_frames
from robotfmt.documents.tokens import BadToken, reals
from robotfmt.kinematics.frames import viewed
from robotfmt.model import (
    Camera,
    ForceTorque,
    GripperJoint,
    IkSolver,
    InterfaceType,
    Laser,
    Manipulator,
    Parameter,
    Pose,
    Robot,
    Sensor,
    SensorData,
    SphereSet,
    View,
    compose,
)
from robotfmt.model.record import replace
from robotfmt.model.semantics import ADJACENT

from ..parts.attached import SPHERES, TOWARDS_Z
from ..parts.bodies import degrees_of_freedom
from ..parts.kinbodies import interface_of, kind_of
from ..parts.sensors import TAGS

_WORD = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
Places = Mapping[str, tuple[str, Pose]]
"""Links and frames: the link of each, and the pose in it."""


def _places(robot: Robot) -> Places:
    return {each.name: (each.name, Pose()) for each in robot.links} | links_of_frames(robot)


def with_manipulators(robot: Robot) -> Robot:
    """Keep of manipulators what OpenRAVE's XML has, between links."""
    places = _places(robot)
    known = robot.joint_by_name.keys()
    made = tuple(
        _manipulator(each, places, known)
        for each in robot.manipulators
        if each.base in places and each.tip in places and each.name
    )
    return robot if made == robot.manipulators else replace(robot, manipulators=made)


def _manipulator(it: Manipulator, places: Places, joints: Collection[str]) -> Manipulator:
    tip, inside = places[it.tip]
    tool = compose(inside, it.tool) if tip != it.tip else it.tool
    grippers = tuple(_gripper(each) for each in it.gripper_joints if each.joint in joints)
    return Manipulator(
        origin=it.origin,
        name=it.name,
        base=places[it.base][0],
        tip=tip,
        tool=tool,
        direction=it.direction,
        gripper_joints=grippers,
        ik_solvers=tuple(filter(_is_named, it.ik_solvers)),
    )


def directed(robot: Robot) -> Robot:
    """Give manipulators without a direction the one that OpenRAVE assumes."""
    made = tuple(replace(each, direction=TOWARDS_Z) if each.direction is None else each for each in robot.manipulators)
    return robot if made == robot.manipulators else replace(robot, manipulators=made)


def _gripper(it: GripperJoint) -> GripperJoint:
    """Return a gripper's joint with the sign of its direction only."""
    direction = dict(it.closing).get(0, 0.0)
    return replace(it, closing=((0, float((direction > 0) - (direction < 0))),))


def _is_named(solver: IkSolver) -> bool:
    interface = solver.interface
    if interface is None or solver.type is not None or solver.free_joints:
        return False
    return bool(interface.name) and interface.type == "iksolver" and interface.plugin is None


def with_sensors(robot: Robot) -> Robot:
    """Keep the sensors on links, with the data and parameters that OpenRAVE's XML has."""
    places = _places(robot)
    made = tuple(_sensor(each, places) for each in robot.sensors if each.link in places and each.name)
    return robot if made == robot.sensors else replace(robot, sensors=made)


def _sensor(given: Sensor, places: Places) -> Sensor:
    """Return a sensor as OpenRAVE stores it: on a link that the document has, with only the data that it reads."""
    seen = viewed(given, View.OPTICAL)
    link, inside = places[seen.link or ""]
    data = _data(seen.data)
    kind = seen.type if data is None else None
    rate = seen.update_rate if isinstance(data, Camera) else None
    return Sensor(
        origin=seen.origin,
        name=seen.name,
        type=kind,
        link=link,
        pose=compose(inside, seen.pose) if link != seen.link else seen.pose,
        update_rate=rate,
        data=data,
        parameters=tuple(_parameter(each) for each in seen.parameters if _is_plain(each, data)),
    )


def _data(data: SensorData | None) -> SensorData | None:
    match data:
        case Camera():
            matrix = data.intrinsic
            fits = matrix is not None and matrix[1] == matrix[3] == 0
            return Camera(origin=data.origin, width=data.width, height=data.height, intrinsic=matrix if fits else None)
        case Laser():
            kept = ("min_angle", "max_angle", "min_range", "max_range", "angle_increment", "measurement_time")
            return Laser(origin=data.origin, **{name: getattr(data, name) for name in kept})
        case ForceTorque():
            return ForceTorque(origin=data.origin)
    return None


def _is_plain(parameter: Parameter, data: SensorData | None) -> bool:
    """Return True for a parameter that is read again: a word, and numbers or text that are no numbers."""
    data_tags = TAGS.get(type(data), ())
    if not _WORD.fullmatch(parameter.name) or parameter.name in data_tags or parameter.attributes:
        return False
    values = parameter.values
    if not isinstance(values, str):
        return bool(values)
    try:
        reals(values)
    except BadToken:
        return values.strip() == values
    return False


def _parameter(parameter: Parameter) -> Parameter:
    values = parameter.values
    if isinstance(values, str):
        return parameter
    return replace(parameter, values=tuple(float(each) for each in values))


def adjacent(robot: Robot) -> Robot:
    """Give ignored pairs the only reason that OpenRAVE has."""
    pairs = tuple(each if each.reason == ADJACENT else replace(each, reason=ADJACENT) for each in robot.ignored_pairs)
    return robot if pairs == robot.ignored_pairs else replace(robot, ignored_pairs=pairs)


def named_spheres(robot: Robot) -> Robot:
    """Give the first set of spheres the only name that OpenRAVE has."""
    sets = robot.sphere_sets
    if not sets or sets[0].name == SPHERES:
        return robot
    return replace(robot, sphere_sets=(replace(sets[0], name=SPHERES), *sets[1:]))


def with_spheres(robot: Robot) -> Robot:
    """Keep one set of spheres, those on links, as CHOMP reads them."""
    if not robot.sphere_sets:
        return robot
    links = robot.link_by_name
    frames = tuple(
        replace(each, remark=None, spheres=tuple(it for it in each.spheres if it.center and it.radius is not None))
        for each in robot.sphere_sets[0].frames
        if each.frame in links
    )
    frames = tuple(it for it in frames if it.spheres)
    kept = SphereSet(origin=robot.sphere_sets[0].origin, name=robot.sphere_sets[0].name, frames=frames)
    sets = (kept,) if frames else ()
    return robot if sets == robot.sphere_sets else replace(robot, sphere_sets=sets)


def with_interface(robot: Robot) -> Robot:
    """Keep the type of the robot itself; a body with manipulators or sensors is a robot."""
    interface = interface_of(robot)
    kind = kind_of(robot).lower()
    interfaces: tuple[InterfaceType, ...] = ()
    if interface is not None and interface.type == kind and (interface.name or kind == "kinbody"):
        interfaces = (replace(interface, plugin=None),)
    return robot if interfaces == robot.interfaces else replace(robot, interfaces=interfaces)


def with_scene(robot: Robot) -> Robot:
    """Keep the values of degrees of freedom of one axis."""
    moving = {name for name, count in degrees_of_freedom(robot) if count == 1}
    kept = tuple(each for each in robot.scene_positions if each.joint in moving and len(each.values) == 1)
    return robot if kept == robot.scene_positions else replace(robot, scene_positions=kept)

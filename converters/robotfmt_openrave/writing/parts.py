"""Manipulators, attached sensors, ignored pairs and spheres as elements."""

from __future__ import annotations

from robotfmt.documents.tokens import degrees, written_all
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import Camera, Laser, Manipulator, Parameter, Robot, Sensor

from ..reading.sensors import plain_word
from .bodies import degrees_of_freedom
from .poses import write_pose


def write_pairs(robot: Robot) -> list[Node]:
    """Return the pairs of links that are not checked."""
    return [make("adjacent", text=f"{each.first} {each.second}") for each in robot.ignored_pairs]


def write_manipulator(manipulator: Manipulator) -> Node:
    """Return the element of a manipulator."""
    joints = manipulator.gripper_joints
    ways = tuple(dict(each.closing).get(0, 0.0) for each in joints)
    solvers = (each.interface.name for each in manipulator.ik_solvers if each.interface is not None)
    return make(
        "Manipulator",
        {"name": manipulator.name},
        make("base", text=manipulator.base),
        make("effector", text=manipulator.tip),
        *write_pose(manipulator.tool),
        make("direction", text=manipulator.direction) if manipulator.direction is not None else None,
        make("joints", text=" ".join(each.joint for each in joints)) if joints else None,
        make("closingdirection", text=ways) if joints else None,
        *(make("iksolver", text=name) for name in solvers),
    )


def write_sensor(sensor: Sensor) -> Node:
    """Return the element of an attached sensor."""
    word = sensor.type or plain_word(sensor.data)
    rows = [make(tag, text=value) for tag, value in _data(sensor) if value is not None]
    parameters = [make(each.name, text=_text(each)) for each in sensor.parameters]
    is_described = word is not None or rows or parameters
    described = make("sensor", {"type": word}, *rows, *parameters) if is_described else None
    return make(
        "AttachedSensor",
        {"name": sensor.name},
        make("link", text=sensor.link or ""),
        *write_pose(sensor.pose),
        described,
    )


def _data(sensor: Sensor) -> list[tuple[str, Content | None]]:
    data = sensor.data
    if isinstance(data, Camera):
        matrix = data.intrinsic
        return [
            ("KK", (matrix[0], matrix[4], matrix[2], matrix[5]) if matrix is not None else None),
            ("width", data.width),
            ("height", data.height),
            ("framerate", sensor.update_rate),
        ]
    if isinstance(data, Laser):
        return [
            ("minangle", _degrees(data.min_angle)),
            ("maxangle", _degrees(data.max_angle)),
            ("resolution", _degrees(data.angle_increment)),
            ("minrange", data.min_range),
            ("maxrange", data.max_range),
            ("scantime", data.measurement_time),
        ]
    return []


def _degrees(angle: float | None) -> float | None:
    return degrees(angle) if angle is not None else None


def _text(parameter: Parameter) -> str:
    values = parameter.values
    return values if isinstance(values, str) else written_all([float(each) for each in values])


def write_spheres(robot: Robot) -> Node | None:
    """Return the spheres of a robot, in the form that CHOMP reads; None without any."""
    rows = [
        make("sphere", {"link": frame.frame, "pos": each.center, "radius": each.radius})
        for its in robot.sphere_sets
        for frame in its.frames
        for each in frame.spheres
    ]
    if not rows:
        return None
    return make("orcdchomp", None, make("spheres", None, *rows))


def write_values(robot: Robot) -> Node | None:
    """Return the values of the degrees of freedom in the scene; None if all are zero."""
    given = {each.joint: each.values for each in robot.scene_positions}
    if not any(any(values) for values in given.values()):
        return None
    row = [number for name, count in degrees_of_freedom(robot) for number in given.get(name, (0.0,) * count)]
    return make("jointvalues", text=tuple(row))

"""A robot or a kinbody as one element."""

from __future__ import annotations

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.style import Style
from robotfmt.model import InterfaceType, Robot

from ..keys import KEYS
from .bodies import write_bodies, write_joints
from .parts import write_manipulator, write_pairs, write_sensor, write_spheres, write_values
from .poses import write_pose

STYLE = Style(format="openrave", keys=KEYS, parts=frozenset(KEYS))
KINBODY, ROBOT = "KinBody", "Robot"


def interface_of(robot: Robot) -> InterfaceType | None:
    """Return the interface of a robot itself, whose type is ``robot`` or ``kinbody``."""
    return next((each for each in robot.interfaces if each.type in ("robot", "kinbody")), None)


def kind_of(robot: Robot) -> str:
    """Return the name of the element of a robot."""
    interface = interface_of(robot)
    is_kinbody = interface is not None and interface.type == "kinbody"
    return KINBODY if is_kinbody and not (robot.manipulators or robot.sensors) else ROBOT


def write_whole(robot: Robot) -> Node:
    """Return the element of a robot, with its pose."""
    kind, interface = kind_of(robot), interface_of(robot)
    attributes = {"name": robot.name, "type": (interface.name or None) if interface is not None else None}
    inner = [*write_bodies(robot), *write_joints(robot), *write_pairs(robot)]
    holder = inner if kind == KINBODY else [make(KINBODY, None, *inner)]
    return make(
        kind,
        attributes,
        *write_pose(robot.pose),
        *holder,
        write_spheres(robot),
        write_values(robot),
        *map(write_manipulator, robot.manipulators),
        *map(write_sensor, robot.sensors),
    )

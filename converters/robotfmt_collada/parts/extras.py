"""OpenRAVE's extras, each read and written by the module for its subject."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import InterfaceType, Joint, Robot
from robotfmt.model.record import replace

from .actuators import read_actuators, write_actuators
from .body import Body, Ids
from .grabs import read_connected, write_connected
from .information import (
    read_information,
    read_interface,
    write_interface,
    write_joint_information,
    write_link_information,
)
from .joint_order import dof_indices
from .libraries import write_library
from .manipulators import read_manipulators, write_manipulator
from .pairs import read_collision, write_collision, write_visibility
from .sensors import read_sensors, write_sensors
from .systems import System


def read_extras(body: Body, system: System, robot: Robot) -> Robot:
    """Read the extras of a body's systems and models.

    Joints and links of the body change; its formulas and axes must have been read before.
    """
    of_models = (child for model in body.models for child in model.children if child.tag == "extra")
    extras = [*system.extras, *of_models]
    read_information(body, extras)
    actuators = read_actuators(body, extras)
    places = dof_indices(body, extras, [joint.name for joint in robot.all_joints])

    def read_joint(joint: Joint) -> Joint:
        draft = body.joints.get(joint.name)
        return replace(draft.joint if draft is not None else joint, dof_index=places.get(joint.name))

    return replace(
        robot,
        interfaces=_interfaces(extras),
        joints=tuple(map(read_joint, robot.joints)),
        loops=tuple(map(read_joint, robot.loops)),
        manipulators=read_manipulators(body, extras),
        ignored_pairs=read_collision(body, extras),
        sensors=read_sensors(body, extras),
        actuators=actuators,
        connected_bodies=read_connected(body, extras),
    )


def _interfaces(extras: list[Element]) -> tuple[InterfaceType, ...]:
    """Return each interface once: it is given on the model and on the system."""
    found = (read_interface(extra) for extra in extras if extra.peek("type") == "interface_type")
    return tuple(dict.fromkeys(each for each in found if each is not None))


def prepared_extras(robot: Robot, ids: Ids) -> Extras:
    """Write sensors and actuators, whose libraries and attachments go to different places."""
    sensors, attached_sensors = write_sensors(robot, ids)
    actuators, attached_actuators = write_actuators(robot, ids)
    return Extras(robot, ids, sensors, actuators, attached_sensors, attached_actuators)


def write_libraries(bodies: Iterable[Extras]) -> list[Node]:
    """Return the libraries of the sensors and actuators of all bodies of a document, without the empty ones."""
    found = list(bodies)
    libraries = (
        write_library("sensors", [node for each in found for node in each.sensors]),
        write_library("actuators", [node for each in found for node in each.actuators]),
    )
    return [each for each in libraries if each is not None]


@dataclass(frozen=True, slots=True)
class Extras:
    """The extras of a robot, ready to be inserted."""

    robot: Robot
    ids: Ids
    sensors: list[Node]
    """The entries of the library of sensors."""
    actuators: list[Node]
    _attached_sensors: list[Node]
    _attached_actuators: list[Node]

    def of_model(self, bound: Mapping[tuple[str, int], str]) -> list[Node]:
        """Return the extras of the kinematics model.

        Args:
            bound: The ids of the geometries of a link's collisions, by link name and index.
        """
        robot, ids = self.robot, self.ids
        found = (
            *map(write_interface, robot.interfaces),
            write_collision(robot, ids, bound),
            *(write_link_information(link, ids) for link in robot.links),
            *(write_joint_information(joint, ids) for joint in (*robot.joints, *robot.loops)),
        )
        return [each for each in found if each is not None]

    def of_system(self) -> list[Node]:
        """Return the extras of the motion system of the robot."""
        robot, ids = self.robot, self.ids
        found = (
            *self._attached_actuators,
            *map(write_interface, robot.interfaces),
            *(write_manipulator(each, ids) for each in robot.manipulators),
            *self._attached_sensors,
            *(write_connected(each, ids) for each in robot.connected_bodies),
            write_visibility(robot, ids),
        )
        return [each for each in found if each is not None]

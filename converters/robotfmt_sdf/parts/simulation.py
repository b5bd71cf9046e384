"""Simulation settings of shapes, of links and of the whole model."""

from __future__ import annotations

from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.kinematics.colliding import can_self_collide, with_self_collide
from robotfmt.model import CollisionMask, Geometry, LinkSimulation, Robot, RobotSimulation, Surface, Vector3
from robotfmt.words.elements import find, read_parts, write_parts
from robotfmt.words.notations import NUMBER

from ..words import COLLIDES, LINK_SIMULATION, MASK, RETRO, ROBOT_SIMULATION, SURFACE

DEFAULT_GRAVITY: Vector3 = (0.0, 0.0, -9.8)
"""The gravity of a world that gives none, in m/s^2."""
_DECAY = ("linear", "angular")


def read_shape(shape: Element, is_collision: bool) -> dict[str, Any]:
    """Take the contact properties of a collision, and the laser reflection of a shape: fields of the geometry."""
    found = read_parts(shape, RETRO)
    if not is_collision:
        return found
    surface = read_parts(shape, SURFACE)
    if surface:
        found["surface"] = Surface(origin=shape.origin, **surface)
    mask = read_parts(shape, MASK) if COLLIDES.read(shape) else {}
    if mask:
        found["collision_mask"] = CollisionMask(origin=shape.origin, **mask)
    return found


def read_link_simulation(link: Element) -> LinkSimulation | None:
    """Take the simulation settings of a link."""
    found = {**read_parts(link, LINK_SIMULATION), **_decay(link)}
    return LinkSimulation(origin=link.origin, **found) if found else None


def _decay(link: Element) -> dict[str, Any]:
    """Take the velocity decay of a link, if it is the same for translation and rotation."""
    leaves = [find(link, ("velocity_decay", each)) for each in _DECAY]
    values = [NUMBER.take(each, None) if each is not None else None for each in leaves]
    holder = link.find("velocity_decay")
    if holder is None or values[0] is None or values[0] != values[1]:
        if holder is not None:
            holder.give_back()
        return {}
    holder.take()
    return {"velocity_decay": values[0]}


def read_robot_simulation(model: Element, static: bool | None) -> RobotSimulation | None:
    """Take the simulation settings of a model, unless its include overrides them."""
    found = read_parts(model, ROBOT_SIMULATION)
    if static is not None:
        found["static"] = static
    return RobotSimulation(origin=model.origin, **found) if found else None


def write_shape(node: Node, geometry: Geometry, is_collision: bool) -> None:
    """Write the contact properties and the laser reflection of a shape."""
    write_parts(node, RETRO, geometry)
    if is_collision and geometry.surface is not None:
        write_parts(node, SURFACE, geometry.surface)
    if is_collision and geometry.collision_mask is not None:
        write_parts(node, MASK, geometry.collision_mask)


def write_link_simulation(link: Node, simulation: LinkSimulation | None) -> None:
    """Write the simulation settings of a link."""
    if simulation is None:
        return
    write_parts(link, LINK_SIMULATION, simulation)
    if simulation.velocity_decay is not None:
        both = (make(each, text=simulation.velocity_decay) for each in _DECAY)
        link.append(make("velocity_decay", None, *both))


def write_robot_simulation(model: Node, robot: Robot) -> None:
    """Write the simulation settings of a model; that its links pass through each other is what Gazebo takes anyway."""
    is_default = robot.simulation is not None and robot.simulation.self_collide is False and can_self_collide(robot)
    made = with_self_collide(robot, None) if is_default else robot
    if made.simulation is not None:
        write_parts(model, ROBOT_SIMULATION, made.simulation)

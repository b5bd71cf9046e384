"""Simulation settings of links and of the whole model.

SDF gives friction, contact and laser reflection for each collision, and Gazebo's own materials for each visual; the
model has them for the link. They are taken if all agree; otherwise each stays in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from robotfmt.documents.tokens import boolean
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import (
    NUMBER,
    VECTOR,
    WHOLE,
    One,
    Part,
    Token,
    find,
    read_parts,
    write_parts,
)
from robotfmt.model import LinkSimulation, RobotSimulation, Surface

from .looks import peek_script, take_script


def _flag(text: str) -> bool:
    return boolean(text.lower())


FLAG = Token(_flag, lambda value: "true" if value else "false")
"""A boolean, in upper or lower case."""
_SURFACE: tuple[Part, ...] = (
    One("surface/friction/ode/mu", "friction", NUMBER),
    One("surface/friction/ode/mu2", "second_friction", NUMBER),
    One("surface/friction/ode/fdir1", "friction_direction", VECTOR),
    One("surface/contact/ode/kp", "stiffness", NUMBER),
    One("surface/contact/ode/kd", "damping", NUMBER),
    One("surface/contact/ode/max_vel", "max_velocity", NUMBER),
    One("surface/contact/ode/min_depth", "min_depth", NUMBER),
    One("max_contacts", "max_contacts", WHOLE),
)
_RETRO: tuple[Part, ...] = (One("laser_retro", "laser_retro", NUMBER),)
_LINK: tuple[Part, ...] = (
    One("gravity", "gravity", FLAG),
    One("enable_wind", "wind", FLAG),
    One("self_collide", "self_collide", FLAG),
    One("kinematic", "kinematic", FLAG),
)
_DECAY = ("linear", "angular")
_MODEL: tuple[Part, ...] = (One("static", "static", FLAG), One("self_collide", "self_collide", FLAG))


def read_surface(collisions: Sequence[Element]) -> Surface | None:
    """Take the surface that all collisions of a link share."""
    found = _agreed(collisions, _SURFACE, ("surface", "max_contacts"))
    return Surface(origin=collisions[0].origin, **found) if found else None


def read_link_simulation(
    link: Element, visuals: Sequence[Element], collisions: Sequence[Element]
) -> LinkSimulation | None:
    """Take the simulation settings of a link."""
    found = {
        **read_parts(link, _LINK),
        **_decay(link),
        **_agreed(collisions, _RETRO, ("laser_retro",)),
        **_script(visuals),
    }
    return LinkSimulation(origin=link.origin, **found) if found else None


def _agreed(elements: Sequence[Element], parts: Iterable[Part], tags: tuple[str, ...]) -> dict[str, Any]:
    """Take the value that all elements share; none if one differs."""
    values = [read_parts(each, parts) for each in elements]
    if values and all(each == values[0] for each in values):
        return values[0]
    for element in elements:
        for tag in tags:
            child = element.find(tag)
            if child is not None:
                child.give_back()
    return {}


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


def _script(visuals: Sequence[Element]) -> dict[str, Any]:
    names = {peek_script(each) for each in visuals}
    name = names.pop() if len(names) == 1 else None
    if name is None:
        return {}
    for each in visuals:
        take_script(each)
    return {"material": name}


def read_robot_simulation(model: Element, static: bool | None) -> RobotSimulation | None:
    """Take the simulation settings of a model, unless its include overrides them."""
    found = read_parts(model, _MODEL)
    if static is not None:
        found["static"] = static
    return RobotSimulation(origin=model.origin, **found) if found else None


def write_surface(collision: Node, surface: Surface | None) -> None:
    """Write the surface of a collision."""
    if surface is not None:
        write_parts(collision, _SURFACE, surface)


def write_retro(collision: Node, simulation: LinkSimulation | None) -> None:
    """Write the laser reflection of a collision."""
    if simulation is not None:
        write_parts(collision, _RETRO, simulation)


def write_link_simulation(link: Node, simulation: LinkSimulation | None) -> None:
    """Write the simulation settings of a link."""
    if simulation is None:
        return
    write_parts(link, _LINK, simulation)
    if simulation.velocity_decay is not None:
        both = (make(each, text=simulation.velocity_decay) for each in _DECAY)
        link.append(make("velocity_decay", None, *both))


def write_robot_simulation(model: Node, simulation: RobotSimulation | None) -> None:
    """Write the simulation settings of a model."""
    if simulation is not None:
        write_parts(model, _MODEL, simulation)

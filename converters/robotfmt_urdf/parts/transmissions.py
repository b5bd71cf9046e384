"""``<transmission>``: the coupling of actuators and joints, as in ROS's ``transmission_interface`` and PR2's
mechanism model.

The first has its type in an element and reductions at the ends, the second its type in an attribute and one overall
reduction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.model import (
    Actuator,
    ActuatorEnd,
    ElectricMotor,
    JointEnd,
    JointType,
    LayoutItem,
    Robot,
    Transmission,
    TransmissionEnd,
)
from robotfmt.model.control import INTERFACES
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.texts import read_named, read_number, read_text, read_texts, write_number, write_text

SIMPLE = "transmission_interface/SimpleTransmission"
_End = TypeVar("_End", bound=TransmissionEnd)


def read_transmissions(root: Element) -> tuple[Transmission, ...]:
    """Return the transmissions in ``<robot>``."""
    return tuple(map(_transmission, read_named(root, "transmission")))


def _transmission(element: Element) -> Transmission:
    return Transmission(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=read_text(element, "type") or element.attribute("type"),
        joints=tuple(_end(each, JointEnd) for each in read_named(element, "joint")),
        actuators=tuple(_end(each, ActuatorEnd) for each in read_named(element, "actuator")),
        reduction=read_number(element, "mechanicalReduction"),
    )


def _end(element: Element, kind: type[_End]) -> _End:
    return kind(
        origin=element.origin,
        name=element.attribute("name") or "",
        role=read_text(element, "role"),
        interfaces=read_texts(element, "hardwareInterface"),
        reduction=read_number(element, "mechanicalReduction"),
        offset=read_number(element, "offset"),
    )


def write_transmissions(transmissions: Iterable[Transmission], places: Mapping[str, LayoutItem]) -> Iterator[Node]:
    """Yield the transmissions, each with its type in the form that its document used."""
    seen: Counter[str] = Counter()
    for it in transmissions:
        seen[it.name] += 1
        nth = f"[{seen[it.name]}]" if seen[it.name] > 1 else ""
        place = places.get(f"transmission[@name={in_quotes(it.name)}]{nth}")
        yield _write_transmission(it, place is not None and _has_type_attribute(place))


def _has_type_attribute(place: LayoutItem) -> bool:
    return "type" in place.attributes and all(each.step != "type" for each in place.items)


def _write_transmission(it: Transmission, as_attribute: bool) -> Node:
    return make(
        "transmission",
        {"name": it.name, "type": it.type if as_attribute else None},
        write_text("type", it.type) if not as_attribute else None,
        *(_write_end("joint", each) for each in it.joints),
        *(_write_end("actuator", each) for each in it.actuators),
        write_number("mechanicalReduction", it.reduction),
    )


def _write_end(tag: str, end: TransmissionEnd) -> Node:
    return make(
        tag,
        {"name": end.name},
        write_text("role", end.role),
        *(write_text("hardwareInterface", each) for each in end.interfaces),
        write_number("mechanicalReduction", end.reduction),
        write_number("offset", end.offset),
    )


# Actuators of other formats


def with_transmissions(robot: Robot) -> Robot:
    """Return the robot with a transmission for each actuator of a joint without one, and without the actuators that
    transmissions express completely.
    """
    if not robot.actuators:
        return robot
    driven = {end.name for each in robot.all_transmissions for end in each.joints}
    taken = {each.name for each in robot.transmissions}
    made: list[Transmission] = []
    for each in robot.actuators:
        joint = robot.joint_by_name.get(each.joint or "")
        if joint is not None and joint.type is not JointType.FIXED and joint.name not in driven:
            made.append(_transmission_of(each, joint.name, free_name(f"{each.name}_transmission", taken)))
            taken.add(made[-1].name)
    given = replace(robot, actuators=(), transmissions=(*robot.transmissions, *made))
    rest = tuple(each for each in robot.actuators if not any(_is(each, it) for it in given.all_actuators))
    return replace(given, actuators=rest)


def _transmission_of(actuator: Actuator, joint: str, name: str) -> Transmission:
    ratio = actuator.motor.gear_ratio if actuator.motor is not None else None
    end = ActuatorEnd(origin=actuator.origin, name=actuator.name, reduction=ratio)
    interfaces = (INTERFACES[actuator.command],) if actuator.command is not None else ()
    driven = JointEnd(origin=actuator.origin, name=joint, interfaces=interfaces)
    return Transmission(origin=actuator.origin, name=name, type=SIMPLE, joints=(driven,), actuators=(end,))


def _is(actuator: Actuator, named: Actuator) -> bool:
    """Return True if an actuator is the one that a transmission names, possibly with a number that makes its name
    unique.

    A library entry or an electric motor makes no difference.
    """
    plain = replace(actuator, name=named.name, model=None)
    if plain.type in (None, ELECTRIC_MOTOR):
        motor = plain.motor if plain.motor != ElectricMotor() else None
        plain = replace(plain, type=named.type, motor=motor)
    return plain == named and f"{actuator.name}_".startswith(f"{named.name}_")

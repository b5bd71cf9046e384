"""``<ros2_control>``: hardware, its driver, and the command and state interfaces of joints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    ActuatorEnd,
    Component,
    Controller,
    GpioComponent,
    Interface,
    JointComponent,
    JointEnd,
    Parameter,
    SensorComponent,
    Transmission,
    TransmissionEnd,
)
from robotfmt.model.record import replace

from ..document.texts import (
    as_number,
    read_named,
    read_number,
    read_number_attribute,
    read_parameters,
    read_text,
    write_number,
    write_parameters,
    write_text,
)

_BOUNDS = {"min": "minimum", "max": "maximum", "initial_value": "initial"}
"""Parameters of an interface that have the same meaning for every driver."""

_BOOLEANS = {"true": True, "false": False}

_End = TypeVar("_End", bound=TransmissionEnd)
_Component = TypeVar("_Component", bound=Component)


def read_controllers(root: Element) -> tuple[Controller, ...]:
    """Return the hardware in ``<robot>``."""
    return tuple(map(_controller, read_named(root, "ros2_control")))


def _controller(element: Element) -> Controller:
    plugin, parameters = _hardware(element)
    return Controller(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=element.attribute("type"),
        plugin=plugin,
        update_rate=read_number_attribute(element, "rw_rate"),
        joints=tuple(map(_joint, read_named(element, "joint"))),
        sensors=tuple(_component(each, SensorComponent) for each in read_named(element, "sensor")),
        gpios=tuple(_component(each, GpioComponent) for each in read_named(element, "gpio")),
        transmissions=tuple(map(_transmission, read_named(element, "transmission"))),
        parameters=parameters,
    )


def _hardware(parent: Element) -> tuple[str | None, tuple[Parameter, ...]]:
    element = next((each for each in parent.children if each.tag == "hardware"), None)
    if element is None:
        return None, ()
    plugin, parameters = read_text(element, "plugin"), read_parameters(element)
    if plugin is not None or parameters:
        element.take()
    return plugin, parameters


def _joint(element: Element) -> JointComponent:
    plain = _component(element, JointComponent)
    if element.peek("mimic") not in _BOOLEANS:
        return plain
    return replace(plain, mimic=_BOOLEANS[element.attribute("mimic") or ""])


def _component(element: Element, kind: type[_Component]) -> _Component:
    return kind(
        origin=element.origin,
        name=element.attribute("name") or "",
        commands=tuple(map(_interface, read_named(element, "command_interface"))),
        states=tuple(map(_interface, read_named(element, "state_interface"))),
        parameters=read_parameters(element),
    )


def _interface(element: Element) -> Interface:
    """Return an interface of a controller; its first valid bounds are fields, everything else is a parameter."""
    bounds: dict[str, float] = {}
    others: list[Parameter] = []
    seen: set[str] = set()
    for each in read_parameters(element):
        value = as_number(str(each.values)) if each.name in _BOUNDS and each.name not in seen else None
        seen.add(each.name)
        if value is not None:
            bounds[_BOUNDS[each.name]] = value
        else:
            others.append(each)
    return Interface(
        origin=element.origin,
        name=element.attribute("name") or "",
        minimum=bounds.get("minimum"),
        maximum=bounds.get("maximum"),
        initial=bounds.get("initial"),
        parameters=tuple(others),
    )


def _transmission(element: Element) -> Transmission:
    return Transmission(
        origin=element.origin,
        name=element.attribute("name") or "",
        type=read_text(element, "plugin"),
        joints=tuple(_end(each, JointEnd) for each in read_named(element, "joint")),
        actuators=tuple(_end(each, ActuatorEnd) for each in read_named(element, "actuator")),
    )


def _end(element: Element, kind: type[_End]) -> _End:
    return kind(
        origin=element.origin,
        name=element.attribute("name") or "",
        role=element.attribute("role"),
        reduction=read_number(element, "mechanical_reduction"),
        offset=read_number(element, "offset"),
    )


def supported_controller(it: Controller) -> Controller:
    """Return the hardware without what its transmissions have no element for: interfaces, and an overall reduction."""

    def plain(transmission: Transmission) -> Transmission:
        joints = tuple(replace(each, interfaces=()) for each in transmission.joints)
        actuators = tuple(replace(each, interfaces=()) for each in transmission.actuators)
        return replace(transmission, joints=joints, actuators=actuators, reduction=None)

    return replace(it, transmissions=tuple(map(plain, it.transmissions)))


def write_controllers(controllers: Iterable[Controller]) -> Iterator[Node]:
    """Return the hardware of a robot."""
    return map(_write_controller, controllers)


def _write_controller(it: Controller) -> Node:
    return make(
        "ros2_control",
        {"name": it.name, "type": it.type, "rw_rate": it.update_rate},
        _write_hardware(it),
        *(_write_component("joint", each, each.mimic) for each in it.joints),
        *(_write_component("sensor", each) for each in it.sensors),
        *(_write_component("gpio", each) for each in it.gpios),
        *map(_write_transmission, it.transmissions),
    )


def _write_hardware(it: Controller) -> Node | None:
    if it.plugin is None and not it.parameters:
        return None
    return make("hardware", None, write_text("plugin", it.plugin), *write_parameters(it.parameters))


def _write_component(tag: str, it: Component, mimic: bool | None = None) -> Node:
    return make(
        tag,
        {"name": it.name, "mimic": None if mimic is None else str(mimic).lower()},
        *(_write_interface("command_interface", each) for each in it.commands),
        *(_write_interface("state_interface", each) for each in it.states),
        *write_parameters(it.parameters),
    )


def _write_interface(tag: str, it: Interface) -> Node:
    values = {"min": it.minimum, "max": it.maximum, "initial_value": it.initial}
    bounds = (make("param", {"name": name}, text=value) for name, value in values.items() if value is not None)
    return make(tag, {"name": it.name}, *bounds, *write_parameters(it.parameters))


def _write_transmission(it: Transmission) -> Node:
    return make(
        "transmission",
        {"name": it.name},
        write_text("plugin", it.type),
        *(_write_end("joint", each) for each in it.joints),
        *(_write_end("actuator", each) for each in it.actuators),
    )


def _write_end(tag: str, end: TransmissionEnd) -> Node:
    return make(
        tag,
        {"name": end.name, "role": end.role},
        write_number("mechanical_reduction", end.reduction),
        write_number("offset", end.offset),
    )

"""Records of the model without a place in COLLADA, in robotfmt's technique: one element each, named as in the model,
with numbers and words as attributes and inner records inside.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from robotfmt.documents import tokens
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    ActuatorEnd,
    Controller,
    GpioComponent,
    Interface,
    Joint,
    JointComponent,
    JointEnd,
    JointSimulation,
    Link,
    LinkSimulation,
    Parameter,
    Robot,
    RobotSimulation,
    SensorComponent,
    Surface,
    Transmission,
)
from robotfmt.model.fields import fields_said
from robotfmt.model.record import Record, replace

from .extension import make_extra, technique

_R = TypeVar("_R", bound=Record)
_EXTRA = "model"
_INNER: dict[str, type[Record]] = {
    "ActuatorEnd": ActuatorEnd,
    "GpioComponent": GpioComponent,
    "JointComponent": JointComponent,
    "SensorComponent": SensorComponent,
    "JointEnd": JointEnd,
    "Interface": Interface,
    "Transmission": Transmission,
}


def write_records(robot: Robot) -> Node | None:
    """Return the extra with transmissions, controllers and simulation settings; None if there are none."""
    return make_extra(
        _EXTRA,
        *(_write("transmission", each) for each in robot.transmissions),
        *(_write("controller", each) for each in robot.controllers),
        _write("simulation", robot.simulation),
        *(_write("surface", each.surface, link=each.name) for each in robot.links),
        *(_write("simulation", each.simulation, link=each.name) for each in robot.links),
        *(_write("simulation", each.simulation, joint=each.name) for each in robot.all_joints),
    )


def _write(tag: str, it: Record | None, **whose: str) -> Node | None:
    if it is None:
        return None
    attributes: dict[str, str | None] = {**whose}
    children: list[Node | None] = []
    for name, value in fields_said(it):
        if isinstance(value, tuple) and not isinstance(value[0], float):
            children += [_write_inner(name, each) for each in value]
        else:
            attributes[name] = _written(value)
    return make(tag, attributes, *children)


def _write_inner(tag: str, it: Any) -> Node | None:
    if isinstance(it, Parameter):
        return make(tag, {"name": it.name}, text=_written(it.values))
    return _write(tag, it) if isinstance(it, Record) else make(tag, text=it)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return tokens.written_all(value)
    return value if isinstance(value, str) else tokens.written(value)


def read_records(robot: Robot, extras: Iterable[Element]) -> Robot:
    """Return the robot with the records from robotfmt's technique."""
    for extra in extras:
        found = technique(extra) if extra.peek("type") == _EXTRA else None
        if found is not None:
            extra.attribute("type")
            robot = _read_all(robot, found)
    return robot


def _read_all(robot: Robot, found: Element) -> Robot:
    links, joints = dict(robot.link_by_name), dict(robot.joint_by_name)
    for each in found.children:
        link, joint = links.get(each.peek("link") or ""), joints.get(each.peek("joint") or "")
        if link is not None and each.tag in ("surface", "simulation"):
            links[link.name] = _read_link(link, each)
        elif joint is not None and each.tag == "simulation":
            joints[joint.name] = _read_joint(joint, each)
        elif each.tag == "simulation" and each.peek("link") is each.peek("joint") is None:
            robot = replace(robot, simulation=_read(each, RobotSimulation))
    return replace(
        robot,
        transmissions=tuple(_read(each, Transmission) for each in _named(found, "transmission")),
        controllers=tuple(_read(each, Controller) for each in _named(found, "controller")),
        links=tuple(links[each.name] for each in robot.links),
        joints=tuple(joints[each.name] for each in robot.joints),
        loops=tuple(joints[each.name] for each in robot.loops),
    )


def _read_link(link: Link, element: Element) -> Link:
    element.attribute("link")
    if element.tag == "surface":
        return replace(link, surface=_read(element, Surface))
    return replace(link, simulation=_read(element, LinkSimulation))


def _read_joint(joint: Joint, element: Element) -> Joint:
    element.attribute("joint")
    return replace(joint, simulation=_read(element, JointSimulation))


def _named(parent: Element, tag: str) -> list[Element]:
    return [each for each in parent.children if each.tag == tag and each.peek("name") is not None]


def _read(element: Element, kind: type[_R]) -> _R:
    """Take the fields of a record from an element; the rest stays in the ledger."""
    given: dict[str, Any] = {"origin": element.take().origin}
    for name, annotation in kind.field_types.items():
        plain = annotation.removesuffix(" | None")
        if plain.startswith("tuple["):
            given[name] = _read_row(element, name, plain[len("tuple[") :].partition(",")[0])
        elif name != "origin":
            given[name] = _read_attribute(element, name, plain)
    return kind(**given)


def _read_row(parent: Element, tag: str, kind: str) -> tuple[Any, ...]:
    if kind == "str":
        return tuple(each.take_text() for each in parent.children_of(tag))
    if kind == "Parameter":
        return tuple(
            Parameter(origin=each.origin, name=each.attribute("name") or "", values=each.take_text())
            for each in _named(parent, tag)
        )
    return tuple(_read(each, _INNER[kind]) for each in _named(parent, tag))


def _read_attribute(element: Element, name: str, kind: str) -> Any:
    if kind == "float":
        return element.number(name)
    if kind == "Vector3":
        return element.vector(name)
    if kind == "str" or kind.endswith("Name"):
        return element.attribute(name)
    try:
        value = {"bool": tokens.boolean, "int": tokens.whole}[kind](element.peek(name) or "")
    except tokens.BadToken:
        return None
    element.attribute(name)
    return value

"""Speeds of axes: the ``axis_info`` of motion."""

from __future__ import annotations

from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Axis, Limits, Motion
from robotfmt.model.record import replace

from ..codes import ACCELERATION_AS_EFFORT
from ..document.claims import claim_below, claim_texts
from ..document.producer import Dialect
from ..document.values import read_number
from .body import Body
from .joints import in_si

_HARD = {"velocity": "hardMaxVel", "acceleration": "hardMaxAccel", "jerk": "hardMaxJerk"}
_SPEEDS = {
    "velocity": "speed",
    "acceleration": "acceleration",
    "deceleration": "deceleration",
    "jerk": "jerk",
}


def read_speeds(body: Body, info: Element, axis: Axis) -> Axis:
    """Return an axis with the properties in an ``axis_info`` of a motion system."""
    claim_below(info, "newparam", *_SPEEDS.values(), "float", "int", "bool", "param")
    claim_texts(info, "param")
    parameters = {each.peek("sid"): each for each in info.children if each.tag == "newparam"}
    for name, tag in _SPEEDS.items():
        given = _speed(body, info.child(tag), info, axis)
        hard = _speed(body, parameters.get(_HARD.get(name, "")), info, axis)
        axis = _with_speed(axis, name, given, hard, info)
    if body.producer(info).writes_effort_as_acceleration and axis.hard is not None:
        return replace(axis, hard=_effort(axis.hard, info))
    return axis


def _effort(hard: Limits, info: Element) -> Limits:
    if hard.acceleration is None:
        return hard
    message = f"acceleration {hard.acceleration:g} is the effort limit in files written by this program"
    info.report(ACCELERATION_AS_EFFORT, message)
    return replace(hard, effort=hard.acceleration, acceleration=None)


def _with_speed(axis: Axis, name: str, given: float | None, hard: float | None, info: Element) -> Axis:
    """Return an axis with a speed limit. A single number is a hard limit; of two, the hardware's is the hard one."""
    if hard is None and given is not None and axis.soft is not None and getattr(axis.soft, name) is not None:
        # An inner kinematics system has given both the hard and the soft limit.
        return replace(axis, soft=_with(axis.soft, name, given, info))
    if hard is not None and given is not None and hard != given:
        axis = replace(axis, soft=_with(axis.soft, name, given, info))
    value = hard if hard is not None else given
    return replace(axis, hard=_with(axis.hard, name, value, info)) if value is not None else axis


def _with(limits: Limits | None, name: str, value: float, info: Element) -> Limits:
    limits = limits if limits is not None else Limits(origin=info.origin)
    match name:
        case "velocity":
            return replace(limits, velocity=value)
        case "acceleration":
            return replace(limits, acceleration=value)
        case "deceleration":
            return replace(limits, deceleration=value)
        case _:
            return replace(limits, jerk=value)


def _speed(body: Body, parent: Element | None, scope: Element, axis: Axis) -> float | None:
    value = read_number(body.index, parent, scope, body.override) if parent is not None else None
    if axis.motion is Motion.SLIDE:
        return in_si(value, axis.motion, body.index.unit(scope))
    return value if body.producer(scope).speeds_in_radians else in_si(value, axis.motion, 1.0)


def write_speeds(axis: Axis, below: str, number: int, dialect: Dialect) -> Node:
    """Return the ``axis_info`` of a motion system for the axis with this index.

    Args:
        below: The id of the kinematics system.
    """
    hard, soft = axis.hard or Limits(), axis.soft or Limits()
    parameters: list[Node] = []
    speeds: list[Node] = []
    for name, tag in _SPEEDS.items():
        strict, given = getattr(hard, name), getattr(soft, name)
        if name in _HARD and given is not None and strict is not None:
            parameters.append(
                make("newparam", {"sid": _HARD[name]}, make("float", text=_speed_text(strict, axis, dialect)))
            )
        value = given if given is not None else strict
        if value is not None:
            speeds.append(make(tag, None, make("float", text=_speed_text(value, axis, dialect))))
    return make(
        "axis_info",
        {"sid": f"mai{number}", "axis": f"{below}/kai{number}"},
        *parameters,
        *speeds,
    )


def _speed_text(value: float, axis: Axis, dialect: Dialect) -> str:
    return written(dialect.angle(value) if axis.motion is Motion.TURN else value)

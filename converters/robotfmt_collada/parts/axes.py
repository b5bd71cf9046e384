"""Axes of systems: the ``axis_info`` of kinematics, and the axis that each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Axis, Joint, JointType, Limits, Motion, Robot
from robotfmt.model.record import replace

from ..document.claims import claim_below, claim_texts
from ..document.values import read_boolean, read_number
from .body import Body, Ids
from .joint_types import has_range
from .joints import axis_sid, bounds, in_si, write_limits

VALUES = ("float", "int", "bool", "param")
"""The elements with a value, or with the name of the parameter that has it."""


def read_axis(body: Body, info: Element, axis: Axis) -> Axis:
    """Return an axis with the properties in an ``axis_info`` of a kinematics system."""
    claim_below(info, "newparam", "active", "locked", "index", "limits", "min", "max", *VALUES)
    _claim_index(info)
    parameters = {each.peek("sid"): each for each in info.children if each.tag == "newparam"}
    soft = _soft_limits(body, info, axis)
    given = {
        "active": _boolean(body, info.child("active"), info),
        "locked": _boolean(body, info.child("locked"), info),
        "circular": _boolean(body, parameters.get("circular"), info),
        "planning_weight": _number(body, parameters.get("planning_weight"), info),
        "resolution": _number(body, parameters.get("discretization_resolution"), info),
    }
    axis = replace(axis, **{name: value for name, value in given.items() if value is not None})
    return replace(axis, locked=axis.locked or None, circular=axis.circular or None, soft=soft)


def _claim_index(info: Element) -> None:
    """Claim the index of a joint, which follows from its place among the actuators."""
    index = info.child("index")
    if index is not None:
        index.attribute("semantic")
        claim_texts(index, "int")
    claim_texts(info, "param")


def _soft_limits(body: Body, info: Element, axis: Axis) -> Limits | None:
    element = info.child("limits")
    if element is None:
        return axis.soft
    scale = 1.0 if axis.motion is Motion.TURN else body.index.unit(info)
    lower, upper = (in_si(_number(body, element.child(tag), info), axis.motion, scale) for tag in ("min", "max"))
    return Limits(origin=element.origin, lower=lower, upper=upper)


def _number(body: Body, parent: Element | None, scope: Element) -> float | None:
    return read_number(body.index, parent, scope, body.override) if parent is not None else None


def _boolean(body: Body, parent: Element | None, scope: Element) -> bool | None:
    return read_boolean(body.index, parent, scope, body.override) if parent is not None else None


# Writing


@dataclass(frozen=True, slots=True)
class WrittenAxis:
    """An axis with the names it has in a document."""

    joint: Joint
    axis: Axis
    joint_sid: str
    place: int
    """The index among the axes of the joint."""
    number: int
    """The index among all axes."""

    @property
    def axis_sid(self) -> str:
        """The sid of the axis in its joint."""
        return axis_sid(self.axis, self.place)

    @property
    def path(self) -> str:
        """``joint3/axis0``."""
        return f"{self.joint_sid}/{self.axis_sid}"

    def parameter(self, system: str) -> str:
        """Return the name of the parameter for the axis in a system."""
        return f"{system}.{self.joint_sid}.{self.axis_sid}"


def each_axis(robot: Robot, ids: Ids) -> list[WrittenAxis]:
    """Return every axis of every joint, numbered throughout; a joint without an axis gets a fixed one."""
    found: list[WrittenAxis] = []
    for joint in (*robot.joints, *robot.loops):
        for place, axis in enumerate(joint.axes or (Axis(),)):
            found.append(WrittenAxis(joint, axis, ids.joints[joint.name], place, len(found)))
    return found


def write_axis(each: WrittenAxis, model: str) -> Node:
    """Return the ``axis_info`` of a kinematics system for an axis of the model with this id."""
    axis, joint = each.axis, each.joint
    flags = {
        "circular": ("bool", "true" if axis.circular else None),
        "planning_weight": ("float", axis.planning_weight),
        "discretization_resolution": ("float", axis.resolution),
    }
    soft = bounds(joint, axis, axis.soft if has_range(axis.soft) else axis.hard)
    return make(
        "axis_info",
        {"sid": f"kai{each.number}", "axis": f"{model}/{each.path}"},
        *(
            make("newparam", {"sid": sid}, make(kind, text=text))
            for sid, (kind, text) in flags.items()
            if text is not None
        ),
        make("active", None, make("bool", text="true" if _is_active(joint, axis) else "false")),
        make("locked", None, make("bool", text="true" if axis.locked else "false")),
        write_limits(soft, axis.motion, wrapped=True),
    )


def _is_active(joint: Joint, axis: Axis) -> bool:
    """Return True if an axis is active: it moves, and not by a formula."""
    moved = joint.type is not JointType.FIXED and axis.coupling is None
    return moved and axis.active is not False

"""Data that COLLADA and OpenRAVE cannot store, in robotfmt's own technique.

COLLADA 1.5 provides for this: an "extra" with a "technique" of another profile, which other readers ignore.
"""

from __future__ import annotations

from typing import TypeVar

from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Axis,
    Calibration,
    Dynamics,
    Joint,
    JointType,
    Limits,
    SafetyController,
    Vector3,
)
from robotfmt.model.fields import fields_said
from robotfmt.model.record import replace

from ..kinematics.ranges import stands_elsewhere

PROFILE = "robotfmt"
_IMPLIED = (JointType.REVOLUTE, JointType.PRISMATIC, JointType.CONTINUOUS, JointType.COMPOUND)
_GROUPS = (("dynamics", "dynamics"), ("safety_controller", "safety"), ("calibration", "calibration"))
_PLACELESS = ("lower", "upper", "deceleration", "effort")
_ENDS = ("lower", "upper")
LIMITED = (
    JointType.REVOLUTE,
    JointType.PRISMATIC,
    JointType.SCREW,
    JointType.CYLINDRICAL,
    JointType.UNIVERSAL,
    JointType.COMPOUND,
)
"""Joint types whose limits COLLADA can store."""
_DIRECTIONS = {"x": None, "zero": (0.0, 0.0, 0.0)}
"""The actual direction of an axis that is written as 1 0 0."""
OpenEnds = tuple[str | None, str | None]
_G = TypeVar("_G", Dynamics, SafetyController, Calibration)


def technique(extra: Element, profile: str = PROFILE) -> Element | None:
    """Take the technique of a profile in an extra."""
    for child in extra.children:
        if child.tag == "technique" and child.peek("profile") == profile:
            child.attribute("profile")
            return child
    return None


def find_extra(parent: Element, kind: str) -> Element | None:
    """Return the robotfmt technique of an extra of a type, both taken; None if there is none."""
    for extra in parent.children:
        if extra.tag == "extra" and extra.peek("type") == kind:
            found = technique(extra)
            if found is not None:
                extra.attribute("type")
                return found
    return None


def make_extra(kind: str, *content: Node | None, profile: str = PROFILE, name: str | None = None) -> Node | None:
    """Return an extra of a type with one technique; None if it would be empty."""
    given = [node for node in content if node is not None]
    if not given:
        return None
    return make("extra", {"type": kind, "name": name}, make("technique", {"profile": profile}, *given))


def is_driven(joint: Joint) -> bool:
    """Return True if a joint is driven: it has a place among the joint values."""
    axis = joint.axis
    if axis is None or joint.type is JointType.FIXED:
        return False
    return axis.coupling is None and axis.active is not False


def read_joint_extension(element: Element, joint: Joint) -> tuple[Joint, bool]:
    """Return the properties in the joint's own technique, and whether they determine the joint's type."""
    found = find_extra(element, "joint")
    if found is None:
        return joint, False
    word = found.child("type")
    kind = JointType(word.take_text()) if word is not None and _is_type(word) else joint.type
    given = found.children_of("axis")
    axes = list(joint.axes)
    if kind is not None and kind not in _IMPLIED:
        axes = [_without_bounds(axis) for axis in axes[: len(given)]]
    axes[: len(given)] = [_read_axis(each, axis) for each, axis in zip(given, axes, strict=False)]
    return replace(joint, type=kind, axes=tuple(axes)), word is not None


def _is_type(word: Element) -> bool:
    return word.text.strip() in [kind.value for kind in JointType]


def _without_bounds(axis: Axis) -> Axis:
    """Drop placeholder limits: joint types that COLLADA does not have are written as hinges with limits 0..0."""
    hard = replace(axis.hard, lower=None, upper=None) if axis.hard is not None else None
    return replace(axis, hard=hard if hard != Limits() else None)


def _read_axis(given: Element, axis: Axis) -> Axis:
    return replace(
        axis,
        dynamics=_read_group(given, "dynamics", Dynamics),
        safety=_read_group(given, "safety_controller", SafetyController),
        calibration=_read_group(given, "calibration", Calibration),
        hard=_read_limit(given, "limit", axis.hard),
        soft=_read_limit(given, "soft_limit", axis.soft),
        pitch=given.number("pitch"),
        direction=_DIRECTIONS.get(given.attribute("axis") or "", axis.direction),
    )


def _read_group(given: Element, tag: str, kind: type[_G]) -> _G | None:
    element = given.child(tag)
    if element is None:
        return None
    return kind(origin=element.origin, **{name: element.number(name) for name in kind.compared_fields})


def _read_limit(given: Element, tag: str, hard: Limits | None) -> Limits | None:
    element = given.child(tag)
    if element is None:
        return hard
    hard = hard or Limits(origin=element.origin)
    lower, upper, deceleration, effort = (element.number(name) for name in _PLACELESS)
    element.attribute("open")
    return replace(
        hard,
        lower=hard.lower if lower is None else lower,
        upper=hard.upper if upper is None else upper,
        deceleration=deceleration,
        effort=effort,
    )


def read_open_ends(element: Element) -> list[OpenEnds]:
    """Return the open ends of the hard and soft limits of each axis in the joint's own technique."""
    found = find_extra(element, "joint")
    axes = found.children_of("axis") if found is not None else []
    return [(_open_end(each, "limit"), _open_end(each, "soft_limit")) for each in axes]


def _open_end(axis: Element, tag: str) -> str | None:
    element = axis.find(tag)
    end = element.peek("open") if element is not None else None
    return end if end in _ENDS else None


def write_joint_extension(joint: Joint) -> Node | None:
    """Return the joint's own technique; None if COLLADA can store everything."""
    kind = joint.type
    word = make("type", text=kind.value) if kind is not None and not _is_implied(joint) else None
    axes = [_write_axis(joint, number) for number in range(len(joint.axes))]
    if word is None and not any(len(node) or node.attrib for node in axes):
        return None
    return make_extra("joint", word, *axes)


def _is_implied(joint: Joint) -> bool:
    """Return True if COLLADA itself determines the type: a hinge with a range, a hinge without, a slider."""
    axis = joint.axis
    hard = axis.hard if axis is not None else None
    ranged = hard is not None and hard.lower is not None and hard.upper is not None
    if stands_elsewhere(joint):
        return False  # a reader takes it for a fixed joint
    unranged = hard is None or (hard.lower is None and hard.upper is None)
    return {
        JointType.REVOLUTE: ranged,
        JointType.CONTINUOUS: unranged,
        JointType.PRISMATIC: True,
        JointType.COMPOUND: len(joint.axes) > 1,
    }.get(joint.type or JointType.FIXED, False)


def _write_axis(joint: Joint, number: int) -> Node:
    axis = joint.axes[number]
    groups = [
        make(tag, {name: _text(value) for name, value in fields_said(getattr(axis, field))})
        for tag, field in _GROUPS
        if getattr(axis, field) is not None
    ]
    return make(
        "axis",
        {
            "axis": _axis_word(joint, axis),
            "pitch": _text(axis.pitch) if axis.pitch is not None else None,
        },
        *groups,
        _write_limit(joint, number),
        _write_soft_limit(joint, axis),
    )


def _axis_word(joint: Joint, axis: Axis) -> str | None:
    if axis.direction is None:
        return "x"
    return "zero" if stands_for_none(joint, axis.direction) else None


def stands_for_none(joint: Joint, direction: Vector3) -> bool:
    """Return True if the axis of a fixed joint is zero: COLLADA requires a direction, although nothing turns about
    it.
    """
    return joint.type is JointType.FIXED and not any(direction)


def _write_limit(joint: Joint, number: int) -> Node | None:
    """Return limits that ``joint``, ``axis_info`` and motors cannot store, and the ends that are open."""
    hard = joint.axes[number].hard
    if hard is None:
        return None
    placeless = {"deceleration": hard.deceleration}
    if number > 0 or not is_driven(joint):
        placeless["effort"] = hard.effort
    if not _has_limits(joint):
        placeless |= {"lower": hard.lower, "upper": hard.upper}
    return _limit("limit", placeless, hard if _has_limits(joint) else None)


def _write_soft_limit(joint: Joint, axis: Axis) -> Node | None:
    """Return the soft limits of a joint without an ``axis_info``, or the open ends of those in it."""
    soft = axis.soft or Limits()
    given = {"lower": soft.lower, "upper": soft.upper}
    if joint.type in LIMITED:
        return _limit("soft_limit", {}, axis.hard if set(given.values()) == {None} else soft)
    return _limit("soft_limit", given)


def _has_limits(joint: Joint) -> bool:
    return joint.type in (JointType.REVOLUTE, JointType.PRISMATIC, JointType.COMPOUND)


def _limit(tag: str, values: dict[str, float | None], ended: Limits | None = None) -> Node | None:
    given = {name: _text(value) for name, value in values.items() if value is not None}
    missing = [end for end in _ENDS if ended is not None and getattr(ended, end) is None]
    if len(missing) == 1:
        given["open"] = missing[0]
    return make(tag, given) if given else None


def _text(value: object) -> str:
    assert isinstance(value, int | float)
    return written(float(value))

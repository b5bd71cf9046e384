"""The type of each joint, once all of its limits are known, and the range of an axis."""

from __future__ import annotations

from robotfmt.documents.tokens import degrees
from robotfmt.documents.xml.element import Element
from robotfmt.model import Axis, Joint, JointType, Limits, Motion
from robotfmt.model.record import replace

from ..codes import EQUAL_LIMITS, FIXED_BY_LIMITS
from ..document.producer import ROBOTFMT
from .body import Body

LIMITED = (
    JointType.REVOLUTE,
    JointType.PRISMATIC,
    JointType.COMPOUND,
)
"""Joint types whose limits COLLADA can store."""


def is_driven(joint: Joint) -> bool:
    """Return True if a joint is driven: it has a place among the joint values."""
    axis = joint.axis
    if axis is None or joint.type is JointType.FIXED:
        return False
    return axis.coupling is None and axis.active is not False


def has_range(limits: Limits | None) -> bool:
    """Return True if there is a lower or an upper limit."""
    return limits is not None and (limits.lower is not None or limits.upper is not None)


def only_value(axis: Axis) -> float | None:
    """Return the value of both limits of an axis; None if they differ, or there are none.

    OpenRAVE uses the soft limits, if there are any.
    """
    limits = axis.soft if has_range(axis.soft) else axis.hard
    return limits.lower if limits is not None and limits.lower == limits.upper else None


def is_elsewhere(joint: Joint) -> bool:
    """Return True if the limits of a joint allow a single value, which is not 0.

    OpenRAVE reads such a joint as fixed at 0.
    """
    axis = joint.axis
    if axis is None or len(joint.axes) > 1 or axis.coupling is not None or axis.circular:
        return False
    return joint.type in (JointType.REVOLUTE, JointType.PRISMATIC) and bool(only_value(axis))


def where(joint: Joint) -> str:
    """Return the only value that the limits of a joint allow, in degrees or the unit of length: ``17.1887 deg``."""
    axis = joint.axis
    value = (only_value(axis) if axis is not None else None) or 0.0
    turns = axis is not None and axis.motion is Motion.TURN
    return f"{degrees(value):.6g} deg" if turns else f"{value:.6g} m"


NO_AXIS = Axis(direction=(1.0, 0.0, 0.0))
"""The axis that is written for a fixed joint without one."""


def settled(body: Body, joint: Joint, element: Element) -> Joint:
    """Return a joint with its type, now that all limits are known."""
    axis = joint.axis
    if axis is None or len(joint.axes) > 1:
        return joint
    if joint.type is JointType.CONTINUOUS and has_range(axis.hard):
        joint = replace(joint, type=JointType.REVOLUTE)
    if is_elsewhere(joint):
        given = f"both limits of joint '{joint.name}' are {where(joint)}"
        element.report(EQUAL_LIMITS, f"{given}; it is read as fixed at 0, as OpenRAVE reads it")
        return replace(joint, type=JointType.FIXED, axes=(replace(axis, active=None, locked=None),))
    if joint.type is not JointType.REVOLUTE or not _is_zero(axis.hard) or axis.coupling is not None:
        return joint
    if body.producer(element).fixes_by_limits or axis.active is False:
        if body.producer(element).tool != ROBOTFMT:
            element.report(FIXED_BY_LIMITS, f"joint '{joint.name}' has limits 0..0; it is read as a fixed joint")
        fixed = _fixed_axis(axis)
        return replace(joint, type=JointType.FIXED, axes=() if fixed == NO_AXIS else (fixed,))
    return joint


def settled_axis(axis: Axis) -> Axis:
    """Return an axis with hard limits: soft limits replace missing hard ones, and equal sets are merged."""
    hard, soft = axis.hard, axis.soft
    if soft is None:
        return axis
    if not has_range(hard):
        hard = replace(hard or Limits(origin=soft.origin), lower=soft.lower, upper=soft.upper)
    if hard is not None and (hard.lower, hard.upper) == (soft.lower, soft.upper):
        soft = replace(soft, lower=None, upper=None)
    return replace(axis, hard=hard, soft=soft if soft != Limits() else None)


def _fixed_axis(axis: Axis) -> Axis:
    """Return the remaining properties of the axis of a fixed joint."""
    hard = replace(axis.hard, lower=None, upper=None) if axis.hard is not None else None
    return replace(axis, hard=hard if hard != Limits() else None, active=None, locked=None)


def _is_zero(limits: Limits | None) -> bool:
    return limits is not None and limits.lower == limits.upper == 0

"""The range of an axis: whether it has one, and whether the joint can move within it."""

from __future__ import annotations

from robotfmt.documents.tokens import degrees
from robotfmt.model import Axis, Joint, JointType, Limits, Motion

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


def stands_elsewhere(joint: Joint) -> bool:
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

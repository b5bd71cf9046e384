"""The range of an axis: whether it has one, and whether it lets the joint move."""

from __future__ import annotations

from robotfmt.documents.tokens import degrees
from robotfmt.model import Axis, Joint, JointType, Limits, Motion


def has_range(limits: Limits | None) -> bool:
    """Return True if there is a lower or an upper limit."""
    return limits is not None and (limits.lower is not None or limits.upper is not None)


def only_value(axis: Axis) -> float | None:
    """Return the value that both limits of an axis have; None if they differ, or there are none.

    Of the two sets of limits OpenRAVE knows the soft one, where there is any.
    """
    limits = axis.soft if has_range(axis.soft) else axis.hard
    return limits.lower if limits is not None and limits.lower == limits.upper else None


def stands_elsewhere(joint: Joint) -> bool:
    """Return True if the limits of a joint let it have one value only, which is not 0.

    OpenRAVE takes such a joint for a fixed one, and leaves it at 0.
    """
    axis = joint.axis
    if axis is None or len(joint.axes) > 1 or axis.coupling is not None or axis.circular:
        return False
    return joint.type in (JointType.REVOLUTE, JointType.PRISMATIC) and bool(only_value(axis))


def where(joint: Joint) -> str:
    """Return the only value of such a joint in the units of a document: ``17.1887 deg``."""
    axis = joint.axis
    value = (only_value(axis) if axis is not None else None) or 0.0
    turns = axis is not None and axis.motion is Motion.TURN
    return f"{degrees(value):.6g} deg" if turns else f"{value:.6g} m"

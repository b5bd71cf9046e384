"""Change the limits of a joint."""

from __future__ import annotations

from typing import TypedDict

from .joint import Axis, Joint, JointType, Limits
from .lookup import refuse_unknown
from .record import replace
from .semantics import CSpace

_OF_CSPACE = {"acceleration": "acceleration_limit", "jerk": "jerk_limit"}


class Bounds(TypedDict, total=False):
    """The fields of :class:`.joint.Limits` to change; None removes a bound."""

    lower: float | None
    upper: float | None
    velocity: float | None
    effort: float | None
    acceleration: float | None
    deceleration: float | None
    jerk: float | None


def joint_with(joint: Joint, axis: int | None, bounds: Bounds) -> Joint:
    """Return a joint with some bounds of an axis changed.

    Args:
        joint: The joint.
        axis: The number of the axis, from 0; None for the only one.
        bounds: The new bounds, in rad or m, and N m or N, with their time derivatives.

    Raises:
        TypeError: A bound does not exist.
        ValueError: The joint has no such axis, or several and none is named, or is continuous and gets a position.
    """
    refuse_unknown("with_limits", bounds, Bounds.__annotations__)
    number = _number(joint, axis)
    if joint.type is JointType.CONTINUOUS and any(bounds.get(each) is not None for each in ("lower", "upper")):
        message = f"joint {joint.name!r} is continuous, so it has no lower and upper limit: make it revolute first"
        raise ValueError(message)
    axes = list(joint.axes)
    axes[number] = _axis_with(axes[number], bounds)
    return replace(joint, axes=tuple(axes))


def _number(joint: Joint, axis: int | None) -> int:
    count = len(joint.axes)
    if axis is None and count > 1:
        raise ValueError(f"joint {joint.name!r} has {count} axes: name one of them, such as axis=0")
    number = axis or 0
    if not 0 <= number < count:
        known = f"its axes are 0 to {count - 1}" if count else "it has no axes"
        raise ValueError(f"joint {joint.name!r} has no axis {number}: {known}")
    return number


def _axis_with(axis: Axis, bounds: Bounds) -> Axis:
    """Return an axis whose limits have some bounds: its hard limits, and its soft ones where they have the bound."""
    hard = replace(axis.hard or Limits(), **bounds)
    if axis.soft is None:
        return replace(axis, hard=hard)
    given = {name: value for name, value in bounds.items() if getattr(axis.soft, name) is not None}
    soft = replace(axis.soft, **given)
    return replace(axis, hard=hard, soft=None if soft == hard else soft)


def cspace_with(cspace: CSpace | None, joint: str, bounds: Bounds) -> CSpace | None:
    """Return a configuration space whose own limits of a joint, if it has them, are the new ones."""
    if cspace is None:
        return None
    new = {_OF_CSPACE[name]: value for name, value in bounds.items() if name in _OF_CSPACE}
    changed = (
        replace(each, **{name: value for name, value in new.items() if getattr(each, name) is not None})
        if each.joint == joint
        else each
        for each in cspace.joints
    )
    return replace(cspace, joints=tuple(changed))

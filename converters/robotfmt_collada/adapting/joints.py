"""Joints as COLLADA has them: fixed, of one axis that turns or slides, or of several; ranges with two ends."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt import adapting
from robotfmt.model import Axis, Joint, JointType, Limits, Motion, Robot
from robotfmt.model.record import replace

from ..parts.joint_types import LIMITED, NO_AXIS, has_range, is_elsewhere, only_value
from ..parts.joints import bounds

_ONE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)
_SEVERAL = (JointType.COMPOUND, JointType.UNIVERSAL, JointType.CYLINDRICAL)
_RATES = ("velocity", "acceleration", "jerk")


def in_rows(robot: Robot) -> Robot:
    """Make chains of joints with one axis each of balls, screws and planes."""
    return adapting.in_rows(robot, _axes_of)


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    match joint.type:
        case JointType.BALL:
            return adapting.ball_axes(joint)
        case JointType.SCREW if joint.axes:
            return adapting.screw_axes(joint)
        case JointType.PLANAR:
            return adapting.planar_axes(joint)
    return ()


def closed(robot: Robot) -> Robot:
    """Drop joints of other types that close loops: a chain of joints would need further links."""
    kept = tuple(each for each in robot.loops if each.type in (*_ONE, *_SEVERAL, JointType.FIXED))
    return robot if kept == robot.loops else replace(robot, loops=kept)


def typed(robot: Robot) -> Robot:
    """Give joints the type that their axes and ranges make."""
    return adapting.with_each_joint(robot, lambda joint: replace(joint, type=_type(joint)))


def _type(joint: Joint) -> JointType:
    if len(joint.axes) > 1 and joint.type in (*_ONE, *_SEVERAL):
        return JointType.COMPOUND
    axis = joint.axis
    if axis is None or joint.type not in (*_ONE, *_SEVERAL) or is_elsewhere(joint) or _is_held(axis):
        return JointType.FIXED
    if axis.motion is Motion.SLIDE:
        return JointType.PRISMATIC
    return (
        JointType.REVOLUTE if joint.type is not JointType.CONTINUOUS and has_range(axis.hard) else JointType.CONTINUOUS
    )


def _is_held(axis: Axis) -> bool:
    """Return True for a passive axis with the limits 0..0, which is read as that of a fixed joint."""
    turns = axis.motion is Motion.TURN and axis.coupling is None
    return turns and axis.active is False and axis.hard is not None and axis.hard.lower == axis.hard.upper == 0


def fixed(robot: Robot) -> Robot:
    """Drop the parts of the axes of fixed joints that do not read back."""

    def change(joint: Joint) -> Joint:
        if joint.type is not JointType.FIXED or not joint.axes:
            return joint
        axis = _fixed_axis(joint.axes[0])
        axes = () if axis == NO_AXIS else (axis,)
        return joint if axes == joint.axes else replace(joint, axes=axes)

    return adapting.with_each_joint(robot, change)


def _fixed_axis(axis: Axis) -> Axis:
    """Return the axis of a fixed joint: limits stay only if they hold the joint at another value than 0."""
    stands = bool(only_value(axis))
    hard, soft = axis.hard, axis.soft
    if hard is not None and not stands:
        hard = replace(hard, lower=None, upper=None)
    if soft is not None and not stands:
        soft = replace(soft, lower=None, upper=None)
    direction = axis.direction if axis.direction is not None and any(axis.direction) else NO_AXIS.direction
    return replace(
        axis,
        motion=Motion.TURN,
        direction=direction,
        hard=_nonempty(hard),
        soft=_nonempty(soft),
        coupling=None,
        active=None,
        locked=None,
    )


def with_ends(robot: Robot) -> Robot:
    """Give ranges of one end the other one: OpenRAVE and ROS require both."""

    def change(joint: Joint, axis: Axis) -> Axis:
        return replace(axis, hard=_ended(joint, axis, axis.hard), soft=_ended(joint, axis, axis.soft))

    return _with_axes(robot, change)


def _ended(joint: Joint, axis: Axis, limits: Limits | None) -> Limits | None:
    if limits is None or joint.type not in LIMITED or (limits.lower is None) is (limits.upper is None):
        return limits
    ends = bounds(joint, axis, limits)
    return limits if ends is None else replace(limits, lower=ends[0], upper=ends[1])


def ranged(robot: Robot) -> Robot:
    """Drop ranges of continuous joints, soft limits that equal the hard ones, and efforts of further axes."""

    def change(joint: Joint, axis: Axis) -> Axis:
        hard, soft = axis.hard, axis.soft
        if joint.type is JointType.CONTINUOUS:
            hard = replace(hard, lower=None, upper=None) if hard is not None else None
            soft = replace(soft, lower=None, upper=None) if soft is not None else None
        if soft is not None:
            soft = _other_than(soft, hard or Limits())
        return replace(axis, hard=_nonempty(hard), soft=_nonempty(soft))

    return _with_axes(robot, change)


def _other_than(soft: Limits, hard: Limits) -> Limits:
    gone = [name for name in _RATES if getattr(soft, name) == getattr(hard, name)]
    if (soft.lower, soft.upper) == (hard.lower, hard.upper):
        gone += ["lower", "upper"]
    return replace(soft, effort=None, deceleration=None, **dict.fromkeys(gone))


def _nonempty(limits: Limits | None) -> Limits | None:
    return limits if limits != Limits() else None


def flagged(robot: Robot) -> Robot:
    """Keep flags that are not the usual ones: axes are active unless a formula moves them, and neither locked nor
    circular.
    """

    def change(_: Joint, axis: Axis) -> Axis:
        return replace(axis, locked=axis.locked or None, circular=axis.circular or None)

    return _with_axes(robot, change)


def _with_axes(robot: Robot, change: Callable[[Joint, Axis], Axis]) -> Robot:
    def changed(joint: Joint) -> Joint:
        axes = tuple(change(joint, each) for each in joint.axes)
        return joint if axes == joint.axes else replace(joint, axes=axes)

    return adapting.with_each_joint(robot, changed)

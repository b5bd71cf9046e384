"""Checks of limits, axes and couplings, and of the controlled joints: those that cannot be driven, and those that one
number cannot control.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from .. import codes
from ..codes.planning import SEVERAL_VALUES
from ..diagnostics import Report, Severity
from ..kinematics.joint_values import has_several_values, undriven
from ..kinematics.tree import joints_over
from ..model import Axis, Joint, JointType, Limits, LinearCoupling, Motion, Origin, Robot, SetBaseFrame
from ..model.joint import linear
from .states import check_positions, is_small, range_of

# Controlled joints


def check_controlled(robot: Robot, report: Report) -> None:
    """Find controlled joints that cannot be driven, and joints that a planner cannot control.

    The latter are above the tools and the controlled joints, and below the base.
    """
    if robot.cspace is None:
        return
    still = undriven(robot)
    for each in robot.cspace.joints:
        if each.joint in still:
            message = f"the configuration space has joint '{each.joint}', which is {still[each.joint]}"
            report.add(codes.UNDRIVEN, message, each.origin or robot.cspace.origin)
    known = robot.joint_by_name
    ends = [known[each.joint].child for each in robot.cspace.joints if each.joint in known]
    bases = {each.frame for each in robot.modifiers if isinstance(each, SetBaseFrame)}
    # A note, because the joints of a configuration space are chosen: the others are left out on purpose.
    above = (joints_over(robot, end, bases)[0] for end in (*robot.tool_frames, *ends) if end is not None)
    wanted = set[str]().union(*above)
    report_several_values(robot, wanted, report, Severity.NOTE)


def report_several_values(
    robot: Robot, wanted: Collection[str], report: Report, severity: Severity | None = None
) -> None:
    """Report the joints among some that one number cannot control.

    Args:
        wanted: The names of joints that a planner should control.
        severity: By default the code's own.
    """
    for joint in robot.joints:
        if joint.name in wanted and has_several_values(joint):
            kind = joint.type.value if joint.type is not None else "compound"
            message = f"the {kind} joint '{joint.name}' is not controlled; a planner has one number per joint"
            report.add(SEVERAL_VALUES, message, joint.origin, severity=severity, help=splitting(joint))


def splitting(joint: Joint) -> str:
    """Return the help for a joint that one number cannot control."""
    return f"Split it first: robotfmt edit ROBOT --split {joint.name} -o NEW."


# Motion

_BOUNDED = (JointType.REVOLUTE, JointType.PRISMATIC)
_TURNING = (JointType.REVOLUTE, JointType.CONTINUOUS)
_NEEDING = "urdf"
"""The format whose readers refuse joints without limits."""
_UNIT = 1e-3
"""The tolerance of the length 1 of an axis: texts often give three digits."""
_DIRECTION = 0.1
"""The deviation from 1 from which the length of an axis is no rounding: it may have been meant as a rotation."""
_SLACK = 1e-6
"""The excess over a limit, in radians or metres, that may be a rounding error."""
_PRESSED = 0.02
"""The excess in metres over a limit with which a gripper presses, on purpose: that of the PR2 closes to -0.01."""
_TURNS = 4 * math.pi
"""A whole number beyond two turns is probably a limit in degrees."""
_SHOWN = 4
"""How many joints with one and the same fault are named."""
_DEGREES_PER_SECOND = {float(each) for each in range(60, 725, 5)} - {100.0, 200.0, 500.0}
"""Velocities that arms have in degrees per second, and no revolute joint of 300 public robots in radians."""
# Limits of 1000 and more mean a joint that turns endlessly; smaller whole numbers beyond two turns are degrees.
_UNLIMITED = 1000.0


def check_motion(robot: Robot, report: Report) -> None:
    """Find limits, axes and couplings that are invalid, or that some programs cannot read."""
    _zeros(robot, report)
    _unlimited(robot, report)
    for joint in robot.all_joints:
        for axis in joint.axes:
            _limits(joint, axis, report)
            _soft(joint, axis, report)
            _amounts(joint, axis.soft or Limits(), report)
            _direction(joint, axis, report)
            _resistance(joint, axis, report)
        _follower(robot, joint, report)
    _indices(robot, report)
    check_positions(robot, report)
    check_controlled(robot, report)


def _indices(robot: Robot, report: Report) -> None:
    """Report joints with the index of another one, of which a program moves only one."""
    first: dict[int, Joint] = {}
    for joint in robot.joints:
        if joint.dof_index is None:
            continue
        other = first.setdefault(joint.dof_index, joint)
        if other is not joint:
            message = f"joints '{other.name}' and '{joint.name}' both have the index {joint.dof_index}"
            report.add(codes.SAME_INDEX, message, joint.origin)


def _limits(joint: Joint, axis: Axis, report: Report) -> None:
    """Report limits that exclude 0, leave no range, or are probably in degrees."""
    limits = axis.hard or Limits()
    at = limits.origin or joint.origin
    _amounts(joint, limits, report)
    _speed(joint, limits, report)
    lower, upper = limits.lower, limits.upper
    if joint.type not in _BOUNDED:
        return
    if lower is None or upper is None or axis.coupling is not None:
        return
    if lower == upper:
        report.add(codes.NO_RANGE, f"joint '{joint.name}' can only be at {lower:g}", at)
    elif lower < upper and (lower > _SLACK or upper < -_SLACK):
        message = f"joint '{joint.name}' cannot be at 0: its limits are {lower:g} and {upper:g}"
        report.add(codes.ZERO_OUTSIDE, message, at)
    if joint.type in _TURNING and _are_degrees(lower, upper):
        message = f"joint '{joint.name}' has limits {lower:g} and {upper:g}, which are probably degrees"
        report.add(codes.DEGREES, message, at)


def _unlimited(robot: Robot, report: Report) -> None:
    """Report joints without limits: a note where the document is in a format that needs none, as MJCF."""
    formats = {each.format for each in robot.layouts}
    severity = None if not formats or _NEEDING in formats else Severity.NOTE
    for joint in robot.all_joints:
        for limits in (axis.hard or Limits() for axis in joint.axes if joint.type in _BOUNDED):
            if limits.lower is None and limits.upper is None:
                message = f"joint '{joint.name}' is revolute or prismatic, and has no limits"
                report.add(codes.NO_LIMITS, message, limits.origin or joint.origin, severity=severity)


def _speed(joint: Joint, limits: Limits, report: Report) -> None:
    """Report a velocity that is probably in degrees per second: 60, 90, 180, ..., but not 100, which means many."""
    velocity = limits.velocity or 0.0
    if joint.type is JointType.REVOLUTE and velocity in _DEGREES_PER_SECOND:
        message = f"joint '{joint.name}' has velocity {velocity:g} rad/s, which is probably in degrees per second"
        report.add(codes.DEGREES, message, limits.origin or joint.origin)


def _are_degrees(lower: float, upper: float) -> bool:
    """Return True if limits are whole numbers beyond two turns, but too small to mean 'unlimited'."""
    widest = max(abs(lower), abs(upper))
    return _TURNS < widest < _UNLIMITED and all(each == round(each) for each in (lower, upper))


def _amounts(joint: Joint, limits: Limits, report: Report) -> None:
    for name in ("velocity", "effort", "acceleration", "deceleration", "jerk"):
        value = getattr(limits, name)
        if value is not None and value < 0:
            message = f"joint '{joint.name}': the {name} limit is {value:g}; expected a positive number"
            report.add(codes.LIMIT_NEGATIVE, message, limits.origin)


def _zeros(robot: Robot, report: Report) -> None:
    """Report velocities and efforts of 0: where both are, once for the robot, since they were left empty.

    A joint that has no range, or that others move, is reported as such, or needs no effort.
    """
    empty = list[tuple[Joint, Origin | None]]()
    for joint, limits in _driven(robot):
        zeros = [name for name in ("velocity", "effort") if getattr(limits, name) == 0]
        if len(zeros) == 2:
            empty.append((joint, limits.origin or joint.origin))
        elif zeros:
            message = f"joint '{joint.name}': the {zeros[0]} limit is 0; the joint can never move"
            report.add(codes.LIMIT_ZERO, message, limits.origin)
    if empty:
        names = ", ".join(f"'{joint.name}'" for joint, _ in empty[:_SHOWN])
        names += f" and {len(empty) - _SHOWN} more" if len(empty) > _SHOWN else ""
        what = f"joint{'s' if len(empty) > 1 else ''} {names}: the velocity and effort limits are 0"
        report.add(codes.LIMIT_ZERO, f"{what}; programs that read them as numbers never move it", empty[0][1])


def _driven(robot: Robot) -> Iterator[tuple[Joint, Limits]]:
    """Yield the limits of each axis that can move and that follows no other one."""
    for joint in robot.all_joints:
        for axis in joint.axes if joint.type is not JointType.FIXED else ():
            limits = axis.hard or Limits()
            if axis.coupling is None and (limits.lower is None or limits.lower != limits.upper):
                yield joint, limits
                if axis.soft is not None:
                    yield joint, axis.soft


def _soft(joint: Joint, axis: Axis, report: Report) -> None:
    soft, hard = axis.soft or Limits(), axis.hard or Limits()
    if soft.lower is not None and soft.upper is not None and soft.lower > soft.upper:
        message = f"joint '{joint.name}': the soft lower limit {soft.lower:g} is above the upper one {soft.upper:g}"
        report.add(codes.LIMITS_REVERSED, message, soft.origin or axis.origin, severity=Severity.WARNING)
    for name, sign in (("lower", -1), ("upper", 1)):
        inner, outer = getattr(soft, name), getattr(hard, name)
        beyond = sign * (inner - outer) if inner is not None and outer is not None else 0.0
        if beyond > _SLACK and joint.type is not JointType.FIXED:
            message = f"joint '{joint.name}': soft {name} {inner:g} is beyond {outer:g}"
            is_pressed = axis.motion is Motion.SLIDE and beyond <= _PRESSED
            severity = Severity.NOTE if is_pressed or is_small(beyond, hard) else None
            report.add(codes.SOFT_OUTSIDE, message, soft.origin or axis.origin, severity=severity)


def _direction(joint: Joint, axis: Axis, report: Report) -> None:
    length = math.hypot(*axis.direction_or_x)
    if length and abs(length - 1) > _UNIT:
        message = f"the axis of joint '{joint.name}' has length {length:.4g}; expected 1"
        is_along_one = sum(map(bool, axis.direction_or_x)) == 1  # "1 1 0" is a direction, "0 10 0" is a mistake
        severity = Severity.WARNING if is_along_one and abs(length - 1) > _DIRECTION else None
        report.add(codes.AXIS_NOT_UNIT, message, axis.origin or joint.origin, severity=severity)


def _resistance(joint: Joint, axis: Axis, report: Report) -> None:
    """Report damping, friction and armature below 0, which drive a joint instead of braking it."""
    dynamics = axis.dynamics
    for name in ("damping", "friction", "armature") if dynamics is not None else ():
        value = getattr(dynamics, name)
        if value is not None and value < 0:
            message = f"joint '{joint.name}': the {name} is {value:g}; expected 0 or more"
            at = (dynamics.origin if dynamics is not None else None) or joint.origin
            report.add(codes.RESISTANCE_NEGATIVE, message, at)


def _follower(robot: Robot, joint: Joint, report: Report) -> None:
    """Check a joint with a linear coupling to another one."""
    coupling = linear(joint.coupling) if joint.coupling is not None else None
    leader = robot.joint_by_name.get(coupling.joint) if coupling is not None else None
    if coupling is None or leader is None:
        return
    at = coupling.origin or joint.origin
    multiplier = 1.0 if coupling.multiplier is None else coupling.multiplier
    if leader.type is JointType.FIXED or multiplier == 0:
        why = f"'{leader.name}' is fixed" if multiplier else "its multiplier is 0"
        report.add(codes.MIMIC_STILL, f"joint '{joint.name}' never moves: {why}", at)
        return
    if leader.coupling is not None:
        _chain(robot, joint, coupling, report)
    reached = sorted(multiplier * each + (coupling.offset or 0.0) for each in range_of(leader))
    allowed = list(range_of(joint))
    if reached and allowed and (reached[0] < allowed[0] - _SLACK or reached[1] > allowed[1] + _SLACK):
        message = (
            f"joint '{joint.name}' moves from {reached[0]:.4g} to {reached[1]:.4g} with "
            f"'{leader.name}', beyond its limits {allowed[0]:.4g} and {allowed[1]:.4g}"
        )
        report.add(codes.MIMIC_OUTSIDE, message, at)


def _chain(robot: Robot, joint: Joint, first: LinearCoupling, report: Report) -> None:
    """Report a joint that follows a follower, with its coupling to the end of the chain; not cycles."""
    multiplier, offset, last, seen = 1.0, 0.0, joint, {joint.name}
    coupling: LinearCoupling | None = first
    while coupling is not None:
        offset += multiplier * (coupling.offset or 0.0)
        multiplier *= 1.0 if coupling.multiplier is None else coupling.multiplier
        leader = robot.joint_by_name.get(coupling.joint)
        if leader is None or leader.name in seen:
            return
        seen.add(leader.name)
        last, coupling = leader, linear(leader.coupling) if leader.coupling is not None else None
    message = f"joint '{joint.name}' follows '{first.joint}', which itself follows another joint"
    advice = f"Let it follow '{last.name}' directly, with multiplier {multiplier:g} and offset {offset:g}."
    is_end = last.coupling is None  # beyond a formula no factor leads
    report.add(codes.MIMIC_CHAIN, message, first.origin or joint.origin, help=advice if is_end else None)

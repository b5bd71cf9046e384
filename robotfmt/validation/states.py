"""Checks of named joint values: against the limits of joints, and against the joints that mimic joints follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from .. import codes
from ..diagnostics import Report, Severity
from ..model import Coupling, Expression, Joint, JointType, JointValue, Limits, LinearCoupling, Origin, Robot
from ..model.joint import leaders, linear

_BOUNDED = (JointType.REVOLUTE, JointType.PRISMATIC)
_SLACK = 1e-4
"""The excess over a limit, in radians or metres, that may be a rounding error: simulators record such states."""
_SMALL = 0.02
"""The excess over a limit, as a share of the range, that is no mistake of units: simulated joints give way, and a
gripper presses.
"""
_ROUNDED = 1e-4
_ROUNDED_SHARE = 1e-3
"""Documents round values to three or four digits: 1.57 and 1.5708 are one position."""


def check_positions(robot: Robot, report: Report) -> None:
    """Check the joint values of states, of the scene, and of the default pose."""
    together = _together(robot)
    for state in robot.states:
        for value in state.values:
            _check(robot, value, f"state '{state.name}'", together[state.name], report)
    lines = {(each.file, each.line) for each in report}
    for what, values in (("scene", robot.scene_positions), ("default", robot.default_positions)):
        given = {each.joint: each.values for each in values}
        for value in values:
            at = value.origin
            if at is None or (at.document, at.line) not in lines:
                _check(robot, value, f"the {what} position", given, report)


def check_followers(robot: Robot, report: Report) -> None:
    """Check only the values that states and positions give to mimic joints."""
    found = Report()
    if any(joint.coupling is not None for joint in robot.all_joints):
        check_positions(robot, found)
    wanted = (codes.STATE_CONTRADICTS_MIMIC.slug, codes.STATE_OF_MIMIC.slug)
    report.diagnostics += [each for each in found if each.code in wanted]


def _together(robot: Robot) -> dict[str, dict[str, tuple[float, ...]]]:
    """Return the values of each state; states of one name in several groups are one pose of the robot."""
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for state in robot.states:
        found.setdefault(state.name, {}).update((each.joint, each.values) for each in state.values)
    return found


def _check(robot: Robot, value: JointValue, what: str, given: Mapping[str, Sequence[float]], report: Report) -> None:
    joint = robot.joint_by_name.get(value.joint)
    if joint is None or len(value.values) != 1:
        return
    _limits(joint, value.values[0], what, value.origin, report)
    if joint.coupling is not None:
        _mimic(robot, joint, value, what, given, report)


def _limits(joint: Joint, number: float, what: str, at: Origin | None, report: Report) -> None:
    allowed = list(range_of(joint))
    if allowed and not allowed[0] - _SLACK <= number <= allowed[1] + _SLACK:
        message = f"{what}: {number:g} is beyond the limits {allowed[0]:g} and {allowed[1]:g} of '{joint.name}'"
        beyond = max(allowed[0] - number, number - allowed[1])
        severity = Severity.NOTE if is_small(beyond, joint.axes[0].hard) else None
        report.add(codes.STATE_OUTSIDE, message, at, severity=severity)


def is_small(beyond: float, limits: Limits | None) -> bool:
    """Return True if an excess in radians or metres is a small share of the range that the limits allow."""
    lower, upper = (limits.lower, limits.upper) if limits is not None else (None, None)
    return lower is not None and upper is not None and beyond <= _SMALL * (upper - lower)


def range_of(joint: Joint) -> Iterator[float]:
    """Yield both limits of a joint with one axis, if it has them."""
    limits = joint.axis.hard if joint.axis is not None and joint.type in _BOUNDED else None
    lower, upper = (limits.lower, limits.upper) if limits is not None else (None, None)
    if lower is not None and upper is not None and lower < upper:
        yield from (lower, upper)


def _mimic(
    robot: Robot, joint: Joint, value: JointValue, what: str, given: Mapping[str, Sequence[float]], report: Report
) -> None:
    """Report a value of a mimic joint that differs from the one that follows from the joints that it mimics."""
    followed = " and ".join(f"'{name}'" for name in leaders(joint))
    follows = f"{what}: joint '{joint.name}' follows {followed}"
    expected = _followed(robot, joint, given, frozenset({joint.name}))
    if expected is None:
        if all(name in robot.joint_by_name for name in leaders(joint)):
            report.add(codes.STATE_OF_MIMIC, f"{follows}, to which the state gives no value", value.origin)
        return
    (number,) = value.values
    if abs(number - expected) > _ROUNDED + _ROUNDED_SHARE * abs(expected):
        message = f"{follows}, which places it at {expected:.4g}; got {number:g}"
        report.add(codes.STATE_CONTRADICTS_MIMIC, message, value.origin)


def _followed(robot: Robot, joint: Joint, given: Mapping[str, Sequence[float]], seen: frozenset[str]) -> float | None:
    """Return the value that the followed joints give a joint; None if one of them has no value."""
    values: dict[str, Sequence[float]] = {}
    for name in leaders(joint):
        numbers = given.get(name)
        if numbers is None:
            leader = robot.joint_by_name.get(name)
            if leader is None or leader.coupling is None or name in seen:
                return None
            found = _followed(robot, leader, given, seen | {name})
            numbers = None if found is None else (found,)
        if numbers is None:
            return None
        values[name] = numbers
    return _value(joint.coupling, values)


def _value(coupling: Coupling | None, values: Mapping[str, Sequence[float]]) -> float | None:
    if coupling is None:
        return None
    line = linear(coupling)
    if line is None:
        return None if isinstance(coupling, LinearCoupling) else _of_formula(coupling.expression, values)
    numbers = values[line.joint]
    if line.axis >= len(numbers):
        return None
    return (1.0 if line.multiplier is None else line.multiplier) * numbers[line.axis] + (line.offset or 0.0)


def _of_formula(expression: Expression, values: Mapping[str, Sequence[float]]) -> float | None:
    import numpy as np  # only formulas need it: the check of a URDF loads no numpy

    from ..kinematics.freedom import evaluate

    found = float(evaluate(expression, {name: np.array([numbers]) for name, numbers in values.items()}, 1)[0])
    return found if isfinite(found) else None

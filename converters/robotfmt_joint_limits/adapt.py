"""Adapt a robot to what joint limits can store, and complete what planners need: steps, each with its code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from robotfmt.codes import NO_PLACE
from robotfmt.compare.adaptation import Step, adapted
from robotfmt.context import Context
from robotfmt.diagnostics import Report, quoted
from robotfmt.documents.yaml.compose import unplaced
from robotfmt.formats import ASSUMED, TARGET, UNKNOWN
from robotfmt.kinematics.joint_values import moves_itself, undriven
from robotfmt.model import Joint, JointType, Limits, Robot
from robotfmt.model.fields import given_fields
from robotfmt.model.record import replace
from robotfmt.planning.accelerations import Acceleration, assumed_accelerations, assumed_jerk
from robotfmt.planning.defaults import report_reasons

from .codes import (
    ACCELERATION_ASSUMED,
    INCOMPLETE,
    JERK_ASSUMED,
    LIMIT_OF_CSPACE,
    NOT_READ,
    SOFT,
    UNFIT,
)
from .document.keys import SECTION
from .document.targets import TARGETS
from .parts.limits import has_limits
from .parts.marks import with_marks
from .writer import document


def adapt(robot: Robot, context: Context) -> Robot:
    """Remove what a document has no words for, and add limits for planners if asked; report every change."""
    target, report = context.option(TARGET), context.report
    robot = adapted(robot, _STEPS, report)
    lacking = _driven(robot) if context.option(UNKNOWN) == ASSUMED else []
    reasons = assumed_accelerations(robot, [each.name for each in lacking if _limits(each).acceleration is None])
    jerks = [each.name for each in lacking if _limits(each).jerk is None]
    report_reasons(robot, reasons, report)
    completing: tuple[Step, ...] = (
        (partial(_with_accelerations, found=reasons), ACCELERATION_ASSUMED),
        (partial(_with_jerks, names=jerks), JERK_ASSUMED),
        (partial(_read_by, target=target), NOT_READ),
        (partial(_placed, target=target), NO_PLACE),
    )
    robot = adapted(robot, completing, report)
    _report_unknown(robot, report)
    return with_marks(robot, {name: each.reason for name, each in reasons.items()}, jerks)


# Limits without words


def _fitting(robot: Robot) -> Robot:
    """Remove limits of joints that close loops or do not move by one number, and positions of endless joints."""
    known: set[str] = set()

    def change(joint: Joint) -> Joint:
        if not has_limits(joint) or joint.name in known:
            return _without_limits(joint)
        known.add(joint.name)
        limits = _limits(joint)
        if joint.type is JointType.CONTINUOUS and (limits.lower, limits.upper) != (None, None):
            return _having(joint, lower=None, upper=None)
        return joint

    robot = _changed(robot, change)
    loops = tuple(map(_without_limits, robot.loops))
    return robot if loops == robot.loops else replace(robot, loops=loops)


def _without_limits(joint: Joint) -> Joint:
    if all(axis.hard is None for axis in joint.axes):
        return joint
    return replace(joint, axes=tuple(replace(axis, hard=None) for axis in joint.axes))


def _narrowed(robot: Robot) -> Robot:
    """Use the narrower of the hard and the soft limits, as MoveIt does with those of a URDF."""

    def change(joint: Joint) -> Joint:
        if not has_limits(joint) or joint.axes[0].soft is None:
            return joint
        return replace(joint, axes=(replace(joint.axes[0], hard=joint.limits, soft=None),))

    return _changed(robot, change)


def _with_limits_of_cspace(robot: Robot) -> Robot:
    """Use the limits for control, which an XRDF gives."""
    joints = robot.cspace.joints if robot.cspace is not None else ()
    found = {each.joint: each for each in joints}

    def change(joint: Joint) -> Joint:
        control = found.get(joint.name)
        if control is None or not has_limits(joint):
            return joint
        limits = joint.axes[0].hard or Limits()
        acceleration = limits.acceleration if control.acceleration_limit is None else control.acceleration_limit
        jerk = limits.jerk if control.jerk_limit is None else control.jerk_limit
        return _having(joint, acceleration=acceleration, jerk=jerk)

    return _changed(robot, change)


def _read_by(robot: Robot, target: str) -> Robot:
    """Remove the kinds of limits that a program does not read."""
    if target not in TARGETS:
        return robot

    def change(joint: Joint) -> Joint:
        others = [name for name, _ in given_fields(_limits(joint)) if name not in TARGETS[target]]
        return _having(_without_soft(joint), **dict.fromkeys(others)) if others else joint

    return _changed(robot, change)


def _without_soft(joint: Joint) -> Joint:
    """Remove soft limits, which mean nothing without the hard ones."""
    axis, *others = joint.axes
    return joint if axis.soft is None else replace(joint, axes=(replace(axis, soft=None), *others))


def _placed(robot: Robot, target: str) -> Robot:
    """Drop content of a part of the document that no longer exists."""
    lost = {id(each) for each in unplaced(document(robot, target), robot, format=SECTION)}
    if not lost:
        return robot
    return replace(robot, extensions=tuple(each for each in robot.extensions if id(each) not in lost))


# Limits that planners need


def _driven(robot: Robot) -> list[Joint]:
    """Return the joints that a planner moves."""
    still = undriven(robot)
    return [each for each in robot.joints if moves_itself(each) and has_limits(each) and each.name not in still]


def _with_accelerations(robot: Robot, found: Mapping[str, Acceleration]) -> Robot:
    def change(joint: Joint) -> Joint:
        return _having(joint, acceleration=found[joint.name].value) if joint.name in found else joint

    return _changed(robot, change)


def _with_jerks(robot: Robot, names: Collection[str]) -> Robot:
    def change(joint: Joint) -> Joint:
        return _having(joint, jerk=assumed_jerk(_limits(joint).acceleration or 0.0)) if joint.name in names else joint

    return _changed(robot, change)


def _report_unknown(robot: Robot, report: Report) -> None:
    """Report the joints without the limits that planners need to time a path."""
    for joint in _driven(robot):
        missing = [name for name in ("velocity", "acceleration") if getattr(_limits(joint), name) is None]
        if missing:
            message = f"joint {quoted(joint.name)} has no {' and no '.join(missing)} limit"
            report.add(INCOMPLETE, message, joint.origin)


# Changes of joints


def _limits(joint: Joint) -> Limits:
    return (joint.axes[0].hard if joint.axes else None) or Limits()


def _having(joint: Joint, **values: float | None) -> Joint:
    """Return a joint with other limits of its first axis."""
    limits = replace(_limits(joint), **values)
    if limits == _limits(joint):
        return joint
    hard = limits if any(value is not None for _, value in given_fields(limits)) else None
    return replace(joint, axes=(replace(joint.axes[0], hard=hard), *joint.axes[1:]))


def _changed(robot: Robot, change: Callable[[Joint], Joint]) -> Robot:
    joints = tuple(map(change, robot.joints))
    same = all(new is old for new, old in zip(joints, robot.joints, strict=True))
    return robot if same else replace(robot, joints=joints)


_STEPS: tuple[Step, ...] = (
    (_fitting, UNFIT),
    (_narrowed, SOFT),
    (_with_limits_of_cspace, LIMIT_OF_CSPACE),
)

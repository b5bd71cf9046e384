"""Joints as MuJoCo has them: hinges, slides and balls in bodies, welds without a name, ranges with two ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from robotfmt import adapting
from robotfmt.edit.naming import with_other_names
from robotfmt.model import (
    Axis,
    Dynamics,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    NamedState,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..parts.joint_rows import LEAST_RANGE, axis_of, is_single, is_weld, read_type
from ..parts.plan import BodyPlan
from ..parts.sections import coupling_of, polycoef

FARTHEST = 1000.0
"""The bound of a joint that has none on one side, in radians or metres: in MuJoCo a range has two ends."""
_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)


def split(robot: Robot) -> Robot:
    """Split joints into the hinges, slides and balls that one body has; values in states are split with them."""
    pieces = {name: row for name, row in BodyPlan(robot).pieces.items() if len(row) > 1}
    if not pieces:
        return robot
    whole = {each.name: each for each in robot.joints}
    joints = tuple(piece for each in robot.joints for piece in pieces.get(each.name, (each,)))
    between = (Link(name=each.child or "") for row in pieces.values() for each in row[:-1])
    made = replace(
        robot,
        joints=joints,
        links=(*robot.links, *between),
        states=tuple(_split_state(each, whole, pieces) for each in robot.states),
    )
    return adapting.with_sensors_at_ends(_with_axes(made, lambda _, axis: _followed(axis, pieces)), pieces)


def _followed(axis: Axis, pieces: Mapping[str, tuple[Joint, ...]]) -> Axis:
    """Return an axis that follows the piece of a split joint that has the axis which it followed."""
    leader = axis.coupling
    if not isinstance(leader, LinearCoupling) or not leader.axis:
        return axis
    name = axis_of(pieces, leader.joint, leader.axis)
    return axis if name is None else replace(axis, coupling=replace(leader, joint=name, axis=0))


def _split_state(state: NamedState, whole: Mapping[str, Joint], pieces: Mapping[str, tuple[Joint, ...]]) -> NamedState:
    values = tuple(part for each in state.values for part in _split_value(each, whole, pieces.get(each.joint, ())))
    return state if values == state.values else replace(state, values=values)


def _split_value(value: JointValue, whole: Mapping[str, Joint], row: tuple[Joint, ...]) -> tuple[JointValue, ...]:
    if not row:
        return (value,)
    numbers = value.values
    joint = whole[value.joint]
    if joint.type is JointType.SCREW and len(numbers) == 1:
        numbers = (numbers[0], numbers[0] * (joint.axes[0].pitch or 0.0))
    counts = [4 if each.type is JointType.BALL else 1 for each in row]
    if sum(counts) != len(numbers):
        return (value,)
    starts = [sum(counts[:index]) for index in range(len(counts))]
    parts = zip(row, starts, counts, strict=True)
    return tuple(replace(value, joint=each.name, values=numbers[start : start + count]) for each, start, count in parts)


def typed(robot: Robot) -> Robot:
    """Give joints the type that their motion and their range make: a hinge without a range is continuous."""

    def change(joint: Joint) -> Joint:
        if is_weld(joint):
            return replace(joint, type=JointType.FIXED, axes=())
        if joint.type is JointType.BALL:
            return replace(joint, axes=_of_ball(joint)) if joint.axes else joint
        return replace(joint, type=read_type(joint)) if is_single(joint) else joint

    return _with_tree_joints(robot, change)


def _of_ball(joint: Joint) -> tuple[Axis, ...]:
    """Return what a ball joint has of the axes of a joint: how it resists."""
    first = joint.axes[0]
    dynamics = replace(first.dynamics, spring_reference=None) if first.dynamics is not None else Dynamics()
    return (Axis(origin=first.origin, dynamics=dynamics),) if dynamics != Dynamics() else ()


def bounded(robot: Robot) -> Robot:
    """Complete ranges of one end, and widen empty ones."""

    def change(joint: Joint, axis: Axis) -> Axis:
        hard = axis.hard
        if hard is None or joint.type not in _LIMITED or (hard.lower is None and hard.upper is None):
            return axis
        lower = hard.lower if hard.lower is not None else min(-FARTHEST, (hard.upper or 0.0) - FARTHEST)
        upper = hard.upper if hard.upper is not None else max(FARTHEST, lower + FARTHEST)
        if 0 <= upper - lower < LEAST_RANGE:
            upper = lower + LEAST_RANGE * max(1.0, abs(lower))
        return (
            axis
            if (lower, upper) == (hard.lower, hard.upper)
            else replace(axis, hard=replace(hard, lower=lower, upper=upper))
        )

    return _with_axes(robot, change)


def without_range(robot: Robot) -> Robot:
    """Drop limits that MuJoCo does not have: those of joints without a range, and ends the wrong way round."""

    def change(joint: Joint, axis: Axis) -> Axis:
        hard = axis.hard
        if hard is None or (hard.lower is None and hard.upper is None):
            return axis
        is_kept = joint.type in _LIMITED and hard.lower is not None and hard.upper is not None
        if is_kept and (hard.lower or 0.0) <= (hard.upper or 0.0):
            return axis
        kept = replace(hard, lower=None, upper=None)
        return replace(axis, hard=kept if kept != Limits() else None)

    return _with_axes(robot, change)


def without_zero_effort(robot: Robot) -> Robot:
    """Drop effort limits of 0, which MuJoCo takes for no limit."""

    def change(_: Joint, axis: Axis) -> Axis:
        hard = axis.hard
        if hard is None or hard.effort is None or hard.effort > 0:
            return axis
        kept = replace(hard, effort=None)
        return replace(axis, hard=kept if kept != Limits() else None)

    return _with_axes(robot, change)


def coupled(robot: Robot) -> Robot:
    """Keep couplings of a hinge or slide to one other by a polynomial of degree 4, and values that hold one."""
    scalars = BodyPlan(robot).scalars

    def change(joint: Joint, axis: Axis) -> Axis:
        if axis.coupling is None:
            return axis
        row = polycoef(axis.coupling)
        if row is None or joint.name not in scalars or not (row[0] is None or row[0] in scalars):
            return replace(axis, coupling=None)
        if isinstance(axis.coupling, LinearCoupling):
            return axis
        return replace(axis, coupling=replace(coupling_of(*row), origin=axis.coupling.origin))

    return _with_axes(robot, change)


def named_welds(robot: Robot) -> Robot:
    """Give fixed joints the names that the reader gives to welds, which have no name in MJCF."""
    welds = [each for each in robot.joints if is_weld(each)]
    taken = {each.name for each in robot.all_joints} - {each.name for each in welds}
    names: dict[str, str] = {}
    for each in welds:
        names[each.name] = free_name(f"{each.child}_fixed", taken)
        taken.add(names[each.name])
    return robot if all(old == new for old, new in names.items()) else with_other_names(robot, {"joint": names})


def _with_tree_joints(robot: Robot, change: Callable[[Joint], Joint]) -> Robot:
    joints = tuple(map(change, robot.joints))
    return robot if joints == robot.joints else replace(robot, joints=joints)


def _with_axes(robot: Robot, change: Callable[[Joint, Axis], Axis]) -> Robot:
    """Return the robot with changed axes of joints, not of those that close loops."""

    def changed(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(change(joint, each) for each in joint.axes)) if joint.axes else joint

    return _with_tree_joints(robot, changed)

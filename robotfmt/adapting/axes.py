"""Renumber the axes of joints from the other end, with all references by number."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import (
    Axis,
    Coupling,
    FormulaCoupling,
    GripperJoint,
    Joint,
    JointValue,
    LinearCoupling,
    Partial,
    Robot,
    Variable,
)
from ..model.expression import substituted
from ..model.record import replace

Counts = Mapping[str, int]
"""The number of axes of joints."""


def with_last_axes_first(robot: Robot, counts: Counts) -> Robot:
    """Return a record whose references to axes are valid after the axes of some joints are reversed."""

    def values(rows: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(replace(it, values=it.values[::-1]) if it.joint in counts else it for it in rows)

    def gripper(it: GripperJoint) -> GripperJoint:
        closing = ((_other(counts, it.joint, axis), direction) for axis, direction in it.closing)
        return replace(it, closing=tuple(closing))

    if not counts:
        return robot
    return replace(
        robot,
        joints=tuple(_joint(each, counts) for each in robot.joints),
        loops=tuple(_joint(each, counts) for each in robot.loops),
        states=tuple(replace(each, values=values(each.values)) for each in robot.states),
        default_positions=values(robot.default_positions),
        scene_positions=values(robot.scene_positions),
        manipulators=tuple(
            replace(each, gripper_joints=tuple(map(gripper, each.gripper_joints))) for each in robot.manipulators
        ),
    )


def _other(counts: Counts, joint: str, axis: int) -> int:
    return counts[joint] - 1 - axis if joint in counts else axis


def _joint(joint: Joint, counts: Counts) -> Joint:
    def follows(axis: Axis) -> Axis:
        return replace(axis, coupling=_coupling(axis.coupling, counts)) if axis.coupling is not None else axis

    return replace(joint, axes=tuple(map(follows, joint.axes)))


def _coupling(coupling: Coupling, counts: Counts) -> Coupling:
    """Return a coupling to the joints' axes with their new numbers."""
    if isinstance(coupling, LinearCoupling):
        return replace(coupling, axis=_other(counts, coupling.joint, coupling.axis))

    def variable(it: Variable) -> Variable:
        return Variable(it.joint, _other(counts, it.joint, it.axis))

    def partial(it: Partial) -> Partial:
        axis = _other(counts, it.joint, it.axis)
        return replace(it, axis=axis, expression=substituted(it.expression, variable))

    return FormulaCoupling(
        origin=coupling.origin,
        expression=substituted(coupling.expression, variable),
        first_partials=tuple(map(partial, coupling.first_partials)),
        second_partials=tuple(map(partial, coupling.second_partials)),
    )

"""Fix joints at values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..model import (
    Axis,
    AxisAngle,
    AxisAngles,
    Expression,
    FormulaCoupling,
    Joint,
    JointType,
    JointValue,
    Motion,
    Number,
    Partial,
    Pose,
    Robot,
    Variable,
    compose,
    linear,
    unit,
)
from ..model.expression import substituted
from ..model.joint import leaders
from ..model.record import replace

Held: TypeAlias = Mapping[str, tuple[float, ...]]
"""The values of the axes of joints."""


def lock_constants(robot: Robot) -> Robot:
    """Return the robot in which joints that a constant holds, and their followers, are fixed: few formats have formulas
    of nothing.
    """
    held: dict[str, tuple[float, ...]] = {}
    for joint in robot.joints:
        values = [_value(axis, {}) for axis in joint.axes]
        known = tuple(each for each in values if each is not None)
        if known and len(known) == len(values) and joint.type is not JointType.FIXED:
            held[joint.name] = known
    return with_joints_held(robot, held | followers(robot, held)) if held else robot


def with_joints_held(robot: Robot, held: Held) -> Robot:
    """Return the robot with joints fixed at values, without their values in states and the configuration space."""
    joints = tuple(_fixed(joint, held[joint.name]) if joint.name in held else joint for joint in robot.joints)
    return _without_held(replace(robot, joints=tuple(_following(joint, held) for joint in joints)), held)


def followers(robot: Robot, held: Held) -> dict[str, tuple[float, ...]]:
    """Return the values of the joints that follow only locked ones, directly or indirectly."""
    after: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        for leader in dict.fromkeys(leaders(joint)):
            after.setdefault(leader, []).append(joint)
    known, pending = dict(held), list(held)
    while pending:
        for joint in after.get(pending.pop(), ()):
            values = [_value(axis, known) for axis in joint.axes]
            if joint.name not in known and all(each is not None for each in values):
                known[joint.name] = tuple(each for each in values if each is not None)
                pending.append(joint.name)
    return {name: values for name, values in known.items() if name not in held}


def _value(axis: Axis, known: Held) -> float | None:
    """Return the value of an axis that follows locked joints only."""
    coupling = axis.coupling
    straight = linear(coupling) if coupling is not None else None
    if straight is not None and straight.joint in known:
        factor = 1.0 if straight.multiplier is None else straight.multiplier
        return factor * known[straight.joint][straight.axis] + (straight.offset or 0.0)
    if isinstance(coupling, FormulaCoupling):
        from ..model import variables

        if all(each.joint in known for each in variables(coupling.expression)):
            return _evaluated(coupling, known)
    return None


def _evaluated(coupling: FormulaCoupling, known: Held) -> float:
    import numpy as np

    from ..kinematics.freedom import evaluate

    values = {name: np.array([each]) for name, each in known.items()}
    return float(evaluate(coupling.expression, values, 1)[0])


def _fixed(joint: Joint, values: tuple[float, ...]) -> Joint:
    pose = joint.pose_in_parent
    for axis, value in zip(joint.axes, values, strict=True):
        pose = compose(pose, motion_of(axis, value))
    return replace(joint, type=JointType.FIXED, pose_in_parent=pose, axes=())


def motion_of(axis: Axis, value: float) -> Pose:
    """Return the pose that a value of an axis gives to what it moves, in the frame of its joint."""
    x, y, z = unit(axis.direction_or_x)
    slide = value if axis.motion is Motion.SLIDE else (axis.pitch or 0.0) * value
    turn = AxisAngles((AxisAngle((x, y, z), value),)) if axis.motion is Motion.TURN else None
    return Pose((slide * x, slide * y, slide * z) if slide else None, turn if value else None)


def _following(joint: Joint, held: Held) -> Joint:
    """Return a joint whose formula has both locked and other joints, following only the others."""

    def value(it: Variable) -> Expression:
        return Number(held[it.joint][it.axis]) if it.joint in held else it

    def partials(rows: tuple[Partial, ...]) -> tuple[Partial, ...]:
        left = (each for each in rows if each.joint not in held)
        return tuple(replace(each, expression=substituted(each.expression, value)) for each in left)

    def axis(it: Axis) -> Axis:
        formula = it.coupling
        if not isinstance(formula, FormulaCoupling):
            return it
        changed = replace(
            formula,
            expression=substituted(formula.expression, value),
            first_partials=partials(formula.first_partials),
            second_partials=partials(formula.second_partials),
        )
        return replace(it, coupling=changed)

    if not set(leaders(joint)) & held.keys():
        return joint
    return replace(joint, axes=tuple(map(axis, joint.axes)))


def _without_held(robot: Robot, held: Held) -> Robot:
    """Return the robot without values of locked joints, and without them in the configuration space."""

    def kept(values: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(each for each in values if each.joint not in held)

    cspace = robot.cspace
    if cspace is not None:
        cspace = replace(cspace, joints=tuple(each for each in cspace.joints if each.joint not in held))
    return replace(
        robot,
        states=tuple(replace(each, values=kept(each.values)) for each in robot.states),
        default_positions=kept(robot.default_positions),
        scene_positions=kept(robot.scene_positions),
        passive_joints=tuple(each for each in robot.passive_joints if each.joint not in held),
        cspace=cspace,
    )

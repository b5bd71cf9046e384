"""Joints as engines read them: one axis each, limits at both ends, followers of one other joint."""

from __future__ import annotations

from robotfmt import adapting
from robotfmt.model import (
    Actuator,
    Axis,
    Command,
    Joint,
    JointType,
    Limits,
    Robot,
)
from robotfmt.model.devices import drive
from robotfmt.model.joint import linear
from robotfmt.model.record import replace

from ..document.units import DEGREE
from ..parts.joints_written import TYPES
from ..parts.motors import is_plain
from ..words import ENDLESS

SINGLE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)
"""The joints with one axis."""
_IN_ROWS = (JointType.UNIVERSAL, JointType.CYLINDRICAL, JointType.COMPOUND)


def in_rows(robot: Robot) -> Robot:
    """Split joints with several axes into chains of joints with one axis each."""
    return adapting.in_rows(adapting.with_axes(robot, zero=True), _axes)


def _axes(joint: Joint) -> tuple[Axis, ...]:
    if joint.type is JointType.PLANAR:
        return adapting.planar_axes(joint)
    if joint.type is JointType.SCREW:
        return adapting.screw_axes(joint)
    return joint.axes if joint.type in _IN_ROWS and len(joint.axes) > 1 else ()


def typed(robot: Robot) -> Robot:
    """Fix joints of types that have no prim."""

    def change(joint: Joint) -> Joint:
        if joint.type in TYPES:
            return joint
        return replace(joint, type=JointType.FIXED, axes=())

    return adapting.with_each_joint(robot, change)


def endless(robot: Robot) -> Robot:
    """Make joints that turn between no limits continuous: UsdPhysics has one type for both.

    Limits as far as those that PhysX needs for couplings are none.
    """

    return adapting.with_each_joint(robot, endless_joint)


def endless_joint(joint: Joint) -> Joint:
    """Return a joint that turns between no limits as a continuous one."""
    hard = joint.axes[0].hard if joint.axes else None
    if joint.type is JointType.REVOLUTE and hard is not None and _is_far(hard):
        bare = replace(hard, lower=None, upper=None)
        axis = replace(joint.axes[0], hard=bare if bare != Limits() else None)
        return _endless(replace(joint, axes=(axis,)))
    return joint if hard is not None and (hard.lower, hard.upper) != (None, None) else _endless(joint)


def _is_far(limits: Limits) -> bool:
    lower, upper = limits.lower, limits.upper
    return lower is not None and upper is not None and min(-lower, upper) >= ENDLESS * DEGREE


def bounded(robot: Robot) -> Robot:
    """Drop a limit at one end only, which PhysX reads as a locked joint, and those of endless joints."""

    return adapting.with_each_joint(robot, bounded_joint)


def bounded_joint(joint: Joint) -> Joint:
    """Return a joint with limits at both ends, or with none."""
    hard = joint.axes[0].hard if joint.axes else None
    if hard is None or joint.type not in SINGLE or (hard.lower, hard.upper) == (None, None):
        return joint
    if joint.type is not JointType.CONTINUOUS and hard.lower is not None and hard.upper is not None:
        return joint
    bare = replace(hard, lower=None, upper=None)
    axis = replace(joint.axes[0], hard=bare if bare != Limits() else None)
    return _endless(replace(joint, axes=(axis, *joint.axes[1:])))


def _endless(joint: Joint) -> Joint:
    """Return a joint without limits as USD reads it: one that turns does so endlessly."""
    return replace(joint, type=JointType.CONTINUOUS) if joint.type is JointType.REVOLUTE else joint


def coupled(robot: Robot) -> Robot:
    """Write formulas of one joint as a factor and an offset, and drop other couplings."""
    leaders = {each.name for each in robot.all_joints if each.type in SINGLE}

    def change(joint: Joint) -> Joint:
        coupling = joint.axes[0].coupling if joint.axes else None
        if coupling is None:
            return joint
        made = linear(coupling)
        is_single = joint.type in SINGLE and made is not None and made.joint in leaders and made.axis == 0
        kept = made if is_single else None
        if kept == coupling:
            return joint
        return replace(joint, axes=(replace(joint.axes[0], coupling=kept), *joint.axes[1:]))

    return adapting.with_each_joint(robot, change)


def driven(robot: Robot) -> Robot:
    """Keep what MuJoCo reads of actuators: those of joints that move, with their gear ratios and gains.

    One that is called as its joint and has nothing else is the motor that each joint has.
    """
    moving = {each.name for each in robot.joints if each.type in SINGLE}
    kept = (_driven(each) for each in robot.actuators if each.joint in moving)
    return replace(robot, actuators=tuple(each for each in kept if not is_plain(each, each.joint or "")))


def _driven(actuator: Actuator) -> Actuator:
    gains = actuator.gains
    command = Command.POSITION if gains.kp else Command.VELOCITY if gains.kv else Command.EFFORT
    return drive(actuator.name, actuator.joint, command, gains, actuator.gear_ratio, actuator.origin)


def bare(robot: Robot) -> Robot:
    """Drop the axes of ball joints, which have no words for their numbers."""

    def change(joint: Joint) -> Joint:
        return replace(joint, axes=()) if joint.type in (JointType.BALL, JointType.FIXED) and joint.axes else joint

    return adapting.with_each_joint(robot, change)

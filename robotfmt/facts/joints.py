"""The facts of joints: the pose of the child at zero, and the motion; and of the pose of a robot in the world of its
document.
"""

from __future__ import annotations

from functools import partial

from ..model import (
    Axis,
    FormulaCoupling,
    Joint,
    JointType,
    Motion,
    Pose,
    Robot,
    cross,
    linear,
    rotate,
    unit,
)
from ..model.features import Feature
from ..model.fields import given_fields
from .fact import Facts, Kind, Path, kind_of, moves, named

_PLAIN = frozenset(
    {
        JointType.FIXED,
        JointType.REVOLUTE,
        JointType.CONTINUOUS,
        JointType.PRISMATIC,
        JointType.PLANAR,
        JointType.FLOATING,
    }
)
_LIMITS = {
    "lower": Feature.LIMITS,
    "upper": Feature.LIMITS,
    "velocity": Feature.VELOCITY,
    "effort": Feature.EFFORT,
    "acceleration": Feature.ACCELERATION,
    "deceleration": Feature.ACCELERATION,
    "jerk": Feature.JERK,
}
_UNITS = {
    "lower": ("rad", "m"),
    "upper": ("rad", "m"),
    "velocity": ("rad/s", "m/s"),
    "effort": ("N m", "N"),
    "acceleration": ("rad/s^2", "m/s^2"),
    "deceleration": ("rad/s^2", "m/s^2"),
    "jerk": ("rad/s^3", "m/s^3"),
}
"""The units of limits, for rotation and for translation."""


def note_joints(say: Facts, robot: Robot) -> None:
    """Note every joint, and every joint that closes a loop."""
    for joint, path in named(robot.joints, "joint"):
        say.part(joint, path, partial(note_joint, say, joint, path, Feature.JOINTS))
    for joint, path in named(robot.loops, "loop"):
        note_joint(say, joint, path, Feature.LOOPS)
    _dof_order(say, robot)


def _dof_order(say: Facts, robot: Robot) -> None:
    """Note the order of the degrees of freedom, if it is not that of the joints."""
    indices = [joint.dof_index for joint in robot.all_joints if joint.dof_index is not None]
    if indices == list(range(len(indices))):
        return
    for joint, path in (*named(robot.joints, "joint"), *named(robot.loops, "loop")):
        say.exact((*path, "dof index"), Feature.DOF_ORDER, joint.dof_index, joint)


def note_joint(say: Facts, joint: Joint, path: Path, feature: Feature) -> None:
    """Note a joint under a path, and its motion."""
    say.node(path, feature, joint)
    special = feature if joint.type in _PLAIN else Feature.SPECIAL_JOINTS
    say.exact((*path, "type"), special, joint.type, joint)
    say.exact((*path, "parent"), feature, joint.parent, joint)
    say.exact((*path, "child"), feature, joint.child, joint)
    # The same wherever between parent and child the frame of the joint was put.
    say.pose(joint.pose_at_zero, path, feature, joint)
    say.parameters(joint.parameters, path, Feature.JOINT_PARAMETERS)
    several = len(joint.axes) > 1
    for index, axis in enumerate(joint.axes):
        _axis(say, joint, axis, (*path, "axis", str(index)) if several else path, special)


def _axis(say: Facts, joint: Joint, axis: Axis, path: Path, feature: Feature) -> None:
    if joint.type not in (JointType.FIXED, JointType.FLOATING, JointType.BALL):
        _motion(say, joint, axis, path, feature)
    for name, value in given_fields(axis.hard) if axis.hard is not None else ():
        say.numbers((*path, name), _LIMITS[name], value, axis.hard, unit_of(name, axis))
    for name, value in given_fields(axis.soft) if axis.soft is not None else ():
        # A soft limit that is no narrower than the hard one has no effect.
        if not _is_same(value, getattr(axis.hard, name, None)):
            unit = unit_of(name, axis)
            say.numbers((*path, f"soft {name}"), Feature.SOFT_LIMITS, value, axis.soft, unit)
    for name, value in given_fields(axis.dynamics) if axis.dynamics is not None else ():
        if value != 0:  # nothing resists the motion: what every format takes where it gives none
            say.add((*path, name), Feature.DYNAMICS, kind_of(value), value, axis.dynamics)
    for group, its in (
        (axis.safety, Feature.SAFETY),
        (axis.calibration, Feature.CALIBRATION),
    ):
        if group is not None:
            say.fields(path, its, group, group)
    _coupling(say, axis, path)
    _flags(say, joint, axis, path)
    say.numbers((*path, "planning weight"), Feature.PLANNING, axis.planning_weight, axis)
    say.numbers((*path, "resolution"), Feature.PLANNING, axis.resolution, axis, unit_of("lower", axis))
    say.numbers((*path, "pitch"), feature, axis.pitch, axis, "m/rad")


def unit_of(name: str, axis: Axis) -> str:
    """Return the unit of a limit (``lower``, ``velocity``, ...) of an axis."""
    turning, sliding = _UNITS[name]
    return turning if axis.motion is Motion.TURN else sliding


def _is_same(soft: object, hard: object) -> bool:
    return isinstance(soft, float) and isinstance(hard, float) and abs(soft - hard) <= 1e-12 * max(1.0, abs(hard))


def _motion(say: Facts, joint: Joint, axis: Axis, path: Path, feature: Feature) -> None:
    if len(joint.axes) > 1:
        say.exact((*path, "motion"), feature, axis.motion, axis)
    in_child = joint.pose_in_child or Pose()
    direction = unit(rotate(in_child.matrix, axis.direction_or_x))
    say.add((*path, "axis"), feature, Kind.DIRECTION, direction, axis)
    if axis.motion is Motion.TURN and any(in_child.xyz):
        # The moment of a line is the same for every point on it.
        moment = cross(in_child.xyz, direction)
        if any(abs(each) > 1e-12 for each in moment):
            say.numbers((*path, "anchor"), feature, moment, axis)


def _coupling(say: Facts, axis: Axis, path: Path) -> None:
    coupling = axis.coupling
    if coupling is None:
        return
    straight = linear(coupling)
    if straight is None:
        assert isinstance(coupling, FormulaCoupling)
        say.exact((*path, "formula"), Feature.FORMULAS, coupling.expression, coupling)
        return
    path = (*path, "mimic")
    say.node(path, Feature.MIMIC, coupling)
    say.exact((*path, "joint"), Feature.MIMIC, straight.joint, coupling)
    if straight.axis:
        say.exact((*path, "axis"), Feature.MIMIC, straight.axis, coupling)
    multiplier = 1.0 if straight.multiplier is None else straight.multiplier
    say.numbers((*path, "multiplier"), Feature.MIMIC, multiplier, coupling)
    say.numbers((*path, "offset"), Feature.MIMIC, straight.offset or 0.0, coupling, unit_of("lower", axis))


def _flags(say: Facts, joint: Joint, axis: Axis, path: Path) -> None:
    if axis.active is False and joint.type is not JointType.FIXED and axis.coupling is None:
        say.exact((*path, "active"), Feature.JOINT_FLAGS, False, axis)
    if axis.locked:
        say.exact((*path, "locked"), Feature.JOINT_FLAGS, True, axis)
    if axis.circular and joint.type is not JointType.CONTINUOUS:
        say.exact((*path, "circular"), Feature.JOINT_FLAGS, True, axis)


PLACE: Path = ("place",)


def note_place(say: Facts, robot: Robot) -> None:
    """Note the pose of a robot in its scene, as a node with its offset and rotation, unless it is the identity."""
    if robot.pose is not None and moves(robot.pose):
        say.add(PLACE, Feature.PLACEMENT, Kind.NODE, robot.pose, robot)
        say.pose(robot.pose, PLACE, Feature.PLACEMENT, robot)

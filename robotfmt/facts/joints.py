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


def note_joints(notes: Facts, robot: Robot) -> None:
    """Note every joint, and every joint that closes a loop."""
    for joint, path in named(robot.joints, "joint"):
        notes.part(joint, path, partial(note_joint, notes, joint, path, Feature.JOINTS))
    for joint, path in named(robot.loops, "loop"):
        note_joint(notes, joint, path, Feature.LOOPS)
    _dof_order(notes, robot)


def _dof_order(notes: Facts, robot: Robot) -> None:
    """Note the order of the degrees of freedom, if it is not that of the joints."""
    indices = [joint.dof_index for joint in robot.all_joints if joint.dof_index is not None]
    if indices == list(range(len(indices))):
        return
    for joint, path in (*named(robot.joints, "joint"), *named(robot.loops, "loop")):
        notes.exact((*path, "dof index"), Feature.DOF_ORDER, joint.dof_index, joint)


def note_joint(notes: Facts, joint: Joint, path: Path, feature: Feature) -> None:
    """Note a joint under a path, and its motion."""
    notes.node(path, feature, joint)
    special = feature if joint.type in _PLAIN else Feature.SPECIAL_JOINTS
    notes.exact((*path, "type"), special, joint.type, joint)
    notes.exact((*path, "parent"), feature, joint.parent, joint)
    notes.exact((*path, "child"), feature, joint.child, joint)
    # Formats put the frame of a joint in different places; the pose of the child at zero does not depend on it.
    notes.pose(joint.pose_at_zero, path, feature, joint)
    notes.parameters(joint.parameters, path, Feature.JOINT_PARAMETERS)
    several = len(joint.axes) > 1
    for index, axis in enumerate(joint.axes):
        _axis(notes, joint, axis, (*path, "axis", str(index)) if several else path, special)


def _axis(notes: Facts, joint: Joint, axis: Axis, path: Path, feature: Feature) -> None:
    if joint.type not in (JointType.FIXED, JointType.FLOATING, JointType.BALL):
        _motion(notes, joint, axis, path, feature)
    for name, value in given_fields(axis.hard) if axis.hard is not None else ():
        notes.numbers((*path, name), _LIMITS[name], value, axis.hard, unit_of(name, axis))
    for name, value in given_fields(axis.soft) if axis.soft is not None else ():
        # A soft limit that is no narrower than the hard one has no effect.
        if not _is_same(value, getattr(axis.hard, name, None)):
            unit = unit_of(name, axis)
            notes.numbers((*path, f"soft {name}"), Feature.SOFT_LIMITS, value, axis.soft, unit)
    for name, value in given_fields(axis.dynamics) if axis.dynamics is not None else ():
        if value != 0:  # 0 is the default of every format, so writing it or omitting it means the same
            notes.add((*path, name), Feature.DYNAMICS, kind_of(value), value, axis.dynamics)
    for group, group_feature in (
        (axis.safety, Feature.SAFETY),
        (axis.calibration, Feature.CALIBRATION),
    ):
        if group is not None:
            notes.fields(path, group_feature, group, group)
    _coupling(notes, axis, path)
    _flags(notes, joint, axis, path)
    notes.numbers((*path, "planning weight"), Feature.PLANNING, axis.planning_weight, axis)
    notes.numbers((*path, "resolution"), Feature.PLANNING, axis.resolution, axis, unit_of("lower", axis))
    notes.numbers((*path, "pitch"), feature, axis.pitch, axis, "m/rad")


def unit_of(name: str, axis: Axis) -> str:
    """Return the unit of a limit (``lower``, ``velocity``, ...) of an axis."""
    turning, sliding = _UNITS[name]
    return turning if axis.motion is Motion.TURN else sliding


def _is_same(soft: object, hard: object) -> bool:
    return isinstance(soft, float) and isinstance(hard, float) and abs(soft - hard) <= 1e-12 * max(1.0, abs(hard))


def _motion(notes: Facts, joint: Joint, axis: Axis, path: Path, feature: Feature) -> None:
    if len(joint.axes) > 1:
        notes.exact((*path, "motion"), feature, axis.motion, axis)
    in_child = joint.pose_in_child or Pose()
    direction = unit(rotate(in_child.matrix, axis.direction_or_x))
    notes.add((*path, "axis"), feature, Kind.DIRECTION, direction, axis)
    if axis.motion is Motion.TURN and any(in_child.xyz):
        # The axis is a line: its direction and its moment about the origin describe it, whichever point is given on it.
        moment = cross(in_child.xyz, direction)
        if any(abs(each) > 1e-12 for each in moment):
            notes.numbers((*path, "anchor"), feature, moment, axis)


def _coupling(notes: Facts, axis: Axis, path: Path) -> None:
    """Note a coupling: as a mimic joint if it is linear, else as a formula."""
    coupling = axis.coupling
    if coupling is None:
        return
    straight = linear(coupling)
    if straight is None:
        assert isinstance(coupling, FormulaCoupling)
        notes.exact((*path, "formula"), Feature.FORMULAS, coupling.expression, coupling)
        return
    path = (*path, "mimic")
    notes.node(path, Feature.MIMIC, coupling)
    notes.exact((*path, "joint"), Feature.MIMIC, straight.joint, coupling)
    if straight.axis:
        notes.exact((*path, "axis"), Feature.MIMIC, straight.axis, coupling)
    multiplier = 1.0 if straight.multiplier is None else straight.multiplier
    notes.numbers((*path, "multiplier"), Feature.MIMIC, multiplier, coupling)
    notes.numbers((*path, "offset"), Feature.MIMIC, straight.offset or 0.0, coupling, unit_of("lower", axis))


def _flags(notes: Facts, joint: Joint, axis: Axis, path: Path) -> None:
    if axis.active is False and joint.type is not JointType.FIXED and axis.coupling is None:
        notes.exact((*path, "active"), Feature.JOINT_FLAGS, False, axis)
    if axis.locked:
        notes.exact((*path, "locked"), Feature.JOINT_FLAGS, True, axis)
    if axis.circular and joint.type is not JointType.CONTINUOUS:
        notes.exact((*path, "circular"), Feature.JOINT_FLAGS, True, axis)


PLACE: Path = ("place",)


def note_place(notes: Facts, robot: Robot) -> None:
    """Note the pose of a robot in its scene, as a node with its offset and rotation, unless it is the identity."""
    if robot.pose is not None and moves(robot.pose):
        notes.add(PLACE, Feature.PLACEMENT, Kind.NODE, robot.pose, robot)
        notes.pose(robot.pose, PLACE, Feature.PLACEMENT, robot)

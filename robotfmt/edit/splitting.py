"""Replace joints of several degrees of freedom by rows of joints that each have one."""

from __future__ import annotations

import math

from .. import codes
from ..adapting.joints import ball_axes, in_rows, planar_axes
from ..diagnostics import Report
from ..errors import UsageError
from ..facts.difference import Difference
from ..model import Axis, CSpaceJoint, Joint, JointType, JointValue, Motion, Pose, Quaternion, Robot
from ..model.record import replace
from .naming import no_such
from .performing import perform
from .tracing import Verdict

_DIRECTIONS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def split(robot: Robot, joint: str, *, report: Report | None = None) -> Robot:
    """Return the robot with a joint of several degrees of freedom as a row of joints that each have one.

    Groups list all of the new joints, and states give each its value. A planar joint becomes two sliding joints and a
    turning one, a ball joint three turning ones, a floating joint six.

    Raises:
        UsageError: The joint does not exist, or has one degree of freedom or none.
    """
    known = {each.name: each for each in robot.joints}
    if joint not in known:
        raise no_such("joint", joint, known)
    whole = known[joint]
    if not _axes_of(whole):
        kind = whole.type.value if whole.type is not None else "of unknown type"
        raise UsageError(codes.NOT_SPLIT, f"joint '{joint}' cannot be split: it is {kind}", whole.origin)
    return perform(robot, lambda it: _split(it, joint), _judge, report)


def _judge(difference: Difference) -> Verdict:
    """Give the reason for a difference: all of them belong to the row."""
    return Verdict(codes.SPLIT_UP)


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    """Return the axes of the joints that replace a joint; none if it cannot be split."""
    if joint.type is JointType.PLANAR:
        return planar_axes(joint)
    if joint.type is JointType.BALL:
        return ball_axes(joint)
    if joint.type is JointType.FLOATING:
        slides = (Axis(origin=joint.origin, motion=Motion.SLIDE, direction=each) for each in _DIRECTIONS)
        return (*slides, *ball_axes(joint))
    return joint.axes if len(joint.axes) > 1 else ()


def _split(robot: Robot, name: str) -> Robot:
    before = {each.name for each in robot.joints}
    whole = robot.joint_by_name[name]
    made = in_rows(robot, lambda each: _axes_of(each) if each.name == name else ())
    row = (name, *(each.name for each in made.joints if each.name not in before))
    return _with_values(_with_row(made, row), whole, row)


def _with_row(robot: Robot, row: tuple[str, ...]) -> Robot:
    """Return the robot whose groups, passive joints and configuration space list a whole row."""
    name, *others = row
    groups = tuple(replace(each, joints=_listed(each.joints, row)) for each in robot.groups)
    passive = tuple(
        replace(each, joint=one)
        for each in robot.passive_joints
        for one in (row if each.joint == name else (each.joint,))
    )
    robot = replace(robot, groups=groups, passive_joints=passive)
    if robot.cspace is None or name not in {each.joint for each in robot.cspace.joints}:
        return robot
    new = tuple(CSpaceJoint(joint=each) for each in others)
    joints = tuple(one for each in robot.cspace.joints for one in ((each, *new) if each.joint == name else (each,)))
    return replace(robot, cspace=replace(robot.cspace, joints=joints))


def _listed(joints: tuple[str, ...], row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for each in joints for one in (row if each == row[0] else (each,)))


def _with_values(robot: Robot, whole: Joint, row: tuple[str, ...]) -> Robot:
    def split_up(values: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(one for each in values for one in _values(each, whole, row))

    return replace(
        robot,
        states=tuple(replace(each, values=split_up(each.values)) for each in robot.states),
        default_positions=split_up(robot.default_positions),
        scene_positions=split_up(robot.scene_positions),
    )


def _values(value: JointValue, whole: Joint, row: tuple[str, ...]) -> tuple[JointValue, ...]:
    """Return the values of the joints of a row; a value that fits no degree of freedom goes to none."""
    if value.joint != whole.name:
        return (value,)
    numbers = value.values
    if whole.type is JointType.FLOATING and len(numbers) == 7:
        numbers = (*numbers[:3], *_angles(numbers[3:]))
    elif whole.type is JointType.BALL and len(numbers) == 4:
        numbers = _angles(numbers)
    if len(numbers) != len(row):
        return ()
    return tuple(replace(value, joint=name, values=(each,)) for name, each in zip(row, numbers, strict=True))


def _angles(numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Return the angles about x, then the turned y, then the turned z, of a rotation given as a quaternion."""
    w, x, y, z = numbers
    (a, b, c), (_, _, f), (_, _, i) = Pose((0.0, 0.0, 0.0), Quaternion(w, x, y, z)).matrix
    return math.atan2(-f, i), math.asin(max(-1.0, min(1.0, c))), math.atan2(-b, a)

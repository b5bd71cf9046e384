"""Lock joints at values, and replace joints of several degrees of freedom by rows of joints that each have one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .. import codes
from ..adapting.holding import Held, followers, with_joints_held
from ..adapting.joints import ball_axes, in_rows, planar_axes
from ..diagnostics import Report
from ..errors import UsageError
from ..facts.difference import Difference
from ..model import Axis, CSpaceJoint, Joint, JointType, JointValue, Limits, Motion, Pose, Quaternion, Robot
from ..model.joint import leaders
from ..model.record import replace
from ..model.renaming import names_in
from .naming import no_such
from .performing import perform
from .tracing import Verdict, mark_of

# Locking

Values = Mapping[str, "float | Sequence[float]"]
# A value that was converted to degrees and back may be beyond its limit by rounding.
_SLACK = 1e-9


def lock(robot: Robot, values: Values, *, report: Report | None = None) -> Robot:
    """Return the robot with joints fixed at values, and with the joints that follow only locked ones fixed too.

    References in planner settings, states and the like are dropped and reported.

    Args:
        values: For each joint its value in radians or metres; one for each axis if it has several.

    Raises:
        UsageError: The joint does not exist, follows another one, or cannot have the value.
    """
    held = {name: _checked(robot, name, value) for name, value in values.items()}
    held |= followers(robot, held)
    return perform(robot, lambda it: with_joints_held(it, held), _Judging(held), report)


class _Judging:
    """Gives the reason for each change when joints are locked."""

    def __init__(self, held: Held) -> None:
        self._held = held

    def __call__(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        fact = difference.before
        mark = mark_of(fact.origin) if fact is not None else None
        names = {name for kind, name in names_in(mark.node) if kind == "joint"} if mark is not None else set()
        locked = sorted(names & self._held.keys())
        match difference.path:
            case ("joint", name, *_) if name in self._held:
                return Verdict(codes.LOCKED)
            case ("extension", *_):
                return Verdict(codes.LOCKED)
            case ("joint", *_):
                return Verdict(codes.LOCKED) if locked else None
            case ("state", name, *_) if locked:
                named = ", ".join(f"'{each}'" for each in locked)
                return Verdict(codes.LEFT_OUT, f"the value in state '{name}' of {named}, which is locked")
            case ("cspace", *_) if locked:
                return Verdict(codes.LEFT_OUT, f"the place of '{locked[0]}' in the c-space")
            case ("default position" | "scene position" | "passive joint" as what, name):
                return Verdict(codes.LEFT_OUT, f"the {what} of '{name}', which is locked")
        return None


def _checked(robot: Robot, name: str, value: float | Sequence[float]) -> tuple[float, ...]:
    joint = next((each for each in robot.joints if each.name == name), None)
    if joint is None:
        raise no_such("joint", name, [each.name for each in robot.joints])
    numbers = tuple(value) if isinstance(value, Sequence) else (float(value),)
    wrong = _why_not(joint, numbers)
    if wrong is not None:
        raise UsageError(codes.LOCK, f"joint '{name}' cannot be locked: {wrong}", joint.origin)
    return numbers


def _why_not(joint: Joint, values: tuple[float, ...]) -> str | None:
    if leaders(joint):
        return f"it follows '{leaders(joint)[0]}'"
    if joint.type in (JointType.PLANAR, JointType.FLOATING, JointType.BALL, JointType.ON_OFF, None):
        return f"it is {joint.type.value if joint.type is not None else 'of unknown type'}"
    if joint.type is JointType.FIXED:
        return "it is fixed"
    if len(joint.axes) != len(values):
        return f"it has {len(joint.axes)} axes; got {len(values)} values"
    for axis, value in zip(joint.axes, values, strict=True):
        limits = axis.hard if joint.type is not JointType.CONTINUOUS and axis.hard is not None else Limits()
        for bound, sign in ((limits.lower, -1), (limits.upper, 1)):
            if bound is not None and sign * (value - bound) > _SLACK:
                return f"{value:g} is beyond its limit {bound:g}"
    return None


# Splitting

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
    """Give the reason for a difference: every one is a part of replacing the joint by a row of joints."""
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

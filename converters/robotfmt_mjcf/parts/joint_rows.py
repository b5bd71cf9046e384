"""Joints of other formats as rows of hinges, slides and balls in one body."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from robotfmt.model import (
    IDENTITY,
    Axis,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    Pose,
    Robot,
    RobotSimulation,
    Vector3,
    is_near,
    rotate,
)
from robotfmt.model.renaming import free_name

_AXES: tuple[Vector3, Vector3, Vector3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_STILL = (JointType.FIXED, JointType.ON_OFF, None)
WORLD = "world"
ROUNDING = 1e-12
"""The largest difference between two poses that are the same."""
LEAST_RANGE = 1e-12
"""The width of a range with equal ends: in MuJoCo the first number must be below the second."""


def is_ground(robot: Robot) -> bool:
    """Return True for the static robot whose shapes are geoms of the world body."""
    is_alone = [each.name for each in robot.links] == [WORLD] and not robot.all_joints
    is_static = robot.simulation == RobotSimulation(static=True)
    link = robot.links[0] if is_alone else Link(name="")
    return (
        is_alone
        and is_static
        and link.inertial is None
        and link.simulation is None
        and is_near(robot.pose or IDENTITY, IDENTITY, ROUNDING)
    )


def named_after_document(robots: Sequence[Robot]) -> Robot | None:
    """Return the robot with the name of the document: the only one with joints, or the only one; None of several."""
    found = [each for each in robots if each.joints] or [each for each in robots if not is_ground(each)] or robots
    return found[0] if len(found) == 1 else None


def is_weld(joint: Joint) -> bool:
    """Return True for a joint that does not move its child."""
    return joint.type in _STILL or (joint.type not in (JointType.BALL, JointType.FLOATING) and not joint.axes)


def is_single(joint: Joint) -> bool:
    """Return True for a joint that is one hinge, slide or ball."""
    if joint.type is JointType.BALL:
        return True
    return len(joint.axes) == 1 and joint.type not in (JointType.PLANAR, JointType.FLOATING, JointType.SCREW)


def between(body: str, joint: str) -> str:
    """Return the name of the massless link after a joint that is not the last one of its body."""
    return f"{body}_{joint}"


def pieces_of(joint: Joint, taken: Collection[str]) -> tuple[Joint, ...]:
    """Return a joint as a row of hinges, slides and balls, with the properties that MJCF can store; itself if it is
    one."""
    if is_weld(joint) or is_single(joint):
        return (joint,)
    names = [joint.name]
    axes = _axes(joint)
    while len(names) < len(axes):
        names.append(free_name(f"{joint.name}_axis{len(names) + 1}", {*taken, *names}))
    found: list[Joint] = []
    for index, (name, axis) in enumerate(zip(names, axes, strict=True)):
        is_last = index == len(axes) - 1
        found.append(
            Joint(
                origin=joint.origin,
                name=name,
                type=type_of(axis),
                parent=joint.parent if index == 0 else found[-1].child,
                child=joint.child if is_last else between(joint.child or "", name),
                pose_in_parent=joint.pose_in_parent if index == 0 else joint.pose_in_child,
                pose_in_child=joint.pose_in_child,
                axes=(axis,) if axis is not None else (),
            )
        )
    return tuple(found)


def _axes(joint: Joint) -> list[Axis | None]:
    """Return the axes of a row; None for a ball."""
    if joint.type is JointType.FLOATING:
        return [*(Axis(motion=Motion.SLIDE, direction=each) for each in _AXES), None]
    if joint.type is JointType.PLANAR:
        return [*_planar(joint)]
    if joint.type is JointType.SCREW and len(joint.axes) == 1:
        turn = plain(joint.axes[0])
        follows = LinearCoupling(joint=joint.name, multiplier=joint.axes[0].pitch or 0.0)
        return [turn, Axis(motion=Motion.SLIDE, direction=turn.direction, coupling=follows)]
    return [plain(each) for each in joint.axes]


def _planar(joint: Joint) -> list[Axis]:
    from robotfmt.kinematics.forward import plane_axes

    first, second, normal = ((float(each[0]), float(each[1]), float(each[2])) for each in plane_axes(joint))
    slides = [Axis(motion=Motion.SLIDE, direction=each) for each in (first, second)]
    return [*slides, Axis(direction=normal)]


def plain(axis: Axis) -> Axis:
    """Return an axis with the properties that MJCF can store."""
    hard = axis.hard
    kept = None
    if hard is not None:
        kept = Limits(origin=hard.origin, lower=hard.lower, upper=hard.upper, effort=hard.effort)
    return Axis(
        origin=axis.origin,
        motion=axis.motion,
        direction=axis.direction_or_x,
        hard=kept,
        dynamics=axis.dynamics,
        coupling=axis.coupling,
    )


def range_of(joint: Joint) -> tuple[float, float] | None:
    """Return the range of a joint, in radians or metres; None if it has none, or one that MuJoCo does not support."""
    hard = joint.axes[0].hard if len(joint.axes) == 1 else None
    if joint.type in (JointType.CONTINUOUS, JointType.BALL) or hard is None:
        return None
    if hard.lower is None or hard.upper is None or hard.lower > hard.upper:
        return None
    if hard.upper - hard.lower < LEAST_RANGE:
        return hard.lower, hard.lower + LEAST_RANGE * max(1.0, abs(hard.lower))
    return hard.lower, hard.upper


def effort_of(joint: Joint) -> float | None:
    """Return the effort limit of a joint, in N or N m; None if it has none, or 0, which MuJoCo takes for no limit."""
    hard = joint.axes[0].hard if len(joint.axes) == 1 else None
    return hard.effort if hard is not None and (hard.effort or 0.0) > 0 else None


def type_of(axis: Axis | None) -> JointType:
    """Return the type of a joint with an axis, as it is read from MJCF."""
    if axis is None:
        return JointType.BALL
    if axis.motion is Motion.SLIDE:
        return JointType.PRISMATIC
    # A hinge of MuJoCo is unlimited unless it has a range, as a continuous joint of URDF is.
    limits = axis.hard
    is_limited = limits is not None and limits.lower is not None and limits.upper is not None
    return JointType.REVOLUTE if is_limited else JointType.CONTINUOUS


def read_type(joint: Joint) -> JointType:
    """Return the type with which a written joint is read again."""
    if joint.type is JointType.BALL:
        return JointType.BALL
    if joint.axes[0].motion is Motion.SLIDE:
        return JointType.PRISMATIC
    return JointType.REVOLUTE if range_of(joint) is not None else JointType.CONTINUOUS


@dataclass(frozen=True)
class Step:
    """One joint of a body, in the frame of the body."""

    joint: Joint
    anchor: Vector3
    direction: Vector3 | None


def step_of(joint: Joint) -> Step:
    """Return a joint as an element of the body that it moves."""
    at = joint.pose_in_child or Pose()
    direction = joint.axes[0].direction_or_x if joint.axes else None
    if direction is not None and at.rotation is not None:
        direction = rotate(at.matrix, direction)
    return Step(joint, at.xyz, direction)


def axis_of(pieces: Mapping[str, tuple[Joint, ...]], joint: str, axis: int) -> str | None:
    """Return the name of the element that an axis of a joint is written as."""
    row = pieces.get(joint, ())
    return row[axis].name if 0 <= axis < len(row) else None

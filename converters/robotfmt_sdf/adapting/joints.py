"""Joints as SDF has them: one or two axes, limits that are numbers, mimics since 1.11, one pose, ends that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from robotfmt import adapting
from robotfmt.model import (
    IDENTITY,
    Axis,
    Dynamics,
    Joint,
    JointType,
    Limits,
    Motion,
    Pose,
    Robot,
    World,
    WorldJoint,
    compose,
    inverse,
    is_identity,
    is_near,
    linear,
)
from robotfmt.model.record import replace

from ..document.frames import Frames
from ..parts.axes import is_mimic
from ..parts.gears import gears_of
from ..parts.names import Names
from ..parts.pose_notation import ROOT, frames_of
from ..parts.roots import first_root, free_joints, name_of_free_joint
from ..words import BOUNDS

_NEAR = 1e-10


def loop_at_rest(joint: Joint, frames: Frames) -> Pose | None:
    """Return the pose of a loop's joint in its child with all joints at zero; None if the loop closes there."""
    child, here = f"link/{joint.child}", f"joint/{joint.name}"
    if child not in frames or here not in frames:
        return None
    pose = frames.between(child, here)
    return None if is_near(pose, joint.pose_in_child or IDENTITY, _NEAR) else pose


def joints_at_rest(world: World) -> Iterator[tuple[WorldJoint, Pose | None]]:
    """Yield the joints of a world, and the pose of each in its parent with all joints at zero; None if it is there."""
    ends = {name for it in world.joints for name in (it.parent_robot, it.child_robot)}
    frames = {each.name: frames_of(each.alone, Names(each.alone), None) for each in world.robots if each.name in ends}
    for it in world.joints:
        yield it, _joint_at_rest(it, frames)


def _joint_at_rest(it: WorldJoint, frames: Mapping[str, Frames]) -> Pose | None:
    joint = it.joint
    parent = _place(it.parent_robot, joint.parent, frames)
    child = _place(it.child_robot, joint.child, frames)
    if parent is None or child is None:
        return None
    pose = compose(inverse(parent), compose(child, joint.pose_in_child or IDENTITY))
    return None if is_near(pose, joint.pose_in_parent or IDENTITY, _NEAR) else pose


def _place(robot: str | None, link: str | None, frames: Mapping[str, Frames]) -> Pose | None:
    """Return the pose in the world of a link or a frame of a robot."""
    if robot is None:
        return IDENTITY
    known = frames.get(robot)
    for name in (f"link/{link}", f"frame/{link}"):
        if known is not None and name in known:
            return known.between(ROOT, name)
    return None


def in_rows(robot: Robot, target: str | None) -> Robot:
    """Split joints that SDF, or Drake, does not have into rows of joints with massless links between them."""
    axes_of = _axes_in_drake if target == "drake" else _axes_of
    return adapting.loops_in_rows(adapting.in_rows(robot, axes_of), axes_of)


def _axes_of(joint: Joint) -> tuple[Axis, ...]:
    """Return the axes to split a joint into; an empty tuple if it can stay one joint."""
    match joint.type:
        case JointType.PLANAR:
            return adapting.planar_axes(joint)
        case JointType.COMPOUND if _is_of_two_turns(joint):
            return ()
        case JointType.COMPOUND | JointType.CYLINDRICAL:
            return joint.axes
        case JointType.UNIVERSAL if len(joint.axes) == 2:
            return ()
    return joint.axes if len(joint.axes) > 1 else ()


def _axes_in_drake(joint: Joint) -> tuple[Axis, ...]:
    return joint.axes if joint.type is JointType.COMPOUND else _axes_of(joint)


def _is_of_two_turns(joint: Joint) -> bool:
    return len(joint.axes) == 2 and all(axis.motion is Motion.TURN for axis in joint.axes)


def with_free_joints_at_root(robot: Robot) -> Robot:
    """Place links that float relative to the first root link: SDF has no element for the joint of a free link."""
    first = first_root(robot)
    free = [each for each in robot.joints if each.type is JointType.FLOATING]
    odd = [
        each for each in free if each.parent != first or each.name != name_of_free_joint(each.child or "") or each.axes
    ]
    if not odd or first is None:
        return robot
    frames = frames_of(robot, Names(robot), None)
    taken = {each.name for each in robot.all_joints}

    def change(joint: Joint) -> Joint:
        if joint not in odd:
            return joint
        pose = frames.between(f"link/{first}", f"link/{joint.child}")
        name = name_of_free_joint(joint.child or "")
        name = name if name not in taken or name == joint.name else joint.name
        return Joint(
            origin=joint.origin,
            name=name,
            type=JointType.FLOATING,
            parent=first,
            child=joint.child,
            pose_in_parent=None if is_identity(pose) else pose,
        )

    return replace(robot, joints=tuple(map(change, robot.joints)))


def at_rest(robot: Robot) -> Robot:
    """Put both ends of a joint that closes a loop where it is with all joints at zero: SDF has one pose for both."""
    if not robot.loops:
        return robot
    frames = frames_of(robot, Names(robot), None)

    def change(joint: Joint) -> Joint:
        pose = loop_at_rest(joint, frames)
        return joint if pose is None else replace(joint, pose_in_child=None if is_identity(pose) else pose)

    loops = tuple(map(change, robot.loops))
    return robot if loops == robot.loops else replace(robot, loops=loops)


def limited(robot: Robot) -> Robot:
    """Drop limits that mean none in SDF: very large ones, and negative efforts and speeds."""

    def change(_: Joint, axis: Axis) -> Axis:
        hard = axis.hard
        gone = {
            each.field: None
            for each in BOUNDS
            if hard is not None and getattr(hard, each.field) is not None and not each.holds(getattr(hard, each.field))
        }
        if hard is None or not gone:
            return axis
        kept = replace(hard, **gone)
        return replace(axis, hard=kept if kept != Limits() else None)

    return _with_axes(robot, change)


def coupled(robot: Robot, has_mimics: bool) -> Robot:
    """Keep couplings of an axis to one other axis, by a factor and an offset, where the document has words for them.

    The couplings of gearboxes stay: every version has these.
    """
    geared = {each.follower for each in gears_of(robot).values()}

    def change(joint: Joint, axis: Axis) -> Axis:
        if axis.coupling is None or joint.name in geared or (has_mimics and is_mimic(axis)):
            straight = linear(axis.coupling) if axis.coupling is not None else None
            return axis if straight is None or straight is axis.coupling else replace(axis, coupling=straight)
        return replace(axis, coupling=None)

    return _with_axes(robot, change)


def without_ball_axes(robot: Robot) -> Robot:
    """Drop what axes of ball joints have but the damping: they turn about all axes, and Drake reads it there.

    A document that had them gets them back.
    """
    if robot.layout("sdf") is not None:
        return robot

    def change(joint: Joint) -> Joint:
        return replace(joint, axes=_damping(joint.axes[0])) if joint.type is JointType.BALL and joint.axes else joint

    return adapting.with_each_joint(robot, change)


def _damping(axis: Axis) -> tuple[Axis, ...]:
    damping = axis.dynamics.damping if axis.dynamics is not None else None
    kept = Axis(origin=axis.origin, direction=axis.direction, dynamics=Dynamics(damping=damping))
    return (kept,) if damping is not None else ()


def _with_axes(robot: Robot, change: Callable[[Joint, Axis], Axis]) -> Robot:
    def changed(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(map(partial(change, joint), joint.axes))) if joint.axes else joint

    return adapting.with_each_joint(robot, changed)


def without_settings_of_free_joints(robot: Robot) -> Robot:
    """Keep only the place of a joint that is not written."""
    free = {joint.name for joint in free_joints(robot)}

    def change(joint: Joint) -> Joint:
        return replace(joint, axes=(), simulation=None) if joint.name in free else joint

    return adapting.with_each_joint(robot, change)


def without_idle_stops(robot: Robot) -> Robot:
    """Remove stops of joints without an axis, which have no limits."""

    def change(joint: Joint) -> Joint:
        simulation = joint.simulation
        if simulation is None or joint.axes:
            return joint
        kept = replace(simulation, stop_stiffness=None, stop_damping=None)
        return joint if kept == simulation else replace(joint, simulation=kept)

    return adapting.with_each_joint(robot, change)


def with_one_pitch(robot: Robot) -> Robot:
    """Keep the pitch of first axes: a joint has one."""

    def change(joint: Joint) -> Joint:
        rest = tuple(replace(each, pitch=None) for each in joint.axes[1:])
        return replace(joint, axes=(*joint.axes[:1], *rest))

    return adapting.with_each_joint(robot, change)


def without_floating_loops(robot: Robot) -> Robot:
    """Drop loops that a floating joint closes: they close nothing."""
    loops = tuple(each for each in robot.loops if each.type is not JointType.FLOATING)
    return robot if loops == robot.loops else replace(robot, loops=loops)


def still(robot: Robot) -> Robot:
    """Fix what floats in a static robot, as it is read: nothing moves in it."""
    if robot.simulation is None or not robot.simulation.static:
        return robot

    def change(joint: Joint) -> Joint:
        return replace(joint, type=JointType.FIXED, axes=()) if joint.type is JointType.FLOATING else joint

    return adapting.with_each_joint(robot, change)


def attached_by_loops(robot: Robot) -> Robot:
    """Hang links that float, and that a loop holds, by the loop: it is the first joint of the link that is written."""
    free = {joint.child: joint for joint in free_joints(robot)}
    names = {each.name for each in free.values()}
    above = {joint.child: joint.parent for joint in robot.joints if joint.name not in names}
    for loop in robot.loops:
        if loop.child in free and not _is_below(loop.parent, loop.child, above):
            joint = free.pop(loop.child)
            above[loop.child] = loop.parent
            joints = tuple(loop if each is joint else each for each in robot.joints)
            robot = replace(robot, joints=joints, loops=tuple(each for each in robot.loops if each is not loop))
    return robot


def _is_below(link: str | None, other: str | None, above: Mapping[str | None, str | None]) -> bool:
    while link is not None and link != other:
        link = above.get(link)
    return link is not None

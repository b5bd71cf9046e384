"""Convert joints: to another frame, to another type, or from several axes to chains of joints."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping

from ..kinematics.tree import roots
from ..model import (
    Axis,
    Joint,
    JointSimulation,
    JointType,
    LinearCoupling,
    Link,
    Motion,
    Pose,
    Robot,
    Sensor,
    compose,
    cross,
    dot,
    inverse,
    is_identity,
    rotate,
    unit,
)
from ..model.record import replace
from ..model.renaming import free_name

_WITH_AXIS = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.SCREW)
OTHER_VALUES = (JointType.PLANAR, JointType.FLOATING, JointType.BALL)
"""The types of joints whose values are no motions along axes."""
ON_AXIS = 1e-12
"""The distance from the axis, in metres, within which a frame is treated as lying on it."""


def framed_at_child(joint: Joint) -> Joint | None:
    """Return the same joint with its frame in the child's frame, as URDF has it.

    None if this is impossible: a rotation axis does not pass through the child's frame.
    """
    in_child = joint.pose_in_child
    if in_child is None or is_identity(in_child):
        return replace(joint, pose_in_child=None)
    if any(_misses_child(axis, in_child) for axis in joint.axes if joint.type is not JointType.FIXED):
        return None
    pose = compose(joint.pose_in_parent, inverse(in_child))
    axes = tuple(replace(axis, direction=rotate(in_child.matrix, axis.direction_or_x)) for axis in joint.axes)
    return replace(joint, pose_in_parent=pose, pose_in_child=None, axes=axes)


def with_axes(robot: Robot, *, zero: bool = False) -> Robot:
    """Return a robot whose turning and sliding joints have an axis: x, the default, where none is given.

    Args:
        zero: True if an axis of length zero, of any joint, becomes the default too.
    """

    def change(joint: Joint) -> Joint:
        return _with_length(joint) if zero and joint.axes else _with_axis(joint)

    return with_each_joint(robot, change)


def _with_length(joint: Joint) -> Joint:
    axes = tuple(each if any(each.direction_or_x) else replace(each, direction=None) for each in joint.axes)
    return joint if axes == joint.axes else replace(joint, axes=axes)


def _with_axis(joint: Joint) -> Joint:
    if joint.axes or joint.type not in _WITH_AXIS:
        return joint
    motion = Motion.SLIDE if joint.type is JointType.PRISMATIC else Motion.TURN
    return replace(joint, axes=(Axis(origin=joint.origin, motion=motion, direction=(1.0, 0.0, 0.0)),))


def with_types(robot: Robot, types: Collection[JointType]) -> Robot:
    """Return a robot whose joints are framed at their children, with unsupported joint types fixed.

    A joint whose axis does not pass through its child's frame is fixed too; one without an axis gets the default.
    """
    return replace(robot, joints=tuple(_with_types(_with_axis(joint), types) for joint in robot.joints))


def _with_types(joint: Joint, types: Collection[JointType]) -> Joint:
    framed = framed_at_child(joint) if joint.type in types else None
    if framed is not None and framed.type is not JointType.FIXED:
        return framed
    fixed = framed_at_child(replace(joint, type=JointType.FIXED))
    assert fixed is not None  # nothing turns
    return replace(fixed, axes=())


def _misses_child(axis: Axis, in_child: Pose) -> bool:
    if axis.motion is Motion.SLIDE:
        return False
    direction = unit(rotate(in_child.matrix, axis.direction_or_x))
    moment = cross(in_child.xyz, direction)
    return math.sqrt(dot(moment, moment)) > ON_AXIS


def with_link_on_axis(joint: Joint, taken: Collection[str]) -> tuple[tuple[Joint, Joint], Link]:
    """Return the joint ending at a new massless link on its axis, and a fixed joint from that link to the child."""
    middle = Link(origin=joint.origin, name=free_name(f"{joint.child}_on_axis", taken))
    first = replace(joint, child=middle.name, pose_in_child=None)
    second = Joint(
        origin=joint.origin,
        name=free_name(f"{joint.name}_offset", taken),
        type=JointType.FIXED,
        parent=middle.name,
        child=joint.child,
        pose_in_parent=inverse(joint.pose_in_child or Pose()),
    )
    return (first, second), middle


def with_frames_at_children(robot: Robot) -> Robot:
    """Move the frame of each joint into its child's; an axis that misses that frame gets a massless link."""
    taken = {each.name for each in robot.links} | {each.name for each in robot.joints}
    changed: dict[str, tuple[Joint, ...]] = {}
    links: list[Link] = []
    for joint in robot.joints:
        framed = framed_at_child(joint)
        if framed is None:
            joints, link = with_link_on_axis(joint, taken)
            changed[joint.name] = joints
            links.append(link)
            taken |= {link.name, *(each.name for each in joints)}
        elif framed != joint:
            changed[joint.name] = (framed,)
    return with_joints(robot, changed, links) if changed else robot


def in_a_row(joint: Joint, taken: Collection[str]) -> tuple[tuple[Joint, ...], tuple[Link, ...]]:
    """Return a joint with several axes as a chain of joints with one axis each, with massless links between them."""
    joints: list[Joint] = []
    links: list[Link] = []
    for index, axis in enumerate(joint.axes):
        last = index == len(joint.axes) - 1
        if not last:
            links.append(Link(origin=joint.origin, name=free_name(f"{joint.name}_link{index + 1}", taken)))
        joints.append(
            Joint(
                origin=joint.origin,
                name=joint.name if index == 0 else free_name(f"{joint.name}_axis{index + 1}", taken),
                type=_single(axis),
                parent=joint.parent if index == 0 else links[index - 1].name,
                child=joint.child if last else links[index].name,
                pose_in_parent=joint.pose_in_parent if index == 0 else None,
                pose_in_child=joint.pose_in_child if last else None,
                axes=(axis,),
            )
        )
    return tuple(joints), tuple(links)


def in_rows(robot: Robot, axes_of: Callable[[Joint], tuple[Axis, ...]]) -> Robot:
    """Return the robot with some joints split into chains; axes that followed an axis follow its new joint.

    Args:
        axes_of: Returns the axes to split a joint into; an empty tuple if it stays.
    """
    taken = {each.name for each in robot.links} | {each.name for each in robot.joints}
    changed: dict[str, tuple[Joint, ...]] = {}
    links: list[Link] = []
    for joint in robot.joints:
        axes = axes_of(joint)
        if axes:
            joints, between = in_a_row(replace(joint, axes=axes), taken)
            changed[joint.name] = joints
            links.extend(between)
            taken |= {each.name for each in joints} | {each.name for each in between}
    if not changed:
        return robot
    return with_sensors_at_ends(_followed(with_joints(robot, changed, links), changed), changed)


def with_sensors_at_ends(robot: Robot, rows: Mapping[str, tuple[Joint, ...]]) -> Robot:
    """Return a robot whose sensors at joints that became rows are at the last joint, which holds the same link."""

    def moved(sensor: Sensor) -> Sensor:
        row = rows.get(sensor.joint or "")
        return replace(sensor, joint=row[-1].name) if row and row[-1].name != sensor.joint else sensor

    sensors = tuple(map(moved, robot.sensors))
    return robot if sensors == robot.sensors else replace(robot, sensors=sensors)


def loops_in_rows(robot: Robot, axes_of: Callable[[Joint], tuple[Axis, ...]]) -> Robot:
    """Return the robot with some loops split into rows, of which the last joint closes the loop; axes that followed an
    axis follow its new joint.

    Args:
        axes_of: Returns the axes to split a loop into; an empty tuple if it stays.
    """
    taken = {each.name for each in robot.links} | {each.name for each in robot.all_joints}
    joints, links, loops = list(robot.joints), list(robot.links), list[Joint]()
    changed: dict[str, tuple[Joint, ...]] = {}
    for loop in robot.loops:
        axes = axes_of(loop)
        row, new = in_a_row(replace(loop, axes=axes), taken) if axes else ((loop,), ())
        taken |= {each.name for each in row} | {each.name for each in new}
        changed |= {loop.name: row} if axes else {}
        joints += row[:-1]
        links += new
        loops.append(row[-1])
    if not changed:
        return robot
    made = replace(robot, links=tuple(links), joints=tuple(joints), loops=tuple(loops))
    return _followed(made, changed)


def _followed(robot: Robot, changed: Mapping[str, tuple[Joint, ...]]) -> Robot:
    """Return the robot with axes that followed a later axis of a split joint following that axis's new joint."""

    def change(axis: Axis) -> Axis:
        leader = axis.coupling
        if not isinstance(leader, LinearCoupling) or not leader.axis:
            return axis
        row = changed.get(leader.joint, ())
        if leader.axis >= len(row):
            return axis
        return replace(axis, coupling=replace(leader, joint=row[leader.axis].name, axis=0))

    return with_each_joint(robot, lambda joint: replace(joint, axes=tuple(map(change, joint.axes))))


def without_vacuum(robot: Robot) -> Robot:
    """Return the robot with vacuum joints, which only attach or release, as fixed joints."""

    def fixed(joint: Joint) -> Joint:
        return replace(joint, type=JointType.FIXED, axes=()) if joint.type is JointType.ON_OFF else joint

    return with_each_joint(robot, fixed)


def _single(axis: Axis) -> JointType:
    if axis.motion is Motion.SLIDE:
        return JointType.PRISMATIC
    limits = axis.hard
    limited = limits is not None and limits.lower is not None and limits.upper is not None
    return JointType.REVOLUTE if limited else JointType.CONTINUOUS


def ball_axes(joint: Joint) -> tuple[Axis, ...]:
    """Return three rotations about x, y and z, which reach all orientations of a ball joint.

    Each has the dynamics of the ball joint, which resists rotations about all axes alike.
    """
    directions = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    dynamics = joint.axes[0].dynamics if joint.axes and joint.type is JointType.BALL else None
    return tuple(Axis(origin=joint.origin, direction=direction, dynamics=dynamics) for direction in directions)


def without_lumping(robot: Robot) -> Robot:
    """Return a robot without the wish to keep fixed joints, for a format that has fixed joints and keeps them."""

    def change(joint: Joint) -> Joint:
        simulation = joint.simulation
        if simulation is None or not (simulation.keep_fixed or simulation.fixed_as_revolute):
            return joint
        rest = replace(simulation, keep_fixed=None, fixed_as_revolute=None)
        return replace(joint, simulation=rest if rest != JointSimulation() else None)

    return with_each_joint(robot, change)


def planar_axes(joint: Joint) -> tuple[Axis, ...]:
    """Return two translations in the plane of a joint, and a rotation about its normal."""
    from ..kinematics.forward import plane_axes  # which needs numpy

    (normal,) = joint.axes[:1] or (Axis(origin=joint.origin),)
    first, second, _ = plane_axes(joint)
    slides = (
        Axis(origin=joint.origin, motion=Motion.SLIDE, direction=(float(x), float(y), float(z)))
        for x, y, z in (first, second)
    )
    return (*slides, replace(normal, motion=Motion.TURN))


def screw_axes(joint: Joint) -> tuple[Axis, ...]:
    """Return a rotation, and a translation that follows it by the pitch."""
    (turn, *_) = joint.axes
    follows = LinearCoupling(joint=joint.name, multiplier=turn.pitch or 0.0)
    slide = Axis(origin=turn.origin, motion=Motion.SLIDE, direction=turn.direction, coupling=follows)
    return replace(turn, pitch=None), slide


def turned_round(joint: Joint) -> Joint:
    """Return a joint with parent and child exchanged: ``inverse(P M C') = C M' P'``, and the inverse of a motion is the
    same motion about opposite axes, the last one first.

    Types whose values are no motions along axes (planar, floating, ball) keep their axes.
    """
    moves = joint.type not in (JointType.FIXED, JointType.ON_OFF, *OTHER_VALUES, None)
    return replace(
        joint,
        parent=joint.child,
        child=joint.parent,
        pose_in_parent=joint.pose_in_child,
        pose_in_child=joint.pose_in_parent,
        axes=tuple(map(turned_axis, reversed(joint.axes))) if moves else joint.axes,
    )


def turned_axis(axis: Axis) -> Axis:
    """Return an axis in the opposite direction, without negative zeros."""
    x, y, z = axis.direction_or_x
    return replace(axis, direction=(0.0 - x, 0.0 - y, 0.0 - z))


def with_each_joint(robot: Robot, change: Callable[[Joint], Joint]) -> Robot:
    """Return the robot with every joint changed, also those that close loops; itself if no joint differs."""
    joints, loops = tuple(map(change, robot.joints)), tuple(map(change, robot.loops))
    is_same = joints == robot.joints and loops == robot.loops
    return robot if is_same else replace(robot, joints=joints, loops=loops)


def in_order_of_links(robot: Robot, links: Iterable[str]) -> Robot:
    """Return the robot with its joints in the order of their child links; itself if they are."""
    place = {link: index for index, link in enumerate(links)}
    joints = tuple(sorted(robot.joints, key=lambda each: place.get(each.child or "", len(place))))
    return robot if joints == robot.joints else replace(robot, joints=joints)


def with_joints(robot: Robot, changed: Mapping[str, tuple[Joint, ...]], links: Collection[Link] = ()) -> Robot:
    """Return the robot with some joints replaced, each by one or several, and with additional links."""
    joints = tuple(new for joint in robot.joints for new in changed.get(joint.name, (joint,)))
    return replace(robot, joints=joints, links=(*robot.links, *links))


def without_pitch(robot: Robot) -> Robot:
    """Return the robot with no pitch on joints that are no screws, where it has no meaning."""

    def change(joint: Joint) -> Joint:
        if joint.type is JointType.SCREW or all(each.pitch is None for each in joint.axes):
            return joint
        return replace(joint, axes=tuple(replace(each, pitch=None) for each in joint.axes))

    return with_each_joint(robot, change)


def with_one_root(robot: Robot) -> Robot:
    """Fix further root links to the first one: a robot is one tree of bodies."""
    tops = roots(robot)
    if len(tops) < 2:
        return robot
    taken = {each.name for each in robot.all_joints}
    welds = tuple(
        Joint(name=free_name(f"{top}_fixed", taken), type=JointType.FIXED, parent=tops[0], child=top)
        for top in tops[1:]
    )
    return replace(robot, joints=(*robot.joints, *welds))

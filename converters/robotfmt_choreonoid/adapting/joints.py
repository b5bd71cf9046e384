"""What a body can store of joints."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt import adapting
from robotfmt.model import (
    Axis,
    Joint,
    JointType,
    JointValue,
    Motion,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt.words.mappings import given

from ..parts.joints import TYPES
from ..parts.loops import TYPES as LOOPS
from ..words import DYNAMICS, LIMITS


def types(robot: Robot) -> Robot:
    """Make joints of other types fixed; one that turns is limited or continuous, as its limits are."""

    def change(joint: Joint) -> Joint:
        if joint.type not in TYPES:
            return replace(joint, type=JointType.FIXED, axes=())
        hard = joint.axes[0].hard if joint.axes else None
        bounds = (hard.lower, hard.upper) if hard is not None else (None, None)
        if joint.type is JointType.REVOLUTE and bounds == (None, None):
            return replace(joint, type=JointType.CONTINUOUS)
        return joint

    return _changed(robot, change)


def loops(robot: Robot) -> Robot:
    """Keep the loops that a body has joints for, with the axis of a hinge or of a piston."""

    def kept(joint: Joint) -> Joint:
        motions = {JointType.REVOLUTE: (Motion.TURN,), JointType.CYLINDRICAL: (Motion.TURN, Motion.SLIDE)}
        kind = JointType.REVOLUTE if joint.type is JointType.CONTINUOUS else joint.type
        axes = tuple(
            Axis(origin=joint.origin, motion=motion, direction=joint.axes[0].direction_or_x)
            for motion in motions.get(kind or JointType.FIXED, ())
            if joint.axes
        )
        return replace(joint, type=kind, axes=axes, dof_index=None)

    found = tuple(kept(each) for each in robot.loops if each.type in LOOPS)
    return robot if found == robot.loops else replace(robot, loops=found)


def limits(robot: Robot) -> Robot:
    """Keep bounds, speed and effort of joints that move along or about one axis."""

    def change(joint: Joint) -> Joint:
        if joint.type not in LIMITS:
            return joint if not joint.axes else replace(joint, axes=())
        axis = joint.axes[0]
        hard = given(LIMITS[joint.type].supported(axis.hard)) if axis.hard is not None else None
        return joint if hard == axis.hard else replace(joint, axes=(replace(axis, hard=hard),))

    return _changed(robot, change)


def dynamics(robot: Robot) -> Robot:
    """Keep the inertia of rotors."""

    def change(joint: Joint) -> Joint:
        dynamics = joint.axes[0].dynamics if joint.axes else None
        if dynamics is None:
            return joint
        kept = given(DYNAMICS.supported(dynamics))
        return joint if kept == dynamics else replace(joint, axes=(replace(joint.axes[0], dynamics=kept),))

    return _changed(robot, change)


def ordered(robot: Robot) -> Robot:
    """Return the robot with its joints in the order of their links, with which a body gives them."""
    return adapting.in_order_of_links(robot, (link.name for link in robot.links))


def indices(robot: Robot) -> Robot:
    """Number the joints that move in their order, if none has an index: Choreonoid controls joints by these."""
    if any(each.dof_index is not None for each in robot.joints):
        return robot
    moving = [each.name for each in robot.joints if each.type in LIMITS]
    index = {name: number for number, name in enumerate(moving)}
    return _changed(robot, lambda joint: replace(joint, dof_index=index.get(joint.name)))


def positions(robot: Robot) -> Robot:
    """Keep one start for each joint that moves, in the order of the joints."""
    known: dict[str, JointValue] = {}
    for each in robot.default_positions:
        joint = robot.joint_by_name.get(each.joint)
        if joint is not None and joint.type in LIMITS and len(each.values) == 1:
            known.setdefault(each.joint, each)
    kept = tuple(known[each.name] for each in robot.joints if each.name in known)
    return robot if kept == robot.default_positions else replace(robot, default_positions=kept)


def _changed(robot: Robot, change: Callable[[Joint], Joint]) -> Robot:
    joints = tuple(map(change, robot.joints))
    return robot if joints == robot.joints else replace(robot, joints=joints)

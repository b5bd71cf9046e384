"""Acceleration and jerk limits that no document gives, from the effort of a joint and the inertia that it moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ModelError
from ..model import Axis, Joint, Motion, Robot, unit

if TYPE_CHECKING:
    from ..kinematics.freedom import Array

SHARE = 0.25
"""The share of a joint's effort that is assumed to be free for acceleration.

The rest holds the arm, and meets the motion of the other joints. The limits that Franka states for its arm are 0.61,
0.32, 0.17 and 0.15 of effort by inertia for the joints that move most.
"""
MOST = 10.0
"""The largest acceleration that is assumed, in rad/s^2 or m/s^2, and the one without a known effort or inertia.

cuRobo and Isaac's editor assume it for every joint. A motor also turns its own rotor, through a gear whose square
counts: without a bound a wrist would get hundreds of rad/s^2.
"""
PER_SECOND = 50.0
"""The jerk for each unit of acceleration: a joint reaches its acceleration within 1/50 s, as with cuRobo's 500 and 10.

Isaac's editor writes twenty times as much.
"""
_POSES, _DIGITS = 500, 2


class Acceleration(NamedTuple):
    """An assumed acceleration, in rad/s^2 or m/s^2, and what it was computed from."""

    value: float
    reason: str


def assumed_accelerations(robot: Robot, names: Iterable[str]) -> dict[str, Acceleration]:
    """Return an acceleration for each of some joints: a share of the effort by the largest inertia of random poses.

    It is at most :data:`MOST`, which is also used where effort or inertia is unknown.

    Args:
        robot: The robot; links without a mass count as massless.
        names: Its joints with one axis; others are left out.

    Returns:
        The accelerations, rounded down to two digits.
    """
    joints = [joint for name in names if (joint := robot.joint_by_name.get(name)) is not None and len(joint.axes) == 1]
    driven = [joint for joint in joints if (joint.limits.effort or 0.0) > 0]
    known = largest_inertias(robot, driven) if driven else {}
    return {joint.name: _assumed(joint, known.get(joint.name, 0.0)) for joint in joints}


def assumed_jerk(acceleration: float) -> float:
    """Return the jerk limit of a joint with an acceleration limit, in rad/s^3 or m/s^3."""
    return float(f"{PER_SECOND * acceleration:.9g}")


def _assumed(joint: Joint, inertia: float) -> Acceleration:
    effort, axis = joint.limits.effort or 0.0, joint.axes[0]
    torque, moved = ("N m", "kg m^2") if axis.motion is Motion.TURN else ("N", "kg")
    if effort <= 0:
        return Acceleration(MOST, "no effort limit is given")
    if not 0 < inertia < math.inf:
        return Acceleration(MOST, "what it moves has no mass")
    value = SHARE * effort / inertia
    reason = f"a quarter of {effort:g} {torque} / {inertia:.3g} {moved}"
    return Acceleration(_plain(value), reason) if value < MOST else Acceleration(MOST, f"{reason}, at most {MOST:g}")


def _plain(value: float) -> float:
    """Return a positive number rounded down to two digits."""
    places = _DIGITS - 1 - math.floor(math.log10(value))
    step = 10.0**-places
    return round(math.floor(value / step * (1 + 1e-12)) * step, max(places, 0))


# Inertia


class _Body(NamedTuple):
    """What a link carries, about the origin of the root, in each pose."""

    mass: float
    moment: Array
    """Mass times position: (n, 3)."""
    inertia: Array
    """(n, 3, 3)."""

    def joined(self, other: _Body) -> _Body:
        return _Body(self.mass + other.mass, self.moment + other.moment, self.inertia + other.inertia)


def largest_inertias(robot: Robot, joints: Iterable[Joint], seed: int = 0) -> dict[str, float]:
    """Return the largest inertia about the axis of each joint of all that it carries, over random poses.

    This is the diagonal of the joint-space inertia matrix without mimic joints (Featherstone 2008, section 6.2), and
    the armature.

    Args:
        robot: The robot; links without a mass count as massless.
        joints: Joints with one axis.
        seed: The seed of the poses.

    Returns:
        Kilogram square metres, or kilograms for joints that slide; none for joints that have no pose.
    """
    from ..kinematics.forward import poses_of_links, sample

    try:
        poses = poses_of_links(robot, sample(robot, _POSES, seed))
    except (ModelError, OverflowError):  # mimic joints in a cycle; limits beyond all numbers
        return {}
    bodies = _carried(robot, poses)
    return {
        joint.name: float(_about_axis(joint, poses[joint.parent], bodies[joint.child]).max())
        for joint in joints
        if joint.parent in poses and joint.child in bodies
    }


def _carried(robot: Robot, poses: Mapping[str, Array]) -> dict[str, _Body]:
    """Return each link together with all links below it."""
    from ..kinematics.tree import downward

    bodies = {link.name: _body(robot, link.name, poses[link.name]) for link in robot.links if link.name in poses}
    for joint in reversed(list(downward(robot))):
        parent, child = joint.parent or "", joint.child or ""
        if parent in bodies and child in bodies:
            bodies[parent] = bodies[parent].joined(bodies[child])
    return bodies


def _body(robot: Robot, name: str, pose: Array) -> _Body:
    import numpy as np

    inertial = robot.link_by_name[name].inertial
    mass = (inertial.mass if inertial is not None else None) or 0.0
    tensor = np.array((inertial.link_inertia if inertial is not None else None) or np.zeros((3, 3)))
    center = inertial.pose.xyz if inertial is not None and inertial.pose is not None else (0.0, 0.0, 0.0)
    turn = pose[:, :3, :3]
    at = turn @ np.array(center) + pose[:, :3, 3]
    square = np.einsum("ni,ni->n", at, at)[:, None, None] * np.eye(3) - at[:, :, None] * at[:, None, :]
    return _Body(mass, mass * at, turn @ tensor @ turn.transpose(0, 2, 1) + mass * square)


def _about_axis(joint: Joint, parent: Array, body: _Body) -> Array:
    """Return the inertia of a body about the axis of a joint: (n,)."""
    import numpy as np

    from ..kinematics.forward import matrix

    axis = joint.axes[0]
    armature = _armature(axis)
    if axis.motion is Motion.SLIDE:
        return np.array([body.mass + armature])
    frame = parent @ matrix(joint.pose_in_parent)
    direction = frame[:, :3, :3] @ np.array(unit(axis.direction_or_x))
    lever = np.cross(direction, frame[:, :3, 3])
    about_origin = np.einsum("ni,nij,nj->n", direction, body.inertia, direction)
    crossed = np.einsum("ni,ni->n", np.cross(direction, body.moment), lever)
    found: Array = about_origin - 2 * crossed + body.mass * np.einsum("ni,ni->n", lever, lever) + armature
    return found


def _armature(axis: Axis) -> float:
    return (axis.dynamics.armature if axis.dynamics is not None else None) or 0.0

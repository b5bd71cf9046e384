"""Acceleration and jerk limits that no document gives, from the effort of a joint and the inertia that it moves."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ..kinematics.loads import largest_loads
from ..model import Joint, Motion, Robot

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
_LEAST = 1e-6
"""The smallest acceleration that moves anything: a smaller one comes of an effort that is no limit."""
_DIGITS = 2


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
    known = largest_loads(robot, driven) if driven else {}
    return {joint.name: _assumed(joint, known[joint.name].inertia if joint.name in known else 0.0) for joint in joints}


def assumed_jerk(acceleration: float) -> float:
    """Return the jerk limit of a joint with an acceleration limit, in rad/s^3 or m/s^3."""
    jerk = PER_SECOND * acceleration
    # An acceleration that is no limit, such as 1e308 or 0, gets the jerk of the largest one that is assumed.
    return float(f"{jerk:.9g}") if 0 < jerk < math.inf else PER_SECOND * MOST


def _assumed(joint: Joint, inertia: float) -> Acceleration:
    effort, axis = joint.limits.effort or 0.0, joint.axes[0]
    torque, moved = ("N m", "kg m^2") if axis.motion is Motion.TURN else ("N", "kg")
    if effort <= 0:
        return Acceleration(MOST, "no effort limit is given")
    if not 0 < inertia < math.inf:
        return Acceleration(MOST, "what it moves has no mass")
    value = SHARE * effort / inertia
    reason = f"a quarter of {effort:g} {torque} / {inertia:.3g} {moved}"
    if value < _LEAST:
        return Acceleration(MOST, f"{reason} would not move it")
    return Acceleration(_plain(value), reason) if value < MOST else Acceleration(MOST, f"{reason}, at most {MOST:g}")


def _plain(value: float) -> float:
    """Return a positive number rounded down to two digits."""
    places = _DIGITS - 1 - math.floor(math.log10(value))
    step = 10.0**-places
    return round(math.floor(value / step * (1 + 1e-12)) * step, max(places, 0))

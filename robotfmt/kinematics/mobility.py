"""Whether a robot looks as if nothing held it: it has legs, wheels or rotors, or no part that moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from ..model import Joint, JointType, Pose, Robot
from .tree import downward, poses_at_zero, roots

_SHARE = 0.25
"""The depth of the feet below the root, relative to the height of the robot, from which on they carry it."""
_EVEN = 0.2
"""The differences in height of feet and of wheels that may be one floor, relative to the height of the robot."""
_ENDLESS = 4 * math.pi
"""The range in radians from which on a revolute joint turns without an end."""
_UPRIGHT, _LEVEL = 0.9, 0.3
"""The vertical part of an axis, from which on a rotor turns about it, and up to which a wheel does."""
_ROTORS = 3
_BELOW_ROOT = 2
"""The number of joints between the root and a wheel: one may steer."""


def mobile_by(robot: Robot) -> str | None:
    """Return what a robot moves on (``legs``, ``wheels``, ``rotors``), or ``no joints``; None for one that is held.

    It is judged by its joints where each has the value 0: feet of several limbs are the lowest, far below the root;
    wheels and rotors turn without an end, carry nothing that moves, and are on the root.
    """
    tops = roots(robot)
    if len(tops) != 1:
        return None
    above = _moving_above(robot, tops[0])
    if not any(above.values()):
        return "no joints"
    poses = poses_at_zero(robot)
    if _rotors(above, poses) >= _ROTORS:
        return "rotors"
    if _wheels(above, poses) >= 2:
        return "wheels"
    return "legs" if _feet(above, poses, tops[0]) else None


def feet_of(robot: Robot) -> tuple[str, ...]:
    """Return the lowest link of each leg of a robot that moves on legs; none of another one."""
    if mobile_by(robot) != "legs":
        return ()
    root = roots(robot)[0]
    return _feet(_moving_above(robot, root), poses_at_zero(robot), root)


def _moving_above(robot: Robot, root: str) -> dict[str, tuple[Joint, ...]]:
    """Return, for each link, the joints that move it, from the root on."""
    found: dict[str, tuple[Joint, ...]] = {root: ()}
    for joint in downward(robot):
        if joint.parent in found and joint.child is not None:
            moves = () if joint.type in (JointType.FIXED, None) else (joint,)
            found[joint.child] = (*found[joint.parent], *moves)
    return found


def _ends(above: Mapping[str, tuple[Joint, ...]]) -> Iterator[tuple[str, tuple[Joint, ...]]]:
    """Yield the links that the last joints move, and those fixed to them, with all their joints."""
    inner = {joint.name for joints in above.values() for joint in joints[:-1]}
    for link, joints in above.items():
        if joints and joints[-1].name not in inner:
            yield link, joints


def _feet(above: Mapping[str, tuple[Joint, ...]], poses: Mapping[str, Pose], root: str) -> tuple[str, ...]:
    """Return the lowest link of each limb that reaches the floor; none if only one does."""
    heights = {link: poses[link].xyz[2] for link in above if link in poses}
    low, high = min(heights.values()), max(heights.values())
    if heights[root] - low < _SHARE * (high - low) or high == low:
        return ()
    floor, lowest = low + _EVEN * (high - low), dict[str, str]()
    for link, joints in _ends(above):
        limb = joints[0].name
        if len(joints) > 1 and heights.get(link, high) <= heights.get(lowest.get(limb, ""), floor):
            lowest[limb] = link
    return tuple(lowest.values()) if len(lowest) > 1 else ()


def _wheels(above: Mapping[str, tuple[Joint, ...]], poses: Mapping[str, Pose]) -> int:
    """Return the number of wheels: of the endless joints with a level axis, those that are the lowest parts."""
    heights = [poses[link].xyz[2] for link in above if link in poses]
    floor = min(heights) + _EVEN * (max(heights) - min(heights))
    turning = _turning(above, poses, _BELOW_ROOT)
    return sum(abs(rise) < _LEVEL and height <= floor for height, rise in turning)


def _rotors(above: Mapping[str, tuple[Joint, ...]], poses: Mapping[str, Pose]) -> int:
    return sum(abs(rise) > _UPRIGHT for _, rise in _turning(above, poses, 1))


def _turning(
    above: Mapping[str, tuple[Joint, ...]], poses: Mapping[str, Pose], most: int
) -> Iterator[tuple[float, float]]:
    """Yield the height and the vertical part of the axis of each last joint that turns without an end, on up to this
    many joints.
    """
    for link, joints in _ends(above):
        joint = joints[-1]
        if joint.child == link and link in poses and len(joints) <= most and _is_endless(joint):
            yield poses[link].xyz[2], _rise(joint, poses[link])


def _is_endless(joint: Joint) -> bool:
    hard = joint.axis.hard if joint.axis is not None else None
    lower, upper = (hard.lower, hard.upper) if hard is not None else (None, None)
    wide = lower is not None and upper is not None and upper - lower > _ENDLESS
    return joint.type is JointType.CONTINUOUS or (joint.type is JointType.REVOLUTE and wide)


def _rise(joint: Joint, pose: Pose) -> float:
    """Return the vertical part of the direction of an axis."""
    axis = joint.axis
    if axis is None:
        return 0.0
    x, y, z = axis.direction_or_x
    row = pose.matrix[2]
    return (row[0] * x + row[1] * y + row[2] * z) / (math.hypot(x, y, z) or 1.0)

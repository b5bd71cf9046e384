"""Checks of places: rotations in degrees, and joints in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from .. import codes
from ..diagnostics import Report
from ..model import Geometry, Inertial, Joint, Link, Pose, Robot, Rpy

_FULL_TURN = 2 * math.pi + 1e-3
"""An angle beyond a full turn is of no use in radians; texts often give three digits."""
_LARGEST = 720.0
"""Two full turns in degrees: larger angles have another cause."""
_FAR, _TIMES = 10.0, 20.0
"""The offset of a joint in metres, and relative to the next largest one, above which it is a mistake."""


def check_places(robot: Robot, report: Report) -> None:
    """Find rotations that are probably in degrees, and a joint that is far away from all others."""
    for owner, node, pose in _placed(robot):
        for angle in _degrees(pose):
            message = f"{owner} is turned by {angle:g} rad, which is probably in degrees"
            report.add(codes.ROTATION_IN_DEGREES, message, node.origin)
    _far(robot, report)


def _placed(robot: Robot) -> Iterator[tuple[str, Joint | Geometry | Inertial | Link, Pose | None]]:
    for joint in robot.joints:
        yield f"joint '{joint.name}'", joint, joint.pose_in_parent
    for link in robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for each in shapes:
                yield f"a {kind} shape of link '{link.name}'", each, each.pose


def _degrees(pose: Pose | None) -> Iterator[float]:
    rotation = pose.rotation if pose is not None else None
    if isinstance(rotation, Rpy):
        yield from degrees_in((rotation.roll, rotation.pitch, rotation.yaw))


def degrees_in(angles: Sequence[float]) -> Iterator[float]:
    """Yield the largest of some angles in radians, if they were probably given in degrees: whole numbers, of which one
    is beyond a full turn.
    """
    largest = max(angles, key=abs, default=0.0)
    if _FULL_TURN < abs(largest) <= _LARGEST and all(each == round(each) for each in angles):
        yield largest


def _far(robot: Robot, report: Report) -> None:
    offsets = sorted(((_length(joint), joint) for joint in robot.joints), key=lambda it: it[0])
    if len(offsets) < 2:
        return
    (next_most, _), (most, joint) = offsets[-2:]
    if most > max(_FAR, _TIMES * next_most) and next_most:
        message = f"joint '{joint.name}' is {most:.4g} m away from its parent link; no other joint is farther than"
        report.add(codes.JOINT_FAR, f"{message} {next_most:.3g} m", joint.origin)


def _length(joint: Joint) -> float:
    return math.hypot(*joint.pose_in_parent.xyz) if joint.pose_in_parent is not None else 0.0

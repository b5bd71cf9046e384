"""The poses of a robot to check: quasi-random ones in the ranges of its joints, the ends of the ranges, the default
pose.
"""

from __future__ import annotations

import math

import numpy as np

from ..kinematics.forward import axis_range
from ..kinematics.freedom import Array, degrees_of_freedom
from ..kinematics.joint_values import default_pose
from ..mesh.triangles import Floats
from ..model import Joint, JointType, Robot

_FAR = 1.0
"""The range of a floating or planar joint in each direction, in metres."""
_QUATERNIONS = (JointType.FLOATING, JointType.BALL)


class Box:
    """The ranges of all independent joints, mapped to a unit cube.

    Rotations in space use three dimensions and are uniform in them (Shoemake 1992).
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self.joints = [joint for joint in robot.joints if _is_free(joint)]
        self.columns: dict[str, slice] = {}
        self._ranges = {joint.name: _ranges(joint) for joint in self.joints}
        width = 0
        for joint in self.joints:
            self.columns[joint.name] = slice(width, width + _edges(joint))
            width += _edges(joint)
        self.width = width
        """The number of dimensions."""

    def values(self, points: Floats) -> dict[str, Array]:
        """Return the values of the joints at points of the cube, (n, width)."""
        return {
            joint.name: _value(joint, points[:, self.columns[joint.name]], self._ranges[joint.name])
            for joint in self.joints
        }

    def default(self) -> dict[str, Array]:
        """Return the default pose, as one row of values; joints without a default are in the middle of their range."""
        values = self.values(np.full((1, self.width), 0.5))
        given = default_pose(self._robot)
        return {name: np.array([[given[name]]]) if name in given else row for name, row in values.items()}


def samples(box: Box, count: int, seed: int) -> Floats:
    """Return points of the cube: a Sobol sequence with a random shift (Cranley and Patterson 1976), which preserves
    its uniformity.

    It is also uniform in every few dimensions of the cube, so each pair of links is checked in that many different
    poses of the joints between the two.
    """
    from scipy.stats.qmc import Sobol  # type: ignore[import-untyped]

    if not box.width:
        return np.zeros((count, 0))
    points: Floats = Sobol(box.width, scramble=False).random_base2(math.ceil(math.log2(max(count, 1))))
    return (points[:count] + np.random.default_rng(seed).random(box.width)) % 1.0


def corners(box: Box, count: int, seed: int) -> Floats:
    """Return random corners of the cube: every joint at an end of its range."""
    found: Floats = np.random.default_rng([seed, 1]).integers(0, 2, (count, box.width)).astype(np.float64)
    return found


def _is_free(joint: Joint) -> bool:
    axes = joint.axes[: degrees_of_freedom(joint)]
    return degrees_of_freedom(joint) > 0 and not any(axis.coupling is not None for axis in axes)


def _edges(joint: Joint) -> int:
    return degrees_of_freedom(joint) - (joint.type in _QUATERNIONS)


def _ranges(joint: Joint) -> Floats:
    """Return (axes, 2): the range of each axis."""
    if joint.type is JointType.PLANAR:
        return np.array([[-_FAR, _FAR], [-_FAR, _FAR], [-np.pi, np.pi]])
    return np.array([axis_range(joint, axis) for axis in joint.axes])


def _value(joint: Joint, points: Floats, ranges: Floats) -> Array:
    match joint.type:
        case JointType.BALL:
            return _quaternions(points)
        case JointType.FLOATING:
            return np.concatenate([_FAR * (2 * points[:, :3] - 1), _quaternions(points[:, 3:])], axis=1)
    values: Array = ranges[:, 0] + points * (ranges[:, 1] - ranges[:, 0])
    return values


def _quaternions(points: Floats) -> Array:
    """Return rotations, w first, from three numbers each."""
    u, v, w = points.T
    v, w = 2 * np.pi * v, 2 * np.pi * w
    one, other = np.sqrt(1 - u), np.sqrt(u)
    return np.stack([one * np.sin(v), one * np.cos(v), other * np.sin(w), other * np.cos(w)], axis=1)

"""Rotations as matrices: what programs give as quaternions, or as angles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .difference import Array


def of_quaternion(wxyz: Sequence[float]) -> Array:
    """Return the rotation of a quaternion, which need not have length 1."""
    w, x, y, z = np.array(wxyz, float) / np.linalg.norm(np.array(wxyz, float))
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def of_angles(rpy: Sequence[float] | Array) -> Array:
    """Return the rotation about the fixed axes x, y and z, in this order, in radians."""
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return np.array(about_z @ about_y @ about_x)


def posed(position: Sequence[float], turn: Array) -> Array:
    """Return the pose (4, 4) of a position and a rotation."""
    made = np.eye(4)
    made[:3, :3], made[:3, 3] = turn, position
    return made

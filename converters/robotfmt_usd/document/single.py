"""Numbers of single precision: what UsdPhysics has as ``float``."""

from __future__ import annotations

import numpy as np

from robotfmt.model import Matrix3, Vector3, rotation_matrix
from robotfmt.model.pose import Quaternion, quaternion_of

_TURNS = 8


def single(value: float) -> float:
    """Return a number with the digits that single precision has."""
    return float(str(np.float32(value)))


def single_vector(value: Vector3) -> Vector3:
    """Return three numbers with the digits that single precision has."""
    return single(value[0]), single(value[1]), single(value[2])


def seven_digits(value: Vector3) -> Vector3:
    """Return three numbers with the seven digits that single precision has for all of them."""
    return float(f"{value[0]:.7g}"), float(f"{value[1]:.7g}"), float(f"{value[2]:.7g}")


def single_quaternion(matrix: Matrix3) -> Quaternion:
    """Return a rotation as a quaternion of single precision: one whose rotation is rounded to itself."""
    found = _rounded(matrix)
    for _ in range(_TURNS):
        again = _rounded(rotation_matrix(found))
        if again == found:
            break
        found = again
    return found


def _rounded(matrix: Matrix3) -> Quaternion:
    q = quaternion_of(matrix)
    return Quaternion(single(q.w), single(q.x), single(q.y), single(q.z))

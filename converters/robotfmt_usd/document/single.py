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


def single_quaternion(matrix: Matrix3) -> Quaternion:
    """Return a rotation as a quaternion of single precision: one whose rotation is rounded to itself."""
    before = None
    for _ in range(_TURNS):
        q = quaternion_of(matrix)
        found = Quaternion(single(q.w), single(q.x), single(q.y), single(q.z))
        if found == before:
            break
        before, matrix = found, rotation_matrix(found)
    return found

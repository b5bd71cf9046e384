"""Numbers of single precision: what UsdPhysics has as ``float``."""

from __future__ import annotations

import math
from collections.abc import Callable

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
    return _settled(matrix, single)


def written_quaternion(matrix: Matrix3) -> Quaternion:
    """Return a rotation as a quaternion of length 1 that is nearly always written the same when it is read again.

    OpenUSD makes an angle and a matrix of it, with a rounding each time, so the last digits follow from the first
    twelve.
    """
    q = _settled(matrix, _twelve_digits)
    length = math.hypot(q.w, q.x, q.y, q.z)
    return Quaternion(q.w / length, q.x / length, q.y / length, q.z / length)


def _twelve_digits(value: float) -> float:
    return round(value, 12)


def _settled(matrix: Matrix3, rounded: Callable[[float], float]) -> Quaternion:
    """Return a rotation as a quaternion whose rotation is rounded to itself."""
    found = _rounded(matrix, rounded)
    for _ in range(_TURNS):
        again = _rounded(rotation_matrix(found), rounded)
        if again == found:
            break
        found = again
    return found


def _rounded(matrix: Matrix3, rounded: Callable[[float], float]) -> Quaternion:
    q = quaternion_of(matrix)
    return Quaternion(rounded(q.w), rounded(q.x), rounded(q.y), rounded(q.z))

"""Vectors and matrices of size three, as plain tuples: basic geometry that needs no numpy."""

from __future__ import annotations

import math
from typing import TypeAlias

Vector3: TypeAlias = tuple[float, float, float]
Matrix3: TypeAlias = tuple[Vector3, Vector3, Vector3]

# Outside these bounds the square of a length underflows or overflows a double (1e-308 to 1e308).
_SMALLEST, _LARGEST = 1e-280, 1e280
_DIGITS = 15
"""The decimal digits that a number has for certain."""
IDENTITY3: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def dot(a: Vector3, b: Vector3) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector3, b: Vector3) -> Vector3:
    """Return the vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def add(a: Vector3, b: Vector3) -> Vector3:
    """Return the sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def unit(a: Vector3) -> Vector3:
    """Return the vector of length 1 in the same direction; a zero vector is unchanged."""
    square = dot(a, a)
    if not _SMALLEST < square < _LARGEST:  # its square is not exact, or infinite
        most = max(map(abs, a))
        if most == 0:
            return a
        a = (a[0] / most, a[1] / most, a[2] / most)
        square = dot(a, a)
    length = math.sqrt(square)
    return (a[0] / length, a[1] / length, a[2] / length)


def rotate(matrix: Matrix3, vector: Vector3) -> Vector3:
    """Return a vector rotated by a matrix."""
    return (dot(matrix[0], vector), dot(matrix[1], vector), dot(matrix[2], vector))


def multiply(a: Matrix3, b: Matrix3) -> Matrix3:
    """Return the product of two matrices."""
    x, y, z = transpose(b)
    first, second, third = a
    return (
        (dot(first, x), dot(first, y), dot(first, z)),
        (dot(second, x), dot(second, y), dot(second, z)),
        (dot(third, x), dot(third, y), dot(third, z)),
    )


def transpose(a: Matrix3) -> Matrix3:
    """Return the transpose of a matrix."""
    return (
        (a[0][0], a[1][0], a[2][0]),
        (a[0][1], a[1][1], a[2][1]),
        (a[0][2], a[1][2], a[2][2]),
    )


def rounded(value: float) -> float:
    """Return a computed number with the 15 digits that it has for certain: 0.1 instead of 0.09999999999999998."""
    return float(f"{value:.15g}")


def settled(value: float, size: float) -> float:
    """Return a computed number without the rounding of its computation: 0.1 instead of 0.09999999999999998.

    Args:
        value: The number.
        size: The largest number that it was computed from.
    """
    return round(value, _DIGITS - math.ceil(math.log10(size))) + 0.0 if 1e-9 < size < 1e9 else value


def total(*terms: float) -> float:
    """Return a sum without the rounding of its computation: 0.2 for 0.3 and -0.1."""
    found = sum(terms)
    return found if found in terms else settled(found, max(map(abs, terms)))

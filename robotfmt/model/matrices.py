"""Scale, shear and mirror in COLLADA's transforms, and the decomposition of matrices."""

from __future__ import annotations

import math

from . import IDENTITY3, Matrix3, Vector3, add, cross, dot, multiply, rotate, transpose, unit

# Matrices in documents often have six digits: the product with their transpose is this near to the identity.
_RIGID = 1e-5
# Newton's iteration doubles the number of correct digits in each step; far from a rotation it first halves the error.
_TURNS = 60
_FLAT = 1e-12


def is_rotation(matrix: Matrix3) -> bool:
    """Return True if a matrix is a rotation, within the precision of documents."""
    return _is_orthogonal(matrix) and determinant(matrix) > 0


def determinant(matrix: Matrix3) -> float:
    """Return the factor by which a matrix changes volumes; negative if it mirrors."""
    return dot(cross(matrix[0], matrix[1]), matrix[2])


def diagonal(scale: Vector3) -> Matrix3:
    """Return the matrix that scales along the axes."""
    return ((scale[0], 0.0, 0.0), (0.0, scale[1], 0.0), (0.0, 0.0, scale[2]))


def scale_of(matrix: Matrix3) -> Vector3 | None:
    """Return the scale along the axes of a matrix; None if it is not a pure scale."""
    if any(matrix[i][j] != 0 for i in range(3) for j in range(3) if i != j):
        return None
    return matrix[0][0], matrix[1][1], matrix[2][2]


def split(matrix: Matrix3) -> tuple[Matrix3, Matrix3]:
    """Return a rotation and a stretch before it, whose product is the matrix.

    The stretch is a scale along the axes if possible, else a symmetric matrix (polar decomposition). If the matrix
    mirrors, the stretch does: along the axis that leaves the smallest rotation. A singular matrix is all stretch.
    """
    columns = transpose(matrix)
    lengths = [math.sqrt(dot(each, each)) for each in columns]
    if min(lengths) == 0 or abs(determinant(matrix)) < _FLAT * lengths[0] * lengths[1] * lengths[2]:
        return IDENTITY3, matrix
    sides = transpose((unit(columns[0]), unit(columns[1]), unit(columns[2])))
    if _is_orthogonal(sides):
        turn, signs = _unmirrored(sides)
        return turn, diagonal((lengths[0] * signs[0], lengths[1] * signs[1], lengths[2] * signs[2]))
    turn, _ = _unmirrored(_nearest_orthogonal(matrix))
    return turn, multiply(transpose(turn), matrix)


def _is_orthogonal(matrix: Matrix3) -> bool:
    product = multiply(matrix, transpose(matrix))
    return all(abs(product[i][j] - IDENTITY3[i][j]) < _RIGID for i in range(3) for j in range(3))


def _unmirrored(matrix: Matrix3) -> tuple[Matrix3, Vector3]:
    """Return a rotation and the signs of a mirror before it, for an orthogonal matrix."""
    if determinant(matrix) > 0:
        return matrix, (1.0, 1.0, 1.0)
    # Mirroring the axis with the smallest diagonal entry leaves the largest trace: the smallest rotation.
    axis = min(range(3), key=lambda i: matrix[i][i])
    signs = (-1.0 if axis == 0 else 1.0, -1.0 if axis == 1 else 1.0, -1.0 if axis == 2 else 1.0)
    return multiply(matrix, diagonal(signs)), signs


def _nearest_orthogonal(matrix: Matrix3) -> Matrix3:
    """Return the nearest orthogonal matrix by Newton's iteration: repeated means of a matrix and its inverse
    transpose.
    """
    for _ in range(_TURNS):
        inverse = _inverse_transpose(matrix)
        mean = tuple(
            tuple((a + b) / 2 for a, b in zip(row, other, strict=True))
            for row, other in zip(matrix, inverse, strict=True)
        )
        change = max(
            abs(a - b) for row, other in zip(mean, matrix, strict=True) for a, b in zip(row, other, strict=True)
        )
        matrix = mean  # type: ignore[assignment]
        if change < 1e-16:
            break
    return matrix


def _inverse_transpose(matrix: Matrix3) -> Matrix3:
    whole = determinant(matrix)
    first, second, third = matrix
    x, y, z = cross(second, third), cross(third, first), cross(first, second)
    return (_divided(x, whole), _divided(y, whole), _divided(z, whole))


def _divided(vector: Vector3, by: float) -> Vector3:
    return (vector[0] / by, vector[1] / by, vector[2] / by)


def looking(eye: Vector3, interest: Vector3, up: Vector3) -> Matrix3:
    """Return COLLADA's ``lookat``: the rotation of an object that looks from an eye to a point of interest along its
    -z.
    """
    back = unit((eye[0] - interest[0], eye[1] - interest[1], eye[2] - interest[2]))
    right = unit(cross(up, back))
    return transpose((right, cross(back, right), back))


def skewed(angle: float, around: Vector3, along: Vector3) -> Matrix3 | None:
    """Return COLLADA's ``skew``, as in RenderMan: points move along one direction, so that another one is rotated.

    Args:
        angle: The angle in radians by which the direction ``around`` is rotated towards ``along``.
        around: The direction that is rotated by this angle.
        along: The direction in which points move.

    Returns:
        None if there is no such matrix: the directions are parallel, or the angle is not smaller than the one between
            them.
    """
    axis, direction = unit(around), unit(along)
    low = dot(axis, direction)
    rest = add(axis, (-low * direction[0], -low * direction[1], -low * direction[2]))
    high = math.sqrt(dot(rest, rest))
    across = high * math.cos(angle) - low * math.sin(angle)
    if high == 0 or across <= _FLAT:
        return None
    factor = (high * math.sin(angle) + low * math.cos(angle)) / across - low / high
    aside = unit(rest)
    x, y, z = (
        add(
            IDENTITY3[i],
            (factor * direction[i] * aside[0], factor * direction[i] * aside[1], factor * direction[i] * aside[2]),
        )
        for i in range(3)
    )
    return (x, y, z)


def applied(matrix: Matrix3 | None, vector: Vector3) -> Vector3:
    """Return a transformed vector; a matrix of None is the identity."""
    return vector if matrix is None else rotate(matrix, vector)

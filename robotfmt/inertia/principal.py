"""The principal moments of an inertia tensor; exact for a tensor along the axes of its frame."""

from __future__ import annotations

from ..model import Inertia, Matrix3, Vector3, multiply, transpose
from ..model.matrices import diagonal
from ..model.vectors import IDENTITY3


def is_diagonal(rows: Matrix3) -> bool:
    """Return True if a tensor is along the axes of its frame."""
    return not (rows[0][1] or rows[0][2] or rows[1][2])


def principal(rows: Matrix3) -> tuple[Vector3, Matrix3]:
    """Return the principal moments of a tensor, the least one first, and their axes as columns."""
    if is_diagonal(rows):
        order = sorted(range(3), key=lambda i: rows[i][i])
        a, b, c = (rows[i][i] for i in order)
        x, y, z = (IDENTITY3[i] for i in order)
        return (a, b, c), transpose((x, y, z))
    import numpy as np

    moments, axes = np.linalg.eigh(np.array(rows))
    x, y, z = ((float(row[0]), float(row[1]), float(row[2])) for row in axes)
    return (float(moments[0]), float(moments[1]), float(moments[2])), (x, y, z)


def of_moments(moments: Vector3, axes: Matrix3) -> Inertia:
    """Return the tensor with principal moments along the columns of a matrix."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = multiply(multiply(axes, diagonal(moments)), transpose(axes))
    return Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)

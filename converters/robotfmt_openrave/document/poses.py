"""Poses, made tag by tag: each translation is added, and each rotation is applied after those of earlier tags.

Rotations do not turn the translations of other tags: ``t += v``, ``R = Rnew R``.
"""

from __future__ import annotations

import math

from robotfmt.documents.tokens import degrees
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import AxisAngle, AxisAngles, Matrix3, Pose, Quaternion, Rotation, RotationMatrix, rotation_matrix
from robotfmt.model.pose import compose, quaternion_of, scaled_to_unit
from robotfmt.model.vectors import IDENTITY3, Vector3, add, multiply, transpose

from ..codes import NO_ROTATION, NOT_ORTHOGONAL
from .numbers import row

TRANSLATION, ROTATIONS = "Translation", {"RotationAxis": 4, "RotationMat": 9, "quat": 4}
TAGS = (TRANSLATION, *ROTATIONS)
_EXACT = 1e-9
_NONE = 1e-12


def read_pose(element: Element, before: Pose | None = None) -> Pose | None:
    """Take the tags of a pose in an element; None for the identity.

    Args:
        element: The element.
        before: The pose that the tags add to.
    """
    position: Vector3 = before.xyz if before is not None else (0.0, 0.0, 0.0)
    turn = Pose(None, before.rotation) if before is not None else Pose()
    for child in element.children:
        if child.tag == TRANSLATION:
            found = row(child, 3)
            position = add(position, (found[0], found[1], found[2])) if found is not None else position
        elif child.tag in ROTATIONS:
            rotation = _read_rotation(child)
            turn = compose(Pose(None, rotation), turn) if rotation is not None else turn
    pose = Pose(position if any(position) else None, turn.rotation)
    return pose if pose != Pose() else None


def _read_rotation(element: Element) -> Rotation | None:
    """Return the rotation of an element; None if it is invalid, or turns nothing."""
    numbers = row(element, ROTATIONS[element.tag])
    if numbers is None:
        return None
    if len(numbers) == 9:
        return _of_matrix(element, numbers)
    if element.tag == "quat":
        w, x, y, z = numbers
        if not any(numbers):
            element.report(NO_ROTATION, "a quaternion of zeros is no rotation; it is ignored")
            return None
        return Quaternion(w, x, y, z)
    x, y, z, angle = numbers
    if not any((x, y, z)):
        element.report(NO_ROTATION, "a rotation about an axis of zeros is no rotation; it is ignored")
        return None
    return AxisAngles((AxisAngle((x, y, z), math.radians(angle)),)) if angle else None


def _of_matrix(element: Element, numbers: tuple[float, ...]) -> Rotation | None:
    """Return the rotation of a matrix; of one with few digits the quaternion that OpenRAVE makes of it."""
    a, b, c, d, e, f, g, h, i = numbers
    rows: Matrix3 = ((a, b, c), (d, e, f), (g, h, i))
    error = _off_identity(multiply(rows, transpose(rows)))
    if error <= _NONE:
        return RotationMatrix(rows) if rows != IDENTITY3 else None
    quaternion = _quaternion(rows)
    if quaternion is None:
        element.report(NO_ROTATION, "a matrix of zeros is no rotation; it is ignored")
        return None
    if error > _EXACT:
        message = f"the matrix is {error:.1e} from a rotation; the nearest quaternion is used, as in OpenRAVE"
        element.report(NOT_ORTHOGONAL, message)
    return quaternion


def _quaternion(rows: Matrix3) -> Quaternion | None:
    """Return the quaternion that OpenRAVE makes of a matrix: by the trace, or else by the largest diagonal entry."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    if a + e + i >= 0:
        parts = (1 + a + e + i, h - f, c - g, d - b)
    elif e > a and i <= e:
        parts = (c - g, b + d, 1 + e - a - i, f + h)
    elif i > max(a, e):
        parts = (d - b, c + g, f + h, 1 + i - a - e)
    else:
        parts = (h - f, 1 + a - e - i, b + d, c + g)
    return Quaternion(*parts) if any(parts) else None


def cleaned(pose: Pose) -> Pose | None:
    """Return a computed pose without the traces of rounding; None for the identity."""
    x, y, z = (0.0 if abs(each) < _NONE else each for each in pose.xyz)
    rotation = pose.rotation if _off_identity(pose.matrix) > _NONE else None
    made = Pose((x, y, z) if any((x, y, z)) else None, rotation)
    return made if made != Pose() else None


def _off_identity(matrix: Matrix3) -> float:
    """Return the largest difference between an entry of a matrix and that of the identity."""
    pairs = zip(matrix, IDENTITY3, strict=True)
    return max(abs(x - y) for row, unit in pairs for x, y in zip(row, unit, strict=True))


def write_pose(pose: Pose | None) -> list[Node]:
    """Return the elements of a pose; none for the identity."""
    if pose is None:
        return []
    found = [make("Translation", text=pose.xyz)] if any(pose.xyz) else []
    return [*found, *_turn(pose.rotation)]


def _turn(rotation: Rotation | None) -> list[Node]:
    """Return a rotation: in degrees about an axis if it is given about one, else as a quaternion."""
    match rotation:
        case AxisAngles((turn,)):
            return [make("RotationAxis", text=(*turn.axis, degrees(turn.angle)))] if turn.angle else []
        case Quaternion() as given:
            q = scaled_to_unit(given)
            return [make("quat", text=(q.w, q.x, q.y, q.z))]
    matrix = rotation_matrix(rotation)
    if matrix == IDENTITY3:
        return []
    q = quaternion_of(matrix)
    return [make("quat", text=(q.w, q.x, q.y, q.z))]

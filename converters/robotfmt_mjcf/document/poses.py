"""Poses, with MJCF's five forms of a rotation."""

from __future__ import annotations

import math

from robotfmt.model import AxisAngle, AxisAngles, Pose, Quaternion, Rotation, RotationMatrix, Rpy, Vector3
from robotfmt.model.pose import axis_angle_matrix
from robotfmt.model.vectors import IDENTITY3, Matrix3, add, cross, dot, multiply, transpose, unit

from ..codes import ORIENTATION
from .views import ClassedElement

_AXES: dict[str, Vector3] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def read_pose(view: ClassedElement) -> Pose | None:
    """Take the pose of an element in its parent; None if it has none."""
    position = view.vector("pos") if view.has("pos") else None
    rotation = read_rotation(view)
    return Pose(position, rotation) if position is not None or rotation is not None else None


def read_rotation(view: ClassedElement) -> Rotation | None:
    """Take the rotation of an element, in any of its forms; None if it has none."""
    given = view.orientations
    if not given:
        return None
    if len(given) > 1:
        message = f"<{view.tag}> gives its orientation by {' and by '.join(given)}; using {given[0]}"
        view.element.report(ORIENTATION, message)
    values = view.numbers(given[0], *_COUNTS[given[0]])
    if values is None:
        return None
    made = _made(given[0], values, view)
    if made is None:
        view.element.report(ORIENTATION, f"{given[0]} of <{view.tag}> has no direction", given[0])
    return made


_COUNTS = {"quat": (4, 4), "axisangle": (4, 4), "euler": (3, 3), "xyaxes": (6, 6), "zaxis": (3, 3)}


def _made(how: str, v: tuple[float, ...], view: ClassedElement) -> Rotation | None:
    degrees = view.model.settings.degrees
    match how:
        case "quat":
            return Quaternion(*v) if any(v) else None
        case "axisangle":
            angle = math.radians(v[3]) if degrees else v[3]
            return AxisAngles((AxisAngle((v[0], v[1], v[2]), angle),)) if any(v[:3]) else None
        case "euler":
            angles = tuple(math.radians(each) for each in v) if degrees else v
            return of_euler((angles[0], angles[1], angles[2]), view.model.settings.eulerseq)
        case "xyaxes":
            return _of_axes((v[0], v[1], v[2]), (v[3], v[4], v[5]))
    return of_direction((v[0], v[1], v[2]))


def of_euler(angles: Vector3, sequence: str) -> Rotation:
    """Return a sequence of rotations about axes: axes of the body for lower-case letters, fixed axes for capital
    letters."""
    if sequence == "XYZ":
        return Rpy(*angles)
    turns = [AxisAngle(_AXES[letter.lower()], angle) for letter, angle in zip(sequence, angles, strict=True)]
    if sequence.islower():
        return AxisAngles(tuple(turns))
    matrix = IDENTITY3
    for letter, turn in zip(sequence, turns, strict=True):
        made = axis_angle_matrix(turn)
        matrix = multiply(matrix, made) if letter.islower() else multiply(made, matrix)
    return RotationMatrix(matrix)


def _of_axes(x: Vector3, y: Vector3) -> Rotation | None:
    """Return the rotation whose x axis is given, and whose y axis is nearest to a given direction."""
    if not any(x):
        return None
    x = unit(x)
    along = dot(x, y)
    y = add(y, (-x[0] * along, -x[1] * along, -x[2] * along))
    if not any(y):
        return None
    y = unit(y)
    columns: Matrix3 = (x, y, cross(x, y))
    return RotationMatrix(transpose(columns))


def of_direction(z: Vector3) -> Rotation | None:
    """Return the smallest rotation that turns the z axis into a direction; None for a zero vector."""
    if not any(z):
        return None
    z = unit(z)
    axis = cross((0.0, 0.0, 1.0), z)
    sine, cosine = math.hypot(*axis), z[2]
    if sine < 1e-10:
        axis, sine = (1.0, 0.0, 0.0), 0.0
    angle = math.atan2(sine, cosine)
    turn, half = unit(axis), math.sin(angle / 2)
    return Quaternion(math.cos(angle / 2), turn[0] * half, turn[1] * half, turn[2] * half)

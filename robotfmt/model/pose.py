"""Poses that keep their notation, with basic geometry that needs no numpy.

A pose is that of a frame in its parent. Angles are radians.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from . import vectors
from .record import Record
from .vectors import IDENTITY3, Matrix3, Vector3, add, multiply, rotate, transpose, unit

_ROUNDING = 1e-15
"""What is left of 0, and of 1, after some multiplications of matrices."""
_UNIT = 1e-12
"""How far the length of a quaternion may be from 1 for it to be written as it is."""


class Rpy(Record, kw_only=False):
    """Roll, pitch and yaw about fixed axes: ``R = Rz(yaw) Ry(pitch) Rx(roll)`` (URDF, SDF)."""

    roll: float
    pitch: float
    yaw: float

    def __post_init__(self) -> None:
        _refuse_nonfinite(self.roll, self.pitch, self.yaw)

    @property
    def angles(self) -> Vector3:
        """Roll, pitch and yaw."""
        return (self.roll, self.pitch, self.yaw)


class Quaternion(Record, kw_only=False):
    """A quaternion, scalar first, as written: it need not have length 1, but cannot be zero."""

    w: float
    x: float
    y: float
    z: float

    def __post_init__(self) -> None:
        _refuse_nonfinite(self.w, self.x, self.y, self.z)
        if self.w == self.x == self.y == self.z == 0:
            raise ValueError("a quaternion of zeros is not a rotation")


class AxisAngle(Record, kw_only=False):
    """A rotation by an angle about an axis; the axis need not have length 1. A zero axis means no rotation."""

    axis: Vector3
    angle: float

    def __post_init__(self) -> None:
        _refuse_nonfinite(*self.axis, self.angle)


class AxisAngles(Record, kw_only=False):
    """Consecutive rotations, each in the frame after the previous one (COLLADA's ``rotate``)."""

    turns: tuple[AxisAngle, ...]


class RotationMatrix(Record, kw_only=False):
    """The three rows of a rotation matrix."""

    rows: Matrix3

    def __post_init__(self) -> None:
        _refuse_nonfinite(*(number for row in self.rows for number in row))


Rotation: TypeAlias = Rpy | Quaternion | AxisAngles | RotationMatrix


class Pose(Record, kw_only=False):
    """The pose of one frame in another. A missing part is None and means no offset, or no rotation."""

    position: Vector3 | None = None
    rotation: Rotation | None = None

    def __post_init__(self) -> None:
        if self.position is not None:
            x, y, z = self.position
            if not math.isfinite(x + y + z):  # most are, and this is quick
                _refuse_nonfinite(x, y, z)

    @property
    def xyz(self) -> Vector3:
        """The position; zeros if not given."""
        return self.position if self.position is not None else (0.0, 0.0, 0.0)

    @property
    def matrix(self) -> Matrix3:
        """The rows of the rotation matrix."""
        return rotation_matrix(self.rotation)

    @property
    def rpy(self) -> Vector3 | None:
        """Roll, pitch and yaw, for any form of the rotation; None without a rotation."""
        return rpy_of(self.rotation).angles if self.rotation is not None else None


IDENTITY = Pose()


def rotation_matrix(rotation: Rotation | None) -> Matrix3:
    """Return the matrix of a rotation in any form."""
    match rotation:
        case None:
            return IDENTITY3
        case Rpy(roll, pitch, yaw):
            return _rpy_matrix(roll, pitch, yaw)
        case Quaternion():
            return _quaternion_matrix(rotation)
        case AxisAngles(turns):
            matrix = IDENTITY3
            for turn in turns:
                matrix = multiply(matrix, axis_angle_matrix(turn))
            return matrix
        case RotationMatrix(rows):
            return rows


def axis_angle_matrix(turn: AxisAngle) -> Matrix3:
    """Return a matrix by Rodrigues' formula; a zero axis gives the identity, as in every consumer of COLLADA."""
    x, y, z = unit(turn.axis)
    if x == y == z == 0:
        return IDENTITY3
    c, s = _exact_cosine(turn.angle), _exact_sine(turn.angle)
    t = 1 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def quaternion_of(matrix: Matrix3) -> Quaternion:
    """Return the unit quaternion of a rotation matrix (Shepperd's method: divides by the largest part)."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    candidates = (1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i)
    largest = max(range(4), key=candidates.__getitem__)
    s = 2 * math.sqrt(candidates[largest])
    if largest == 0:
        parts = (s / 4, (h - f) / s, (c - g) / s, (d - b) / s)
    elif largest == 1:
        parts = ((h - f) / s, s / 4, (b + d) / s, (c + g) / s)
    elif largest == 2:
        parts = ((c - g) / s, (b + d) / s, s / 4, (f + h) / s)
    else:
        parts = ((d - b) / s, (c + g) / s, (f + h) / s, s / 4)
    sign = -1.0 if next((part for part in parts if abs(part) > 1e-12), 1.0) < 0 else 1.0
    return Quaternion(*(sign * part for part in parts))


def rpy_of(rotation: Rotation | None) -> Rpy:
    """Return roll, pitch and yaw of any rotation; exactly the original numbers if possible.

    At a pitch of plus or minus 90 degrees only the sum of roll and yaw is defined; yaw is then 0.
    """
    match rotation:
        case None:
            return Rpy(0.0, 0.0, 0.0)
        case Rpy():
            return rotation
        case AxisAngles(turns):
            written = _rpy_of_turns(turns)
            if written is not None:
                return written
    return _rpy_of_matrix(rotation_matrix(rotation))


def axis_angles_of(rotation: Rotation | None) -> AxisAngles:
    """Return the rotations about axes that make up a rotation; for roll-pitch-yaw exactly its three numbers, last one
    first.
    """
    match rotation:
        case None:
            return AxisAngles(())
        case AxisAngles():
            return rotation
        case Rpy(roll, pitch, yaw):
            parts = (((0.0, 0.0, 1.0), yaw), ((0.0, 1.0, 0.0), pitch), ((1.0, 0.0, 0.0), roll))
            return AxisAngles(tuple(AxisAngle(axis, angle) for axis, angle in parts if angle != 0))
    return AxisAngles((axis_angle_of(rotation_matrix(rotation)),))


def axis_angle_of(matrix: Matrix3) -> AxisAngle:
    """Return the axis and angle of a rotation matrix, with an angle between 0 and pi."""
    q = quaternion_of(matrix)
    length = math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z)
    if length < 1e-15:
        return AxisAngle((1.0, 0.0, 0.0), 0.0)
    angle = 2 * math.atan2(length, abs(q.w))
    sign = math.copysign(1.0, q.w)
    return AxisAngle((sign * q.x / length, sign * q.y / length, sign * q.z / length), angle)


def inverse_rotation(rotation: Rotation | None) -> Rotation | None:
    """Return the inverse rotation, in the same form if possible."""
    match rotation:
        case None:
            return None
        case Quaternion(w, x, y, z):
            return Quaternion(w, -x, -y, -z)
        case AxisAngles(turns):
            return AxisAngles(tuple(AxisAngle(turn.axis, -turn.angle) for turn in reversed(turns)))
    return RotationMatrix(transpose(rotation_matrix(rotation)))


def inverse(pose: Pose) -> Pose:
    """Return the inverse pose: exact for a pure offset and for a pure rotation."""
    if pose.position is None:
        return Pose(None, inverse_rotation(pose.rotation))
    x, y, z = rotate(transpose(pose.matrix), pose.position)
    return Pose((0.0 - x, 0.0 - y, 0.0 - z), inverse_rotation(pose.rotation))


def compose(parent: Pose | None, child: Pose | None) -> Pose:
    """Return the pose of the child in the parent's parent; in its original form if one of the two is the identity."""
    if parent is None or child is None:
        return parent or child or IDENTITY
    matrix, inner = parent.matrix, child.matrix
    if matrix == IDENTITY3 and not any(parent.xyz):
        return child
    if inner == IDENTITY3 and not any(child.xyz):
        return parent
    moved = rotate(matrix, child.xyz)
    position = settled(add(parent.xyz, moved), max(map(abs, (*parent.xyz, *child.xyz))))
    if child.rotation is None:
        return Pose(position, parent.rotation)
    if parent.rotation is None:
        return Pose(position, child.rotation)
    a, b, c = (_snapped(row) for row in multiply(matrix, inner))
    return Pose(position, RotationMatrix((a, b, c)))


def settled(position: Vector3, size: float) -> Vector3:
    """Return a computed position without the rounding of its computation: 0.1 instead of 0.09999999999999998.

    Args:
        position: The position.
        size: The largest number that it was computed from.
    """
    x, y, z = position
    return (vectors.settled(x, size), vectors.settled(y, size), vectors.settled(z, size))


def is_identity(pose: Pose | None) -> bool:
    """Return True if a pose is exactly the identity."""
    return pose is None or (not any(pose.xyz) and pose.matrix == IDENTITY3)


def is_near(one: Pose, other: Pose, tolerance: float = 1e-11) -> bool:
    """Return True if two poses are the same, but for the last digits.

    Args:
        one, other: The poses.
        tolerance: The largest difference of the elements of the rotation matrices; that of the positions in metres is
            larger by the size of the positions.
    """
    size = 1.0 + max(map(abs, (*one.xyz, *other.xyz)))
    if any(abs(a - b) > tolerance * size for a, b in zip(one.xyz, other.xyz, strict=True)):
        return False
    rows = zip(one.matrix, other.matrix, strict=True)
    return all(math.isclose(a, b, abs_tol=tolerance) for row in rows for a, b in zip(*row, strict=True))


def _rpy_matrix(roll: float, pitch: float, yaw: float) -> Matrix3:
    cr, sr = math.cos(roll), math.sin(roll)
    cp, sp = math.cos(pitch), math.sin(pitch)
    cy, sy = math.cos(yaw), math.sin(yaw)
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def scaled_to_unit(q: Quaternion) -> Quaternion:
    """Return a quaternion of length 1, as programs need it that do not scale it; itself if it is one."""
    norm = math.hypot(q.w, q.x, q.y, q.z)
    if abs(norm - 1) < _UNIT or not math.isfinite(norm) or norm == 0:
        return q
    return Quaternion(q.w / norm, q.x / norm, q.y / norm, q.z / norm)


def _quaternion_matrix(q: Quaternion) -> Matrix3:
    most = max(abs(q.w), abs(q.x), abs(q.y), abs(q.z))
    if not 1e-140 < most < 1e140:  # its square is not exact, or infinite
        q = Quaternion(q.w / most, q.x / most, q.y / most, q.z / most)
    norm = math.sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z)
    w, x, y, z = q.w / norm, q.x / norm, q.y / norm, q.z / norm
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def _rpy_of_turns(turns: tuple[AxisAngle, ...]) -> Rpy | None:
    """Return roll, pitch and yaw of rotations about z, y, x in this order, each at most once, unchanged."""
    angles = [0.0, 0.0, 0.0]
    last = 3
    for turn in turns:
        if turn.angle == 0:
            continue
        which = next((i for i in range(3) if _is_coordinate_axis(turn.axis, i)), None)
        if which is None or which >= last:
            return None
        last = which
        angles[which] = math.copysign(1.0, turn.axis[which]) * turn.angle
    return Rpy(*angles)


def _is_coordinate_axis(axis: Vector3, which: int) -> bool:
    return all((component != 0) == (i == which) for i, component in enumerate(axis))


def _rpy_of_matrix(matrix: Matrix3) -> Rpy:
    cosine = math.hypot(matrix[0][0], matrix[1][0])
    pitch = math.atan2(-matrix[2][0], cosine)
    # Where the pitch is 90 degrees, only the sum or difference of roll and yaw has a meaning: yaw is taken as 0.
    yaw = math.atan2(matrix[1][0], matrix[0][0]) if cosine > 1e-13 else 0.0
    # Roll from what yaw and pitch leave over, so that it mends yaw's error near the poles.
    sy, cy = math.sin(yaw), math.cos(yaw)
    roll = math.atan2(sy * matrix[0][2] - cy * matrix[1][2], cy * matrix[1][1] - sy * matrix[0][1])
    return Rpy(*_snapped((roll, pitch, yaw)))


def _snapped(row: Vector3) -> Vector3:
    """Return computed numbers without the rounding of their computation at 0, 1 and -1."""
    x, y, z = (float(round(each)) if abs(each - round(each)) < _ROUNDING and abs(each) < 2 else each for each in row)
    return (x + 0.0, y + 0.0, z + 0.0)


def _exact_cosine(angle: float) -> float:
    """Return the cosine, exactly 0 for a quarter turn, so that COLLADA's 90 degrees leave no rounding error in the
    matrix.
    """
    return 0.0 if abs(angle) == math.pi / 2 else math.cos(angle)


def _exact_sine(angle: float) -> float:
    return 0.0 if abs(angle) == math.pi else math.sin(angle)


def _refuse_nonfinite(*numbers: float) -> None:
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"not a finite number in {numbers}")


def pose_in_words(pose: Pose, digits: int = 6) -> str:
    """Return a pose as readable text: ``1 2 3 m, rpy(0 0 90 deg)``."""
    position = " ".join(f"{each:.{digits}g}" for each in pose.xyz) + " m"
    parts = [position] if any(pose.xyz) or is_identity(pose) else []
    return ", ".join([*parts, turn_in_words(pose.matrix, digits)] if pose.matrix != IDENTITY3 else parts)


def turn_in_words(matrix: Matrix3, digits: int = 6) -> str:
    """Return a rotation as roll, pitch and yaw in degrees."""
    rpy = rpy_of(RotationMatrix(matrix))
    angles = map(math.degrees, rpy.angles)
    return "rpy(" + " ".join(f"{round(each, digits) + 0:.{digits}g}" for each in angles) + " deg)"

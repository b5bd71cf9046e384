"""Frames inside a link: the translations, rotations and scales of the nodes around an element."""

from __future__ import annotations

import math

from robotfmt.model import AxisAngle, AxisAngles, Pose, Vector3
from robotfmt.model.matrices import diagonal
from robotfmt.model.pose import rotation_matrix
from robotfmt.model.record import Record
from robotfmt.model.vectors import IDENTITY3, Matrix3, add, multiply, rotate, transpose

UPRIGHT = AxisAngle((1.0, 0.0, 0.0), -math.pi / 2)
"""The turn from the axis of round shapes in a body, y, to that of the model, z."""
_EXACT = 1e-9


class Frame(Record, kw_only=False):
    """A frame in a link, with the scale of what is in it."""

    position: Vector3 = (0.0, 0.0, 0.0)
    turns: tuple[AxisAngle, ...] = ()
    scale: Vector3 = (1.0, 1.0, 1.0)
    linear: Matrix3 = IDENTITY3
    """The rotation and the scale as one matrix, as in Choreonoid; it may shear."""

    @property
    def pose(self) -> Pose | None:
        """The pose of the frame in the link; None for the identity."""
        position = self.position if any(self.position) else None
        rotation = AxisAngles(self.turns) if self.turns else None
        return Pose(position, rotation) if position is not None or rotation is not None else None

    @property
    def is_scaled(self) -> bool:
        """True if it changes sizes."""
        return self.scale != (1.0, 1.0, 1.0)

    def inside(self, pose: Pose | None, scale: Vector3 | None = None) -> Frame:
        """Return the frame of a node with this pose and scale in this frame."""
        position, turns = self.position, _turns(pose)
        if pose is not None and pose.position is not None:
            position = add(position, rotate(self.linear, pose.position))
        matrix = rotation_matrix(AxisAngles(turns)) if turns else IDENTITY3
        factors = scale if scale is not None else (1.0, 1.0, 1.0)
        linear = multiply(self.linear, matrix) if turns else self.linear
        return Frame(
            position,
            joined(self.turns, turns),
            _product(_turned(self.scale, matrix), factors),
            multiply(linear, diagonal(factors)) if scale is not None else linear,
        )

    def shears(self, pose: Pose | None) -> bool:
        """Return True if a node with this pose would be sheared, because the scale is along other axes."""
        x, y, z = self.scale
        turns = _turns(pose)
        if x == y == z or not turns:
            return False
        matrix = rotation_matrix(AxisAngles(turns))
        return not all(abs(each) < _EXACT or abs(abs(each) - 1) < _EXACT for row in matrix for each in row)


def _turns(pose: Pose | None) -> tuple[AxisAngle, ...]:
    rotation = pose.rotation if pose is not None else None
    return rotation.turns if isinstance(rotation, AxisAngles) else ()


def reverse(turn: AxisAngle) -> AxisAngle:
    """Return the rotation that undoes another one."""
    return AxisAngle(turn.axis, -turn.angle)


def joined(first: tuple[AxisAngle, ...], then: tuple[AxisAngle, ...]) -> tuple[AxisAngle, ...]:
    """Return rotations in a row, without those that undo one another."""
    turns = list(first)
    for turn in then:
        if turns and turns[-1] == reverse(turn):
            turns.pop()
        elif turn.angle != 0:
            turns.append(turn)
    return tuple(turns)


def _turned(scale: Vector3, matrix: Matrix3) -> Vector3:
    """Return the scale along the axes of a rotated frame; between the axes the lengths of their images."""
    x, y, z = scale
    if x == y == z:
        return scale
    columns = transpose(matrix)
    return (_length(scale, columns[0]), _length(scale, columns[1]), _length(scale, columns[2]))


def _length(scale: Vector3, axis: Vector3) -> float:
    for factor, share in zip(scale, axis, strict=True):
        if abs(abs(share) - 1) < _EXACT:
            return factor
    return math.sqrt(sum((factor * share) ** 2 for factor, share in zip(scale, axis, strict=True)))


def _product(one: Vector3, other: Vector3) -> Vector3:
    return (one[0] * other[0], one[1] * other[1], one[2] * other[2])

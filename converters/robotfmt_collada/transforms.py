"""Transforms: ``translate``, ``rotate``, ``matrix``, ``lookat``, ``scale`` in a row, and poses.

What is derived rather than read is rounded to 1e-13: then what is written from it reads back as the same number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import degrees, radians, written, written_all
from robotfmt.documents.xml import Node, make
from robotfmt.model import (
    IDENTITY3,
    AxisAngle,
    AxisAngles,
    Matrix3,
    Pose,
    Quaternion,
    RotationMatrix,
    Vector3,
    add,
    axis_angles_of,
    compose,
    cross,
    dot,
    inverse,
    multiply,
    quaternion_of,
    rotate,
    transpose,
    unit,
)

from .codes import BAD_TRANSFORM

TAGS = ("translate", "rotate", "matrix", "lookat", "scale", "skew")
_DIGITS = 13
_RIGID = 1e-5


@dataclass(frozen=True, slots=True)
class Placed:
    """A pose, and the scale of what is placed."""

    pose: Pose
    scale: Vector3 | None = None


def read_pose(element: Element, meter: float) -> Pose | None:
    """The pose that the transforms of an element make, as written where that is possible; None without any."""
    return _pose_of(element.children, meter)


def _pose_of(elements: Iterable[Element], meter: float) -> Pose | None:
    steps = [child.take() for child in elements if child.tag in TAGS]
    if not steps:
        return None
    pose = Pose()
    for step in steps:
        pose = _then(pose, _rigid(step, meter))
    return pose


def read_placed(elements: list[Element], meter: float) -> Placed:
    """The pose and the scale that the transforms among some elements make."""
    pose = _pose_of(elements, meter) or Pose()
    scale: Vector3 | None = None
    for child in elements:
        if child.tag == "scale":
            values = child.text_numbers(3)
            if values is not None:
                scale = (values[0], values[1], values[2])
    return Placed(pose, scale)


def _then(pose: Pose, step: Pose) -> Pose:
    """The next step; offsets before the first turn and turns after it stay as they were written."""
    if step.rotation is None:
        if pose.rotation is None:
            return Pose(add(pose.xyz, step.xyz) if pose.position is not None else step.position, None)
        return Pose(add(pose.xyz, rotate(pose.matrix, step.xyz)), pose.rotation)
    if step.position is None:
        return Pose(pose.position, _joined(pose, step))
    return compose(pose, step)


def _joined(pose: Pose, step: Pose) -> AxisAngles | RotationMatrix:
    first, second = pose.rotation, step.rotation
    if isinstance(second, AxisAngles) and (first is None or isinstance(first, AxisAngles)):
        return AxisAngles((*(first.turns if first is not None else ()), *second.turns))
    return RotationMatrix(multiply(pose.matrix, step.matrix))


def _rigid(step: Element, meter: float) -> Pose:
    """One step as a pose; a scale and a skew move nothing here."""
    if step.tag == "translate":
        values = step.text_numbers(3)
        return Pose(_scaled(values[:3], meter)) if values is not None else Pose()
    if step.tag == "rotate":
        values = step.text_numbers(4)
        if values is None:
            return Pose()
        return Pose(None, AxisAngles((AxisAngle((values[0], values[1], values[2]), radians(values[3])),)))
    if step.tag == "matrix":
        return _matrix_pose(step, meter)
    if step.tag == "lookat":
        return _lookat_pose(step, meter)
    return Pose()


def _scaled(values: tuple[float, ...], meter: float) -> Vector3:
    x, y, z = values
    return (x * meter, y * meter, z * meter) if meter != 1 else (x, y, z)


def _matrix_pose(step: Element, meter: float) -> Pose:
    values = step.text_numbers(16)
    if values is None:
        return Pose()
    rows: Matrix3 = (
        (values[0], values[1], values[2]),
        (values[4], values[5], values[6]),
        (values[8], values[9], values[10]),
    )
    if not _is_rotation(rows):
        step.report(BAD_TRANSFORM, "<matrix> is no rigid motion; its turn is left out")
        rows = IDENTITY3
    position = _scaled((values[3], values[7], values[11]), meter)
    return Pose(position, RotationMatrix(rows) if rows != IDENTITY3 else None)


def _is_rotation(rows: Matrix3) -> bool:
    product = multiply(rows, transpose(rows))
    error = max(abs(product[i][j] - IDENTITY3[i][j]) for i in range(3) for j in range(3))
    return error < _RIGID and dot(cross(rows[0], rows[1]), rows[2]) > 0


def _lookat_pose(step: Element, meter: float) -> Pose:
    """COLLADA 1.5 ``lookat``: eye, point of interest, up; the camera looks along -z."""
    values = step.text_numbers(9)
    if values is None:
        return Pose()
    eye, interest, up = (_scaled(values[i : i + 3], meter) for i in (0, 3, 6))
    back = unit((eye[0] - interest[0], eye[1] - interest[1], eye[2] - interest[2]))
    right = unit(cross(up, back))
    return Pose(eye, RotationMatrix(transpose((right, cross(back, right), back))))


def relative(frame: Pose, pose: Pose) -> Pose | None:
    """A pose seen from a frame, both in the same parent: rounded, and None if it moves nothing."""
    return rounded(compose(inverse(frame), pose))


def rounded(pose: Pose) -> Pose | None:
    """A derived pose without the dust of its computation; None if it moves nothing."""
    x, y, z = (_round(number) for number in pose.xyz)
    q = quaternion_of(pose.matrix)
    w, i, j, k = (_round(number) for number in (q.w, q.x, q.y, q.z))
    turned = any((i, j, k))
    if not turned and not any((x, y, z)):
        return None
    return Pose((x, y, z), Quaternion(w, i, j, k) if turned else None)


def _round(number: float) -> float:
    return round(number, _DIGITS) + 0.0


def write_pose(pose: Pose | None) -> list[Node]:
    """A pose as ``translate`` and ``rotate``; what is the identity is not written."""
    if pose is None:
        return []
    nodes = [make("translate", text=written_all(pose.position))] if pose.position is not None else []
    nodes.extend(_write_turn(turn) for turn in axis_angles_of(pose.rotation).turns)
    return nodes


def _write_turn(turn: AxisAngle) -> Node:
    return make("rotate", text=f"{written_all(turn.axis)} {written(degrees(turn.angle))}")


def full_pose(pose: Pose | None) -> list[Node]:
    """A pose with a translation and a rotation, for readers that expect both."""
    nodes = write_pose(pose)
    if not any(node.tag == "translate" for node in nodes):
        nodes.insert(0, make("translate", text="0 0 0"))
    if not any(node.tag == "rotate" for node in nodes):
        nodes.append(make("rotate", text="1 0 0 0"))
    return nodes


def chain(poses: Iterable[Pose]) -> Pose:
    """Several poses one after the other."""
    whole = Pose()
    for pose in poses:
        whole = compose(whole, pose)
    return whole

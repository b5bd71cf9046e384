"""Sequences of ``translate``, ``rotate``, ``matrix``, ``lookat``, ``scale``, ``skew``, and poses.

A sequence results in a pose and a linear map (scale and shear) before it: the content is first stretched, then
rotated and translated. Frames have no size, so only the pose applies to them. Derived numbers are rounded to 1e-13:
they are then written and read back unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.documents.tokens import degrees, radians, written, written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
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
    inverse,
    is_identity,
    multiply,
    quaternion_of,
    rotate,
    transpose,
)
from robotfmt.model.matrices import applied, diagonal, is_rotation, looking, scale_of, skewed, split
from robotfmt.model.record import replace

from ..codes import BAD_TRANSFORM

TAGS = ("translate", "rotate", "matrix", "lookat", "scale", "skew")
# Poses that are products of several have errors in the last digits of a double, which would be written as 1e-17.
_DIGITS = 13
_FEW_DIGITS = 1e-4


@dataclass(frozen=True, slots=True)
class Placed:
    """A pose, and the linear map applied before it."""

    pose: Pose
    stretch: Matrix3 | None = None

    def then(self, step: Placed) -> Placed:
        """Return a placement inside another one, including its scale and shear."""
        if self.stretch is None:
            return Placed(_then(self.pose, step.pose), step.stretch)
        spread = step.pose
        if spread.position is not None:
            spread = replace(spread, position=applied(self.stretch, spread.xyz))
        turn = step.pose.matrix
        turned = multiply(transpose(turn), multiply(self.stretch, turn))
        whole = turned if step.stretch is None else multiply(turned, step.stretch)
        return Placed(_then(self.pose, spread), _without_dust(whole))

    @property
    def scale(self) -> Vector3 | None:
        """The scale along the axes, if the linear map is one."""
        return scale_of(self.stretch) if self.stretch is not None else None


def read_pose(element: Element, meter: float) -> Pose | None:
    """Return the pose of an element's transforms, as written if possible; None without transforms.

    Frames cannot be stretched: such transforms are reported and dropped.
    """
    steps = [child for child in element.children if child.tag in TAGS]
    if not steps:
        return None
    pose = Pose()
    for step in steps:
        placed = _read_step(step.take(), meter)
        if placed.stretch is not None:
            step.report(
                BAD_TRANSFORM,
                f"<{step.tag}> is not a rigid motion; only its rotation and translation are applied to frames",
            )
        pose = _then(pose, placed.pose)
    return pose


def read_placed(elements: list[Element], meter: float) -> Placed:
    """Return the product of the transforms among some elements."""
    whole = Placed(Pose())
    for step in (child for child in elements if child.tag in TAGS):
        whole = whole.then(_read_step(step.take(), meter))
    return whole


def _without_dust(stretch: Matrix3) -> Matrix3 | None:
    """Return a product of matrices without rounding errors; None if it is the identity."""
    most = max(abs(number) for row in stretch for number in row)
    x, y, z = (tuple(0.0 if abs(number) < 1e-14 * most else number for number in row) for row in stretch)
    clean: Matrix3 = (x, y, z)  # type: ignore[assignment]
    return None if clean == IDENTITY3 else clean


def _then(pose: Pose, step: Pose) -> Pose:
    """Return the product with the next step; offsets before the first rotation and rotations after it stay as
    written.
    """
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


def _read_step(step: Element, meter: float) -> Placed:
    """Return one step; one without valid numbers is the identity."""
    match step.tag:
        case "translate":
            values = step.text_numbers(3)
            return Placed(Pose(_scaled(values, meter))) if values is not None else Placed(Pose())
        case "rotate":
            return Placed(_read_turn(step))
        case "matrix":
            return _read_matrix(step, meter)
        case "lookat":
            return Placed(_read_lookat(step, meter))
        case "scale":
            values = step.text_numbers(3)
            return Placed(Pose(), _without_dust(diagonal(_vector(values)))) if values is not None else Placed(Pose())
    return _read_skew(step)


def _read_turn(step: Element) -> Pose:
    values = step.text_numbers(4)
    if values is None:
        return Pose()
    return Pose(None, AxisAngles((AxisAngle(_vector(values), radians(values[3])),)))


def _read_matrix(step: Element, meter: float) -> Placed:
    values = step.text_numbers(16)
    if values is None:
        return Placed(Pose())
    rows: Matrix3 = (_vector(values), _vector(values[4:]), _vector(values[8:]))
    turn, stretch = (rows, IDENTITY3) if is_rotation(rows) else split(rows)
    position = _scaled((values[3], values[7], values[11]), meter)
    pose = Pose(position, RotationMatrix(turn) if turn != IDENTITY3 else None)
    return Placed(pose, None if _is_rounding(stretch) else _without_dust(stretch))


def _is_rounding(stretch: Matrix3) -> bool:
    """Return True if a stretch is only the rounding error of a rotation written with few digits."""
    pairs = ((a, b) for row, other in zip(stretch, IDENTITY3, strict=True) for a, b in zip(row, other, strict=True))
    return all(abs(a - b) < _FEW_DIGITS for a, b in pairs)


def _read_lookat(step: Element, meter: float) -> Pose:
    """Read a COLLADA 1.5 ``lookat``: eye, point of interest, up."""
    values = step.text_numbers(9)
    if values is None:
        return Pose()
    eye, interest, up = (_scaled(values[i : i + 3], meter) for i in (0, 3, 6))
    turn = looking(eye, interest, up)
    if not is_rotation(turn):
        step.report(
            BAD_TRANSFORM,
            "<lookat> has no view direction, or an up vector parallel to it; its rotation is dropped",
        )
        return Pose(eye)
    return Pose(eye, RotationMatrix(turn))


def _read_skew(step: Element) -> Placed:
    """Read a COLLADA 1.5 ``skew``: an angle, the axis that is rotated, and the direction of translation."""
    values = step.text_numbers(7)
    if values is None:
        return Placed(Pose())
    stretch = skewed(radians(values[0]), _vector(values[1:]), _vector(values[4:]))
    if stretch is None:
        step.report(
            BAD_TRANSFORM,
            "<skew> has a skew angle that is not smaller than the angle between its two axes; it is dropped",
        )
        return Placed(Pose())
    return Placed(Pose(), _without_dust(stretch))


def _vector(values: tuple[float, ...]) -> Vector3:
    x, y, z = values[:3]
    return (x, y, z)


def _scaled(values: tuple[float, ...], meter: float) -> Vector3:
    x, y, z = values
    return (x * meter, y * meter, z * meter) if meter != 1 else (x, y, z)


def relative(frame: Pose, pose: Pose) -> Pose | None:
    """Return a pose relative to a frame with the same parent: rounded, and None for the identity."""
    return rounded(compose(inverse(frame), pose))


def rounded(pose: Pose) -> Pose | None:
    """Return a derived pose without rounding errors; None for the identity."""
    x, y, z = (_round(number) for number in pose.xyz)
    q = quaternion_of(pose.matrix)
    w, i, j, k = (_round(number) for number in (q.w, q.x, q.y, q.z))
    turned = any((i, j, k))
    if not turned and not any((x, y, z)):
        return None
    return Pose((x, y, z), Quaternion(w, i, j, k) if turned else None)


def written_pose_of(pose: Pose) -> Pose | None:
    """Return the pose of a body in the world: as written if it was written in one place; None for the identity."""
    if pose.rotation is not None and not isinstance(pose.rotation, AxisAngles):
        return rounded(pose)
    return None if is_identity(pose) else pose


def _round(number: float) -> float:
    return round(number, _DIGITS) + 0.0


def write_pose(pose: Pose | None) -> list[Node]:
    """Return a pose as ``translate`` and ``rotate``, omitting identities."""
    if pose is None:
        return []
    nodes = [make("translate", text=pose.position)] if pose.position is not None else []
    nodes.extend(_write_turn(turn) for turn in axis_angles_of(pose.rotation).turns)
    return nodes


def _write_turn(turn: AxisAngle) -> Node:
    return make("rotate", text=f"{written_all(turn.axis)} {written(degrees(turn.angle))}")


def full_pose(pose: Pose | None) -> list[Node]:
    """Return a pose with a translation and a rotation, for readers that expect both."""
    nodes = write_pose(pose)
    if not any(node.tag == "translate" for node in nodes):
        nodes.insert(0, make("translate", text="0 0 0"))
    if not any(node.tag == "rotate" for node in nodes):
        nodes.append(make("rotate", text="1 0 0 0"))
    return nodes


def chain(poses: Iterable[Pose]) -> Pose:
    """Return the pose of the last of several frames, each given in the one before."""
    whole = Pose()
    for pose in poses:
        whole = compose(whole, pose)
    return whole

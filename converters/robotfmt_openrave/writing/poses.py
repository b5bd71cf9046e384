"""Poses as elements: a translation, and one rotation."""

from __future__ import annotations

from robotfmt.documents.tokens import degrees
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import AxisAngles, Pose, Quaternion, Rotation, rotation_matrix
from robotfmt.model.pose import quaternion_of, scaled_to_unit
from robotfmt.model.vectors import IDENTITY3


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

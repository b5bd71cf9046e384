"""``<origin xyz="..." rpy="..."/>``, or with ``quat_xyzw``: the pose of an element in its parent."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from robotfmt.documents.tokens import BadToken, row
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Pose, Quaternion, Rotation, Rpy, Vector3, rpy_of

from .versions import quaternion


def read_pose(parent: Element) -> Pose | None:
    """Take the pose of an element; None if it has none."""
    element = parent.child("origin")
    if element is None:
        return None
    given = element.attributes
    if "xyz" in given and len(given) == 1 + ("rpy" in given):
        try:
            pose = remembered_pose(given["xyz"], given.get("rpy"))
        except BadToken:
            pass  # is reported below
        else:
            element.take_attributes()
            return pose
    rotation = _read_rotation(element)
    return Pose(element.vector("xyz"), rotation)


@lru_cache(4096)
def remembered_pose(xyz: str, rpy: str | None) -> Pose:
    """Read a pose, with a cache: most poses are written this way, and many repeat."""
    return Pose(cast(Vector3, row(xyz, 3)), remembered_rpy(*row(rpy, 3)) if rpy is not None else None)


def _read_rotation(origin: Element) -> Rotation | None:
    rotation = quaternion(origin)
    if rotation is not None:
        return rotation
    rpy = origin.vector("rpy")
    return remembered_rpy(*rpy) if rpy is not None else None


remembered_rpy = lru_cache(1024)(Rpy)
"""A cached reader of rotations: most are zero or a quarter turn."""


def write_pose(pose: Pose | None) -> Node | None:
    """Return ``<origin>``; None for a part without a pose."""
    if pose is None:
        return None
    return make("origin", {"xyz": pose.position, **_write_rotation(pose.rotation)})


def _write_rotation(rotation: Rotation | None) -> dict[str, tuple[float, ...]]:
    match rotation:
        case None:
            return {}
        case Quaternion(w, x, y, z):
            return {"quat_xyzw": (x, y, z, w)}
    return {"rpy": rpy_of(rotation).angles}


def supported_pose(pose: Pose | None) -> Pose | None:
    """Return a pose as URDF stores it: quaternions stay, and all other rotations become roll, pitch and yaw."""
    if pose is None or pose.rotation is None or isinstance(pose.rotation, Quaternion):
        return pose
    return Pose(pose.position, rpy_of(pose.rotation))

"""``<origin xyz="..." rpy="..."/>``: where something is in what it stands in."""

from __future__ import annotations

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml import Node, make
from robotfmt.model import Pose, Rpy, rpy_of


def read_pose(parent: Element) -> Pose | None:
    """Take the pose of an element; None where it says none."""
    element = parent.child("origin")
    if element is None:
        return None
    rpy = element.vector("rpy")
    return Pose(element.vector("xyz"), Rpy(*rpy) if rpy is not None else None)


def write_pose(pose: Pose | None) -> Node | None:
    """The element of a pose."""
    if pose is None:
        return None
    rpy = rpy_of(pose.rotation) if pose.rotation is not None else None
    return make(
        "origin",
        {
            "xyz": written_all(pose.position) if pose.position is not None else None,
            "rpy": written_all((rpy.roll, rpy.pitch, rpy.yaw)) if rpy is not None else None,
        },
    )

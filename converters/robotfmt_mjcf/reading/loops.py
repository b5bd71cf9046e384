"""Equalities that hold two bodies of a robot together: joints that close its loops."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.model import IDENTITY, Joint, JointType, Pose, Quaternion, compose, inverse, is_near
from robotfmt.model.record import replace

from ..document.views import View

TAGS = {"connect": JointType.BALL, "weld": JointType.FIXED}
"""The joints that the elements are: a point that two bodies share, or a weld."""
_NEAR = 1e-9


def read_loop(view: View, name: str, ends: tuple[str, str], poses: Mapping[str, Pose]) -> Joint | None:
    """Take the place at which an equality holds two bodies; None if it gives none.

    Args:
        view: The element.
        name: The name of the joint.
        ends: The bodies; the first one is the parent.
        poses: The poses of all links in their root, with all joints at zero.
    """
    plain = Joint(origin=view.origin, name=name, type=TAGS[view.tag], parent=ends[0], child=ends[1])
    if view.tag == "weld":
        given = view.numbers("relpose", 7, 7)
        if given is None or not any(given[3:]):
            return held(plain, poses)
        return replace(plain, pose_in_parent=Pose((given[0], given[1], given[2]), Quaternion(*given[3:])))
    anchor = view.vector("anchor")
    return pinned(replace(plain, pose_in_parent=Pose(anchor)), poses) if anchor is not None else None


def is_plain(joint: Joint, poses: Mapping[str, Pose]) -> bool:
    """Return True if an equality gives all of a joint that closes a loop: it is as :func:`read_loop` makes it."""
    at = joint.pose_in_parent
    plain = Joint(name=joint.name, type=joint.type, parent=joint.parent, child=joint.child, pose_in_parent=at)
    if at is None or replace(joint, pose_in_child=None) != plain:
        return False
    if joint.type is JointType.FIXED:
        return joint.pose_in_child is None
    made = pinned(plain, poses) if joint.type is JointType.BALL and at.rotation is None else None
    return made is not None and is_near(compose(inverse(made.pose_at_zero), joint.pose_at_zero), IDENTITY, _NEAR)


def held(joint: Joint, poses: Mapping[str, Pose]) -> Joint | None:
    """Return a weld in the pose in which its bodies are with all joints at zero."""
    between = _between(joint, poses)
    return replace(joint, pose_in_parent=between) if between is not None else None


def pinned(joint: Joint, poses: Mapping[str, Pose]) -> Joint | None:
    """Return a ball joint that is closed with all joints at zero: MuJoCo computes its place in the second body so."""
    between = _between(joint, poses)
    if between is None:
        return None
    return replace(joint, pose_in_child=compose(inverse(between), joint.pose_in_parent or Pose()))


def _between(joint: Joint, poses: Mapping[str, Pose]) -> Pose | None:
    parent, child = poses.get(joint.parent or ""), poses.get(joint.child or "")
    return compose(inverse(parent), child) if parent is not None and child is not None else None

"""Links of a gripper that touch only where a joint between them is at an end: closed fingers, or fingers at a stop."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..kinematics.freedom import Array
from ..mesh.triangles import Flags
from .bodies import Body
from .configurations import Box, samples
from .contact import Contact
from .link_poses import Way
from .pairs import Pair
from .settle import apart

_POSES, _JOINTS = 512, 2
_END = 0.02
"""The share of a joint's range that counts as its end, and as its zero."""


def touch_at_ends_only(pair: Pair, first: Body, second: Body, way: Way, contact: Contact, seed: int) -> bool:
    """Return True if two links touch in no pose in which all joints between them are away from their limits and zero.

    Links that more than two joints move, such as fingers of a hand, meet in too many ways to be sure.

    Args:
        pair: The findings so far.
        first, second: The links.
        way: The joints between them.
        contact: The check of their contacts.
        seed: The seed of the poses.
    """
    if not 0 < way.box.width <= _JOINTS:
        return False
    if pair.witness is not None:
        known = {each.joint: np.array([each.values]) for each in pair.witness}
        if _inside(way.box, known)[0]:
            return False
    points = samples(way.box, _POSES, seed)
    points = points[_inside(way.box, way.box.values(points))]
    poses = way.relative(points)
    return len(points) > 0 and not any(contact.touch(pose) for pose in poses[~apart(first, second, poses)])


def _inside(box: Box, values: Mapping[str, Array]) -> Flags:
    """Return the poses in which no joint is near a limit or zero, (n,)."""
    ends = box.values(np.array([np.zeros(box.width), np.ones(box.width)]))
    found: list[Flags] = []
    for joint in box.joints:
        low, high = np.sort(np.reshape(ends[joint.name], (2, -1)), axis=0)
        rows, near = np.reshape(values[joint.name], (-1, len(low))), _END * (high - low)
        found.append(((rows > low + near) & (rows < high - near) & (np.abs(rows) > near)).all(axis=1))
    kept: Flags = np.logical_and.reduce(found)
    return kept

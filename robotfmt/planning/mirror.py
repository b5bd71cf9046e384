"""Arms that are mirror images of each other: with the mirrored positions, both are in the same pose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..mesh.triangles import Flags, Floats
from ..model import Motion
from .arms import Arm

_LENGTH = 0.01
"""The deviation of axes that still counts as mirrored, relative to the reach."""
_ANGLE = 0.02
"""The deviation of directions, in radians."""
_NORMALS = ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0))


def mirrored_signs(arm: Arm, other: Arm) -> Floats | None:
    """Return, for each own joint of an arm, the sign with which the other's joint has the mirrored position.

    The axes of the arms are compared with all joints at zero, in planes that are normal to y or x of the root. Joints
    that lead to both tools are left out.

    Returns:
        An array of 1 and -1; None if the arms are not mirror images.
    """
    one, two = own_joints(arm, other), own_joints(other, arm)
    if len(one) != len(two) or not one:
        return None
    if any(arm.moving[i].type is not other.moving[j].type for i, j in zip(one, two, strict=True)):
        return None
    return next(_signs(arm, other, one, two), None)


def own_joints(arm: Arm, other: Arm) -> list[int]:
    """Return the numbers of an arm's moving joints that do not lead to the other's tool."""
    shared = {joint.name for joint in other.moving}
    return [number for number, joint in enumerate(arm.moving) if joint.name not in shared]


def _signs(arm: Arm, other: Arm, one: list[int], two: list[int]) -> Iterator[Floats]:
    here, there = (each.places(np.zeros((1, len(each.joints)))) for each in (arm, other))
    length = _LENGTH * float(np.linalg.norm(np.ptp(here.anchors[0, one], axis=0)) + arm.unit)
    slides = np.array([arm.moving[number].axes[0].motion is Motion.SLIDE for number in one])
    for normal in map(np.array, _NORMALS):
        mirror = np.eye(3) - 2 * np.outer(normal, normal)
        start, end = here.anchors[0, one], there.anchors[0, two]
        offset = normal * ((start[0] + end[0]) @ normal)
        axes, others = here.axes[0, one] @ mirror, there.axes[0, two]
        along = (axes * others).sum(axis=1)
        off = np.linalg.norm(np.cross(end - (start @ mirror + offset), others), axis=1)
        fits: Flags = (np.abs(along) > np.cos(_ANGLE)) & (slides | (off < length))
        if fits.all():
            yield np.where(slides, np.sign(along), -np.sign(along))

"""Checks of the positions of spheres relative to the shapes of their links."""

from __future__ import annotations

import numpy as np

from ..codes.spheres import RADIUS_IMPLAUSIBLE, SPHERES_FAR
from ..diagnostics import Report
from ..kinematics.forward import matrix
from ..mesh.triangles import Floats, Triangles
from ..model import Link, Pose, Robot

_GAP = 0.02
"""The distance in metres of a sphere from the box around the link's shapes beyond which its place is a mistake."""


def check_places(robot: Robot, link: Link, surfaces: list[Triangles], report: Report) -> None:
    """Find spheres outside of the box around all shapes of a link, and spheres larger than the box."""
    corners = np.concatenate([each.vertices for each in surfaces])
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = float(np.linalg.norm(high - low))
    for each in (frame for group in robot.sphere_sets for frame in group.frames if frame.frame == link.name):
        rows = [
            (*sphere.center, sphere.radius)
            for sphere in each.spheres
            if not sphere.disabled and sphere.center is not None and sphere.radius is not None
        ]
        if not rows:
            continue
        spheres, at = np.array(rows), each.origin
        largest = float(spheres[:, 3].max())
        if largest > size:
            message = f"a sphere of link '{link.name}' has radius {largest:g} m; the link is only {size:.3g} m large"
            report.add(RADIUS_IMPLAUSIBLE, message, at)
        gaps = _gaps(spheres, low, high)
        far = int((gaps > _GAP).sum())
        if far:
            where = f"outside the bounding box of its shapes, by up to {gaps.max():.3g} m"
            message = f"{far} of {len(spheres)} spheres of '{link.name}' are {where}"
            report.add(SPHERES_FAR, message + _hint(link, spheres, low, high), at)


def _gaps(spheres: Floats, low: Floats, high: Floats) -> Floats:
    centers = spheres[:, :3]
    gaps: Floats = np.linalg.norm(centers - np.clip(centers, low, high), axis=1) - spheres[:, 3]
    return gaps


def _hint(link: Link, spheres: Floats, low: Floats, high: Floats) -> str:
    """Return True if the spheres would fit in the frame of one of the shapes."""
    for each in (*link.collisions, *link.visuals):
        pose = each.pose
        if pose is not None and (_gaps(_moved(spheres, pose), low, high) <= _GAP).all():
            return "; they would fit in the frame of its mesh"
    return ""


def _moved(spheres: Floats, pose: Pose) -> Floats:
    turned = matrix(pose)
    return np.column_stack([spheres[:, :3] @ turned[:3, :3].T + turned[:3, 3], spheres[:, 3]])

"""Whether the balls of a link lie where its shapes are."""

from __future__ import annotations

import numpy as np

from ..codes.spheres import RADIUS_IMPLAUSIBLE, SPHERES_FAR
from ..diagnostics import Report
from ..kinematics.forward import matrix
from ..mesh.triangles import Floats, Triangles
from ..model import Link, Pose, Robot

_GAP = 0.02
"""Metres between a ball and the box around the link's shapes that nobody leaves on purpose."""


def check_places(robot: Robot, link: Link, surfaces: list[Triangles], report: Report) -> None:
    """Find balls beside the box around all shapes of a link, and balls larger than that."""
    corners = np.concatenate([each.vertices for each in surfaces])
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = float(np.linalg.norm(high - low))
    for each in (frame for group in robot.sphere_sets for frame in group.frames if frame.frame == link.name):
        rows = [
            (*ball.center, ball.radius)
            for ball in each.spheres
            if not ball.disabled and ball.center is not None and ball.radius is not None
        ]
        if not rows:
            continue
        balls, at = np.array(rows), each.origin
        largest = float(balls[:, 3].max())
        if largest > size:
            message = (
                f"a sphere of '{link.name}' has the radius {largest:g} m, the link is {size:.3g} m large"
            )
            report.add(RADIUS_IMPLAUSIBLE, message, at)
        gaps = _gaps(balls, low, high)
        far = int((gaps > _GAP).sum())
        if far:
            where = f"outside the box around its shapes, by up to {gaps.max():.3g} m"
            message = f"{far} of {len(balls)} spheres of '{link.name}' lie {where}"
            report.add(SPHERES_FAR, message + _hint(link, balls, low, high), at)


def _gaps(balls: Floats, low: Floats, high: Floats) -> Floats:
    centers = balls[:, :3]
    gaps: Floats = np.linalg.norm(centers - np.clip(centers, low, high), axis=1) - balls[:, 3]
    return gaps


def _hint(link: Link, balls: Floats, low: Floats, high: Floats) -> str:
    """Whether they would fit if they were given in the frame of one of the shapes."""
    for each in (*link.collisions, *link.visuals):
        pose = each.pose
        if pose is not None and (_gaps(_moved(balls, pose), low, high) <= _GAP).all():
            return "; in the frame of its mesh they would fit"
    return ""


def _moved(balls: Floats, pose: Pose) -> Floats:
    turned = matrix(pose)
    return np.column_stack([balls[:, :3] @ turned[:3, :3].T + turned[:3, 3], balls[:, 3]])

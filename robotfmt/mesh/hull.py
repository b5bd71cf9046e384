"""The convex hull of a surface."""

from __future__ import annotations

import numpy as np

from .triangles import Floats, Triangles


def convex_hull(triangles: Triangles) -> Triangles | None:
    """The hull, its triangles facing outwards; None of what is flat."""
    from scipy.spatial import ConvexHull, QhullError  # type: ignore[import-untyped]

    points: Floats = triangles.vertices[np.unique(triangles.faces)]
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return None
    faces = hull.simplices.astype(np.int64)
    corners = points[faces]
    outward = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inside_out = (outward * hull.equations[:, :3]).sum(axis=1) < 0
    return Triangles(points, np.where(inside_out[:, None], faces[:, ::-1], faces))

"""The convex hull of a surface."""

from __future__ import annotations

import numpy as np

from .triangles import Floats, Triangles

_FLAT = 1e-12
"""The volume, relative to the cube of the diagonal, below which a surface is flat."""


def convex_hull(triangles: Triangles) -> Triangles | None:
    """Return the hull, with triangles facing outwards; None for a flat surface."""
    from manifold3d import Manifold  # type: ignore[import-not-found]

    points: Floats = triangles.vertices[np.unique(triangles.faces)]
    if len(points) < 4:
        return None
    hull = Manifold.hull_points(points)
    size = float(np.linalg.norm(np.ptp(points, axis=0)))
    if not hull.volume() > _FLAT * size**3:
        return None
    mesh = hull.to_mesh64()
    vertices = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    return Triangles(vertices, np.asarray(mesh.tri_verts, dtype=np.int64))

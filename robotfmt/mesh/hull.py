"""Convex hulls and simpler surfaces, by manifold3d: the only module that uses it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .triangles import Floats, Triangles

_FLAT = 1e-12
"""The volume, relative to the cube of the diagonal, below which a surface is flat."""


def convex_hull(triangles: Triangles) -> Triangles | None:
    """Return the hull, with triangles facing outwards; None for a flat surface."""
    return hull_of_points(triangles.vertices[np.unique(triangles.faces)])


def hull_of_points(points: Floats) -> Triangles | None:
    """Return the hull of points (n, 3), with triangles facing outwards; None for flat ones."""
    from manifold3d import Manifold  # type: ignore[import-not-found]

    if len(points) < 4:
        return None
    hull = Manifold.hull_points(points)
    size = float(np.linalg.norm(np.ptp(points, axis=0)))
    if not hull.volume() > _FLAT * size**3:
        return None
    return _triangles(hull)


def simpler(triangles: Triangles, tolerance: float) -> Triangles | None:
    """Return a closed surface with edges collapsed that are shorter, or bend less, than a tolerance in metres.

    None for a surface that is not closed and consistently oriented, or that vanishes. The result is about as far from
    the surface as the tolerance, but may be several times as far.
    """
    from manifold3d import Error, Manifold, Mesh64

    vertices = np.ascontiguousarray(triangles.vertices)
    mesh = Mesh64(vertices, np.ascontiguousarray(triangles.faces, dtype=np.uint64))
    solid = Manifold(mesh)
    if solid.status() != Error.NoError:
        return None
    found = _triangles(solid.simplify(tolerance))
    return found if len(found) else None


def _triangles(solid: Any) -> Triangles:
    mesh = solid.to_mesh64()
    vertices = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    return Triangles(vertices, np.asarray(mesh.tri_verts, dtype=np.int64))

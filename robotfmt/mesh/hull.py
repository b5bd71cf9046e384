"""Convex hulls, extrusions and simpler surfaces, by manifold3d: the only module that uses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .triangles import Floats, Ints, Triangles

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


def extruded(outlines: Sequence[Floats], height: float) -> Triangles | None:
    """Return the prism above outlines in the xy plane, from z = 0 up to a height; None for an empty one.

    Args:
        outlines: (n, 2) each, in metres; a point is inside if an odd number of them surround it, as in Gazebo.
        height: In metres.
    """
    from manifold3d import CrossSection, FillRule, Manifold

    section = CrossSection([np.ascontiguousarray(each) for each in outlines], FillRule.EvenOdd)
    solid = Manifold.extrude(section, height)
    return _triangles(solid) if not solid.is_empty() else None


def simpler(triangles: Triangles, kinds: Ints, tolerances: Iterable[float]) -> Iterator[Triangles]:
    """Yield the triangles of kind 0 of a closed surface, simpler and simpler, until none is left.

    Edges are collapsed that are shorter, or bend less, than a tolerance; those between kinds remain. The result is
    about as far from the surface as the tolerance, but may be several times as far. Nothing is yielded for a surface
    that is not closed and consistently oriented.

    Args:
        triangles: The surface.
        kinds: (m,): the kind of each triangle, 0 or above.
        tolerances: Rising tolerances, in metres.
    """
    from manifold3d import Error, Manifold, Mesh64

    vertices = np.ascontiguousarray(triangles.vertices)
    faces = np.ascontiguousarray(triangles.faces, dtype=np.uint64)
    solid = Manifold(Mesh64(vertices, faces, face_id=kinds.astype(np.uint64)))
    if solid.status() != Error.NoError:
        return
    for tolerance in tolerances:
        solid = solid.simplify(tolerance)
        mesh = solid.to_mesh64()
        chosen = np.asarray(mesh.face_id) == 0
        if not chosen.any():
            return
        corners = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
        used, which = np.unique(np.asarray(mesh.tri_verts)[chosen], return_inverse=True)
        yield Triangles(corners[used], which.reshape(-1, 3).astype(np.int64))


def _triangles(solid: Any) -> Triangles:
    mesh = solid.to_mesh64()
    vertices = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    return Triangles(vertices, np.asarray(mesh.tri_verts, dtype=np.int64))

"""How far two surfaces are apart: exact between convex bodies, measured at samples between others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..mesh.triangles import Flags, Floats, Ints, Triangles
from ..spheres.measuring.distance import BoxTree, build, distances, farther
from ..spheres.measuring.links import on_surface

SAMPLES = 100_000
"""The number of points on each of two surfaces whose distance is measured."""


class Surface:
    """A surface, and what is computed of it once.

    Args:
        triangles: A surface with at least one triangle.
    """

    def __init__(self, triangles: Triangles) -> None:
        self.triangles = triangles

    @cached_property
    def tree(self) -> BoxTree:
        """The tree of its triangles."""
        return build(self.triangles.corners)

    def points(self, count: int) -> Floats:
        """Return all its corners and a number of points spread evenly on it."""
        used = self.triangles.vertices[np.unique(self.triangles.faces)]
        return np.concatenate([used, on_surface(self.triangles.corners, count, 0)[0]])


def surface_points(surface: Triangles, count: int) -> tuple[Floats, Ints]:
    """Return random points on a surface, evenly distributed, and the triangle of each."""
    corners, generator = surface.corners, np.random.default_rng(0)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1) + 1e-300
    chosen = generator.choice(len(corners), count, p=areas / areas.sum())
    points: Floats = np.einsum("ij,ijk->ik", generator.dirichlet(np.ones(3), count), corners[chosen])
    return points, chosen


def deviation(one: Surface, other: Surface, samples: int = SAMPLES) -> float:
    """Return the largest distance, in metres, of points of either surface from the other one.

    Args:
        one, other: The surfaces.
        samples: The number of points on each, besides its corners.
    """
    return max(
        float(distances(one.points(samples), other.tree).max()),
        float(distances(other.points(samples), one.tree).max()),
    )


def are_near(one: Surface, other: Surface, limit: float, samples: int = SAMPLES) -> bool:
    """Return True if the deviation of two surfaces is at most a limit in metres."""
    return not (
        farther(one.points(samples), other.tree, limit).any() or farther(other.points(samples), one.tree, limit).any()
    )


@dataclass(frozen=True, eq=False)
class Convex:
    """A convex body."""

    triangles: Triangles

    @cached_property
    def surface(self) -> Surface:
        """Its surface."""
        return Surface(self.triangles)

    @cached_property
    def planes(self) -> Floats:
        """The planes of its faces, (n, 4): unit normals outwards, and their distances from the origin."""
        corners = self.triangles.corners
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        normals = normals[lengths > 0] / lengths[lengths > 0, None]
        offsets = np.einsum("ij,ij->i", normals, corners[lengths > 0, 0])
        return np.concatenate([normals, offsets[:, None]], axis=1)

    def contains(self, points: Floats, slack: float = 0.0) -> Flags:
        """Return (n,): True for points in the body, or outside by at most a slack in metres."""
        found = np.ones(len(points), dtype=np.bool_)
        for start in range(0, len(self.planes), 256):  # blocks, so that memory stays small
            part = self.planes[start : start + 256]
            found &= (points @ part[:, :3].T <= part[:, 3] + slack).all(axis=1)
        return found

    def gaps(self, points: Floats) -> Floats:
        """Return (n,): the distances of points from the body, in metres; 0 inside."""
        found = np.zeros(len(points))
        out = ~self.contains(points)
        found[out] = distances(points[out], self.surface.tree)
        return found


def convex_deviation(one: Convex, other: Convex) -> float:
    """Return the largest distance of a point of either body from the other one: exact.

    The distance from a convex body is a convex function, so that its maximum over another one is at a corner.
    """
    return max(float(one.gaps(other.triangles.vertices).max()), float(other.gaps(one.triangles.vertices).max()))

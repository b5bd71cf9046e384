"""Candidates for the centres of spheres: on the medial axis, where a sphere cannot grow further.

For a tolerance t the radius of a sphere is at most its depth plus t. Moving its centre away from the nearest point of
the surface increases its depth by the same distance, so the sphere at the medial axis contains every sphere on the
way: no other centres are needed to cover with the smallest t (spheres.md 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...mesh.triangles import Choice, Floats, Ints
from ..grids import PointIndex
from .depth import Depths, depths_of
from .samples import about
from .surface_field import GAP, SurfaceField

_STEPS = 12
_LARGEST = 0.5
"""The largest radius inside, relative to the diagonal."""
_SPARE = 0.1
"""The share by which a found neighbour may be farther than the nearest one. With exact neighbours medial points take a
third more time, and those of six links have the same mean depth within 0.2 %.
"""
_COARSE = 4000
"""The number of surface points that shrink the spheres first."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Centres, with lower bounds of their distance from outside."""

    centers: Floats
    depths: Floats

    def __len__(self) -> int:
        return len(self.depths)

    def chosen(self, which: Choice) -> Candidates:
        """Return some of the candidates."""
        return Candidates(self.centers[which], self.depths[which])

    def joined(self, others: Candidates) -> Candidates:
        """Return the candidates with others."""
        return Candidates(np.concatenate([self.centers, others.centers]), np.concatenate([self.depths, others.depths]))


@dataclass(eq=False)
class MedialAxis:
    """The depths of a solid, and candidates on its medial axis, worked out when they are first needed."""

    surface_field: SurfaceField
    _known: dict[int, Candidates] = field(default_factory=dict)

    @cached_property
    def depths(self) -> Depths:
        """The depths in the solid."""
        return depths_of(self.surface_field)

    def candidates(self, count: int) -> Candidates:
        """Return the candidates for about a number of points of the outer surface."""
        if count not in self._known:
            self._known[count] = candidates(self.surface_field, self.depths, count)
        return self._known[count]


def candidates(surface_field: SurfaceField, depths: Depths, count: int, *, gap: float = GAP) -> Candidates:
    """Return the medial points for about a number of points of the outer surface, and these points themselves.

    Args:
        surface_field: The surface.
        depths: Its depths.
        count: The approximate number of surface points.
        gap: As for :meth:`.depth.Depths.at`.
    """
    kept = about(surface_field.outer.points, count)
    points, normals = surface_field.outer.points[kept], surface_field.normals[kept]
    coarse = PointIndex(surface_field.outer.points[about(surface_field.outer.points, _COARSE)])
    both, facing = np.concatenate([points, points]), np.concatenate([normals, -normals])
    radii = _shrunk(both, facing, np.full(len(both), _LARGEST), coarse)
    radii = _shrunk(both, facing, radii, surface_field.tree)
    centers = both - radii[:, None] * facing
    centers = centers[surface_field.region.inside(centers)]
    everything = np.concatenate([centers, points, points.mean(axis=0)[None]])
    return Candidates(everything, np.clip(depths.at(everything, gap=gap), 0.0, _LARGEST))


def _shrunk(points: Floats, normals: Floats, radii: Floats, tree: PointIndex) -> Floats:
    """Return the radii of spheres that touch each point from behind and shrink until nothing is inside them."""
    radii = radii.copy()
    open_: Ints = np.arange(len(points))
    for _ in range(_STEPS):
        centers = points[open_] - radii[open_, None] * normals[open_]
        gaps, nearest = tree.nearest(centers, spare=_SPARE)
        inside = gaps < radii[open_] * (1 - 1e-3)
        open_, nearest = open_[inside], nearest[inside]
        if not len(open_):
            break
        away = points[open_] - tree.points[nearest]
        behind = np.einsum("ij,ij->i", normals[open_], away)
        squared = np.einsum("ij,ij->i", away, away)
        touching = (behind > 0) & (squared > 0)
        open_, squared, behind = open_[touching], squared[touching], behind[touching]
        radii[open_] = np.minimum(squared / (2 * behind), radii[open_])
    return radii

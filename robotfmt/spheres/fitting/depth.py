"""The depth of a point inside, which bounds the protrusion of a sphere around it (spheres.md 2.1), and so the bounds on
its radius.

A sphere (c, r) protrudes from the solid by at most r - depth(c), where depth is the distance to the solid's boundary,
negative outside. It is computed in two ways: from samples, as a lower bound, for many points; and exactly, from the
triangles, for the few final centres. Where the probe closed an opening there is no surface; the cells there bound the
depth too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Floats
from ...model import Vector3
from ...model.record import replace
from ..grids import PointIndex
from .options import FitOptions, Plane
from .region import PITCH
from .surface_field import GAP, SurfaceField

_SHALLOW = 1.8 * PITCH
"""The distance to the surface below which the grid cannot distinguish inside from outside."""
_LID = 2.5 * PITCH
"""The distance to the surface above which a cell at the border of inside closes an opening."""
_MOST_ANGLES = 30_000_000
"""The maximum number of solid angles to compute; beyond it shallow points count as outside, which is safe."""
_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True, eq=False)
class Depths:
    """Lower bounds of the depth, in relative lengths."""

    surface_field: SurfaceField
    lids: PointIndex | None
    """The cells that close openings."""

    def at(self, points: Floats, *, gap: float = GAP) -> Floats:
        """Return (n,): the depth of each point, from the samples; nearly always a lower bound.

        The nearest point on a triangle or edge has a sample of the same triangle or edge within the gap, so by
        Pythagoras the squared distance to the samples is too large by at most the squared gap. With a gap of 0 it is
        a slight overestimate.
        """
        gaps, nearest = self.surface_field.tree.nearest(points)
        below = np.einsum(
            "ij,ij->i", points - self.surface_field.outer.points[nearest], self.surface_field.normals[nearest]
        )
        inside = self.surface_field.region.inside(points)
        inside &= (gaps > _SHALLOW) | ((below <= 0) & ~self.surface_field.thin[nearest])
        depths = np.where(inside, np.sqrt(np.maximum(gaps**2 - gap**2, 0.0)), -gaps)
        return self._under_lids(points, depths, gaps)

    def exactly_at(self, points: Floats) -> Floats:
        """Return (n,): the depth of each point, from the triangles."""
        gaps = _distances(points, self.surface_field.outer_corners)
        inside = self.surface_field.region.inside(points) & (gaps > _SHALLOW)
        doubtful = np.flatnonzero(~inside & (gaps <= _SHALLOW))
        if len(doubtful) * len(self.surface_field.wound) <= _MOST_ANGLES:
            inside[doubtful] = np.abs(_winding(points[doubtful], self.surface_field.wound)) > 0.5
        if self.surface_field.leaky is not None:
            inside[doubtful] &= ~self.surface_field.leaky[self.surface_field.tree.nearest(points[doubtful])[1]]
        return self._under_lids(points, np.where(inside, gaps, -gaps), gaps)

    def _under_lids(self, points: Floats, depths: Floats, gaps: Floats) -> Floats:
        """Return the depths, reduced near a lid; the surface belongs to the solid, however near a lid is."""
        if self.lids is None:
            return depths
        below, _ = self.lids.nearest(points)
        return np.maximum(np.minimum(depths, np.maximum(below - PITCH, -PITCH)), -gaps)


def depths_of(surface_field: SurfaceField) -> Depths:
    """Return the depths for a surface field."""
    heights = surface_field.region.depths
    border = np.argwhere((heights > 0) & (heights <= 1.01 * PITCH))
    centers = surface_field.region.centers(border)
    gaps, _ = surface_field.tree.nearest(centers, _LID)
    lids = centers[np.isinf(gaps)]
    return Depths(surface_field, PointIndex(lids) if len(lids) else None)


def _distances(points: Floats, corners: Floats) -> Floats:
    """Return (n,): exact distances to the nearest of some triangles, skipping those too far away."""
    middles = corners.mean(axis=1)
    reach = np.linalg.norm(corners - middles[:, None], axis=2).max(axis=1)
    found = np.zeros(len(points))
    for i, point in enumerate(points):
        away = middles - point
        gaps = np.sqrt(np.einsum("ij,ij->i", away, away))
        near = gaps - reach <= gaps.min()
        found[i] = _nearest(point, corners[near])
    return found


def _nearest(point: Floats, corners: Floats) -> float:
    """Return the distance from a point to the nearest of some triangles."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normals = np.cross(b - a, c - a)
    squares = np.einsum("ij,ij->i", normals, normals)
    over = squares > 0
    best = np.inf
    for start, end in ((a, b), (b, c), (c, a)):
        along, away = end - start, point - start
        over &= np.einsum("ij,ij->i", np.cross(along, away), normals) >= 0
        lengths = np.einsum("ij,ij->i", along, along)
        part = np.einsum("ij,ij->i", away, along) / np.where(lengths > 0, lengths, 1.0)
        rest = away - np.clip(part, 0.0, 1.0)[:, None] * along
        best = min(best, float(np.einsum("ij,ij->i", rest, rest).min()))
    if over.any():
        heights = np.einsum("ij,ij->i", point - a[over], normals[over]) ** 2 / squares[over]
        best = min(best, float(heights.min()))
    return float(best**0.5)


def _winding(points: Floats, corners: Floats) -> Floats:
    """Return (n,): the generalised winding number, by the solid angle of every triangle."""
    found = np.zeros(len(points))
    for i, point in enumerate(points):
        for k in range(0, len(corners), _CHUNK):
            found[i] += _solid_angles(corners[k : k + _CHUNK] - point).sum()
    return found / (4 * np.pi)


def _solid_angles(corners: Floats) -> Floats:
    """Return (m,): the solid angles of triangles seen from the origin (Van Oosterom and Strackee 1983)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    lengths = np.sqrt(np.einsum("ijk,ijk->ij", corners, corners))
    la, lb, lc = lengths[:, 0], lengths[:, 1], lengths[:, 2]
    volume = np.einsum("ij,ij->i", a, np.cross(b, c))
    below = la * lb * lc
    for (u, v), w in (((a, b), lc), ((b, c), la), ((c, a), lb)):
        below = below + np.einsum("ij,ij->i", u, v) * w
    angles: Floats = 2 * np.arctan2(volume, below)
    return angles


# Bounds on radii

_ROUNDING = 3e-6
"""The rounding error of a sphere's reach, in metres."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A plane that spheres do not cross."""

    normal: Vector3
    offset: float

    def heights(self, points: Floats) -> Floats:
        """Return (n,): the heights of points above the plane; negative behind it."""
        heights: Floats = points @ np.array(self.normal) - self.offset
        return heights

    def lifted(self, points: Floats, height: float) -> Floats:
        """Return (n, 3): points moved along the normal to a common height above the plane."""
        lifted: Floats = points + np.outer(height - self.heights(points), self.normal)
        return lifted


@dataclass(frozen=True, slots=True)
class RadiusBounds:
    """The bounds on the radius of a sphere."""

    tolerance: float
    least: float = 0.0
    wall: Wall | None = None

    def radii(self, centers: Floats, depths: Floats) -> Floats:
        """Return (n,): the largest allowed radii of spheres; 0 or less where there should be none.

        Args:
            centers: (n, 3).
            depths: Lower bounds of the depth of each.
        """
        largest = depths + self.tolerance
        return self._before_wall(centers, np.where(largest < self.least, 0.0, largest))

    def last_radii(self, centers: Floats, depths: Floats) -> Floats:
        """Return (n,): the largest allowed radii of required spheres, whose least radius may protrude further."""
        return self._before_wall(centers, np.maximum(depths + self.tolerance, self.least))

    def _before_wall(self, centers: Floats, radii: Floats) -> Floats:
        return radii if self.wall is None else np.minimum(radii, self.wall.heights(centers))

    def of(self, share: float) -> RadiusBounds:
        """Return the bounds with a share of the tolerance."""
        return replace(self, tolerance=share * self.tolerance)


def radius_bounds(
    options: FitOptions, tolerance: float, surface_field: SurfaceField, growth: float = 0.0
) -> RadiusBounds:
    """Return the bounds on radii that options give.

    Args:
        options: The options of a link.
        tolerance: In metres.
        surface_field: The surface.
        growth: The length that will be added to the radii in the end, in metres.
    """
    wall = _wall(options.plane, surface_field, growth + _ROUNDING) if options.plane is not None else None
    return RadiusBounds(tolerance / surface_field.scale, options.min_radius / surface_field.scale, wall)


def _wall(plane: Plane, surface_field: SurfaceField, gap: float) -> Wall:
    offset = plane.offset + gap - float(surface_field.middle @ np.array(plane.normal))
    return Wall(plane.normal, offset / surface_field.scale)

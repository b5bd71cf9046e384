"""A surface prepared for fitting: relative lengths, samples, and its outside.

Lengths are relative: the diagonal of the surface's box is 1, its middle the origin.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from ...mesh.repair import Repaired
from ...mesh.triangles import Flags, Floats, Ints
from ...model.record import replace
from ..arrays import Spheres
from ..grids import PointIndex
from ..measuring.cells import steps_to_false
from .occupancy import Occupancy
from .region import PITCH, Cells, Region, explored, region_of, unwound
from .samples import Samples, pieces, spread, thinned

GAP = PITCH / 2
"""The gap between samples."""
_OUTER = 2.2 * PITCH
"""The distance to the outside below which a sample belongs to the outer surface."""
_WALL = 0.5
"""The share of the surface with outside on both sides above which it is not the boundary of a solid."""
_CAVITY = 3 * PITCH
"""The distance of a point from everything else above which an open surface encloses a cavity."""
_WIDTHS = (0.05, 0.1, 0.2, 0.3, 0.45, 0.65)
"""The widths of openings to try, relative to the diagonal."""
# Openings are closed well enough if nearly all of the cavity is inside; what remains is next to the openings.
_NEARLY_ALL = 0.95
_LEAKS = 0.1
"""An open part is closed by the probe if at most this share of it has outside on both sides, or on the minority side,
where grids are too coarse for thin parts.
"""
_MOST = 600_000
"""The maximum number of samples; beyond, one is kept in each small cube."""


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceField:
    """A surface with all data that fitting uses repeatedly."""

    middle: Floats
    """The middle of the box, in metres."""
    scale: float
    """The diagonal of the box, in metres."""
    corners: Floats
    """An array (m, 3, 3): the triangles."""
    closed: bool
    """True if all parts of the surface are closed."""
    samples: Samples
    outer: Samples
    """The samples next to the outside."""
    normals: Floats
    """An array (outer, 3): pointing outside; zero for triangles without area."""
    thin: Flags
    """An array (outer,): True if outside is on both sides."""
    outer_corners: Floats
    """An array (k, 3, 3): the triangles next to the outside, and small pieces of those partly next to it."""
    wound: Floats
    """An array (k, 3, 3): the triangles whose winding number determines the inside, where the grid is too coarse."""
    region: Region
    tree: PointIndex
    """The search tree of the outer samples."""
    occupancy: Occupancy | None = None
    """Where other links pass, in metres."""
    leaky: Flags | None = None
    """An array (outer,): True if outside is on both sides of an open part: near these samples nothing is inside."""

    @property
    def is_hollow(self) -> bool:
        """True if most of an open surface has outside on both sides: it is a wall, not the boundary of a solid."""
        return not self.closed and len(self.thin) > 0 and float(self.thin.mean()) > _WALL

    def price(self, points: Floats) -> Floats:
        """Return (n,): the weight of excess volume at points, in relative lengths; 1 where no other link passes."""
        if self.occupancy is None:
            return np.ones(len(points))
        return self.occupancy.price(points * self.scale + self.middle)

    def in_metres(self, spheres: Spheres) -> Spheres:
        """Return spheres in the frame of the surface, in metres."""
        return Spheres(spheres.centers * self.scale + self.middle, spheres.radii * self.scale)

    def relative(self, spheres: Spheres) -> Spheres:
        """Return spheres in the relative lengths of the surface field."""
        return Spheres((spheres.centers - self.middle) / self.scale, spheres.radii / self.scale)


def surface_field_of(surface: Repaired, fill: float | None = None) -> SurfaceField:
    """Return the surface field of a surface with a positive diagonal.

    Args:
        surface: The surface. Its closed parts have an inside each; of the others only the surface counts, and the
            volume behind openings treated as closed.
        fill: The width of openings to treat as closed, in metres; by default, and at least, 2 to 3 % of the diagonal.
    """
    corners = surface.triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    middle, scale = (low + high) / 2, float(np.linalg.norm(high - low))
    corners = (corners - middle) / scale
    everything = spread(corners, GAP)
    region = region_of(explored(everything.points, fill / scale if fill is not None else 0.0))
    bare = _Bare(middle, scale, corners, bool(surface.closed.all()), everything)
    found = bare.within(region, corners[surface.closed])
    if found.closed:
        return found
    leaky = found.thin & ~surface.closed[found.outer.faces]
    return replace(found, wound=_wound(found, surface), leaky=leaky)


def surrounded(surface_field: SurfaceField, surface: Repaired) -> SurfaceField | None:
    """Return the surface field with the volume enclosed by an open surface as inside; None if that is hardly more.

    The volume behind a wide opening is then inside if the winding number of the whole surface is high enough.
    """
    if surface_field.closed:
        return None
    everything = spread(surface_field.corners, GAP)
    reached = Cells(surface_field.region.origin, surface_field.region.depths <= 0)
    outside = unwound(reached, everything.points, _areas(surface_field.corners, everything))
    cavity = reached.outside & ~outside.outside
    if float(steps_to_false(cavity, _CAVITY / PITCH).max()) * PITCH < _CAVITY:
        return None
    bare = _Bare(surface_field.middle, surface_field.scale, surface_field.corners, surface_field.closed, everything)
    return bare.within(region_of(outside), surface_field.corners)


def closing_width(strict: SurfaceField, wide: SurfaceField) -> float | None:
    """Return the smallest width of openings to treat as closed for the enclosed volume to be inside.

    The width is in metres; None if none is sufficient.
    """
    cavity = (wide.region.depths > 0) & (strict.region.depths <= 0)
    centers = wide.region.centers(np.argwhere(cavity))
    points = spread(wide.corners, GAP).points

    def is_enough(width: float) -> bool:
        return float(explored(points, width).inside(centers).mean()) > _NEARLY_ALL

    place = bisect_left(_WIDTHS, True, key=is_enough)  # a larger probe reaches less
    return _WIDTHS[place] * wide.scale if place < len(_WIDTHS) else None


@dataclass(frozen=True, slots=True, eq=False)
class _Bare:
    """A surface field whose inside is not yet known."""

    middle: Floats
    scale: float
    corners: Floats
    closed: bool
    everything: Samples

    def within(self, region: Region, wound: Floats) -> SurfaceField:
        """Return the surface field for a region, with the triangles whose winding number determines the inside near
        them.
        """
        corners, samples = self.corners, self.everything
        seen = region.depths_at(samples.points) <= _OUTER
        outer_corners = _outer_corners(corners, samples.faces, seen, region)
        if len(samples) > _MOST:
            kept = thinned(samples.points, GAP / 2)
            samples, seen = samples.chosen(kept), seen[kept]
        outer = samples.chosen(seen)
        return SurfaceField(
            self.middle,
            self.scale,
            corners,
            self.closed,
            samples,
            outer,
            *_outward(corners, outer, region),
            outer_corners,
            wound,
            region,
            PointIndex(outer.points),
        )


def _wound(surface_field: SurfaceField, surface: Repaired) -> Floats:
    """Return the triangles of the parts that are closed, or open only where the probe cannot pass; facing outwards.

    The outside of such a part is nearly everywhere on one and the same side.
    """
    samples, count = surface_field.outer, len(surface.parts)
    facing = np.einsum("ij,ij->i", surface_field.normals, _unit_normals(surface_field.corners)[samples.faces])
    parts = surface.parts[samples.faces]

    def shares(flags: Flags) -> Floats:
        """Return (m,): the number of flagged samples of each triangle's part."""
        found: Floats = np.bincount(parts[flags], minlength=count)[surface.parts].astype(np.float64)
        return found

    thin, ahead, behind = (
        shares(surface_field.thin),
        shares(~surface_field.thin & (facing > 0)),
        shares(facing < 0),
    )
    most = np.maximum(ahead, behind)
    sealed = (np.maximum(thin, np.minimum(ahead, behind)) <= _LEAKS * most) & (most > 0)
    turned = ~surface.closed & (behind > ahead)
    corners = np.where(turned[:, None, None], surface_field.corners[:, ::-1], surface_field.corners)
    found: Floats = corners[surface.closed | sealed]
    return found


def _outer_corners(corners: Floats, faces: Ints, seen: Flags, region: Region) -> Floats:
    """Return the triangles whose samples are all next to the outside, and the outer pieces of the partly outer ones."""
    known = np.bincount(faces, minlength=len(corners))
    outer = np.bincount(faces[seen], minlength=len(corners))
    parts = pieces(corners[(outer > 0) & (outer < known)], PITCH)
    depths = np.min([region.depths_at(parts[:, k]) for k in range(3)], axis=0)
    return np.concatenate([corners[outer == known], parts[depths <= _OUTER]])


def _areas(corners: Floats, samples: Samples) -> Floats:
    """Return (n, 3): each triangle's area along its normal, divided among its samples."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    shares = np.bincount(samples.faces, minlength=len(corners))
    areas: Floats = (normals / np.maximum(shares, 1)[:, None])[samples.faces]
    return areas


def _outward(corners: Floats, outer: Samples, region: Region) -> tuple[Floats, Flags]:
    """Return unit normals that point to the less deep side, and whether both sides are outside."""
    normals = _unit_normals(corners)[outer.faces]
    ahead = region.depths_at(outer.points + 2 * PITCH * normals)
    behind = region.depths_at(outer.points - 2 * PITCH * normals)
    return np.where((ahead > behind)[:, None], -normals, normals), (ahead <= 0) & (behind <= 0)


def _unit_normals(corners: Floats) -> Floats:
    """Return unit normals (m, 3); zero for triangles without area."""
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(crossed, axis=1, keepdims=True)
    normals: Floats = np.divide(crossed, lengths, out=np.zeros_like(crossed), where=lengths > 0)
    return normals

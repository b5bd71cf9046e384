"""A surface made ready for fitting: relative lengths, samples, and where its outside is.

Lengths are relative: the diagonal of the surface's box is 1, its middle the origin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Flags, Floats, Ints, Triangles
from ..balls import Balls
from ..grids import Places
from .pieces import pieces
from .region import PITCH, Region, explore
from .samples import Samples, spread, thinned

GAP = PITCH / 2
"""Between samples."""
_OUTER = 2.2 * PITCH
"""A sample belongs to the outer surface if outside is that near."""
_WALL = 0.5
"""A surface of which a larger share has outside on both sides is no skin of a solid."""
_MOST = 600_000
"""Samples; beyond, one in each small cube has to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A surface with everything that fitting asks of it again and again."""

    middle: Floats
    """Of the box, in metres."""
    scale: float
    """The diagonal of the box, in metres."""
    corners: Floats
    """(m, 3, 3): the triangles."""
    closed: bool
    """Whether the surface has no boundary."""
    samples: Samples
    outer: Samples
    """Those that see the outside."""
    normals: Floats
    """(outer, 3): pointing outside; zero where a triangle has no area."""
    thin: Flags
    """(outer,): whether outside is on both sides."""
    outer_corners: Floats
    """(k, 3, 3): the triangles that see the outside, and small pieces of those that do so only in part."""
    region: Region
    tree: Places
    """Of the outer samples."""

    @property
    def is_hollow(self) -> bool:
        """Whether most of an open surface has outside on both sides: it is a wall, not the skin of a solid."""
        return not self.closed and len(self.thin) > 0 and float(self.thin.mean()) > _WALL

    def in_metres(self, balls: Balls) -> Balls:
        """Balls as they are in the frame of the surface."""
        return Balls(balls.centers * self.scale + self.middle, balls.radii * self.scale)

    def relative(self, balls: Balls) -> Balls:
        """Balls in the lengths of the field."""
        return Balls((balls.centers - self.middle) / self.scale, balls.radii / self.scale)


def field_of(triangles: Triangles, fill: float | None = None) -> Field:
    """The field of a surface whose box has a diagonal.

    Args:
        triangles: The surface.
        fill: Openings up to this width count as closed, in metres; by default, and at least, 2 to 3 % of the diagonal.
    """
    corners = triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    middle, scale = (low + high) / 2, float(np.linalg.norm(high - low))
    corners = (corners - middle) / scale
    closed = is_closed(triangles)
    everything = spread(corners, GAP)
    width = fill / scale if fill is not None else 0.0
    region = explore(everything.points, None if closed else _areas(corners, everything), width)
    seen = region.depths_at(everything.points) <= _OUTER
    outer_corners = _outer_corners(corners, everything.faces, seen, region)
    samples = everything
    if len(samples) > _MOST:
        kept = thinned(samples.points, GAP / 2)
        samples, seen = samples.chosen(kept), seen[kept]
    outer = samples.chosen(seen)
    normals, thin = _outward(corners, outer, region)
    tree = Places(outer.points)
    return Field(middle, scale, corners, closed, samples, outer, normals, thin, outer_corners, region, tree)


def is_closed(triangles: Triangles) -> bool:
    """Whether every edge is passed as often in one direction as in the other: the surface has no boundary."""
    places = np.ascontiguousarray(triangles.vertices + 0.0).view(np.dtype((np.void, 24))).ravel()
    _, same = np.unique(places, return_inverse=True)
    faces = same.ravel()[triangles.faces].astype(np.int64)
    start, end = faces.ravel(), faces[:, [1, 2, 0]].ravel()
    there, back = start * len(places) + end, end * len(places) + start
    return bool(np.array_equal(np.sort(there[start != end]), np.sort(back[start != end])))


def _outer_corners(corners: Floats, faces: Ints, seen: Flags, region: Region) -> Floats:
    """The triangles whose samples all see the outside, and of those with some that do the pieces that do."""
    known = np.bincount(faces, minlength=len(corners))
    outer = np.bincount(faces[seen], minlength=len(corners))
    parts = pieces(corners[(outer > 0) & (outer < known)], PITCH)
    depths = np.min([region.depths_at(parts[:, k]) for k in range(3)], axis=0)
    return np.concatenate([corners[outer == known], parts[depths <= _OUTER]])


def _areas(corners: Floats, samples: Samples) -> Floats:
    """(n, 3): each triangle's area along its normal, shared among its samples."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    shares = np.bincount(samples.faces, minlength=len(corners))
    areas: Floats = (normals / np.maximum(shares, 1)[:, None])[samples.faces]
    return areas


def _outward(corners: Floats, outer: Samples, region: Region) -> tuple[Floats, Flags]:
    """Unit normals that point to the less deep side, and whether both sides are outside."""
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(crossed, axis=1, keepdims=True)
    normals = np.divide(crossed, lengths, out=np.zeros_like(crossed), where=lengths > 0)[outer.faces]
    ahead = region.depths_at(outer.points + 2 * PITCH * normals)
    behind = region.depths_at(outer.points - 2 * PITCH * normals)
    return np.where((ahead > behind)[:, None], -normals, normals), (ahead <= 0) & (behind <= 0)

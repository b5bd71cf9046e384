"""Candidates for the centres of spheres, on the medial axis, where a sphere cannot grow further; and the choice among
them: greedy set cover, and the smallest tolerance for a number of spheres (spheres.md 2.2, 3.2).

For a tolerance t the radius of a sphere is at most its depth plus t. Moving its centre away from the nearest point of
the surface increases its depth by the same distance, so the sphere at the medial axis contains every sphere on the way:
no other centres are needed to cover with the smallest t (spheres.md 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...mesh.compiled import compiled
from ...mesh.triangles import Choice, Flags, Floats, Ints
from ..arrays import NO_SPHERES, Spheres, joined
from ..grids import PointIndex
from .depth import Depths, RadiusBounds, depths_of
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


# The choice

Singles: TypeAlias = NDArray[np.float32]
_HALVINGS = 10
_WIDEST = 1.0
"""The tolerance, relative to the diagonal, with which a single sphere covers everything."""


def cover_with(points: Floats, offered: Candidates, count: int) -> tuple[Spheres, float]:
    """Return at most a number of spheres that cover all points with the smallest tolerance, and this tolerance."""
    low, high = 0.0, _WIDEST
    best = greedy(covers(points, offered.centers, offered.depths + high), count)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        picked = greedy(covers(points, offered.centers, offered.depths + middle), count)
        if picked is None:
            low = middle
        else:
            high, best = middle, picked
    assert best is not None
    return Spheres(offered.centers[best], offered.depths[best] + high), high


def cover_within(points: Floats, offered: Candidates, bounds: RadiusBounds, most: int) -> Spheres | None:
    """Return few spheres that cover all points within their bounds; None if more than ``most`` would be needed.

    Points that no candidate covers this way come first: candidates of the last radii cover them, or spheres around
        the points.
    """
    table = covers(points, offered.centers, bounds.radii(offered.centers, offered.depths))
    is_alone = ~table.any(axis=1)
    first = _cover_alone(points[is_alone], offered, bounds, most) if is_alone.any() else NO_SPHERES
    if first is None:
        return None
    left = ~is_alone & ~covers(points, first.centers, first.radii).any(axis=1)
    picked = greedy(table[left], most - len(first))
    if picked is None:
        return None
    centers, depths = offered.centers[picked], offered.depths[picked]
    return joined([first, Spheres(centers, bounds.radii(centers, depths))])


def _cover_alone(points: Floats, offered: Candidates, bounds: RadiusBounds, most: int) -> Spheres | None:
    offered = offered.joined(Candidates(points, np.zeros(len(points))))
    spheres = Spheres(offered.centers, bounds.last_radii(offered.centers, offered.depths))
    picked = greedy(covers(points, spheres.centers, spheres.radii), most)
    return spheres.chosen(picked) if picked is not None else None


def covers(points: Floats, centers: Floats, radii: Floats) -> Flags:
    """Return (points, spheres): True where a sphere contains a point; none with a negative radius does.

    In single precision: relative lengths are at most about 1, and the proof of the cover is made elsewhere.
    """
    rows, columns = points.astype(np.float32), np.ascontiguousarray(centers.T, dtype=np.float32)
    squares = np.where(radii >= 0, radii**2, -1.0).astype(np.float32)
    found: Flags = _covers(rows, columns[0], columns[1], columns[2], squares)
    return found


def greedy(covers: Flags, most: int) -> Ints | None:
    """Return the columns that together have a true in every row: each time the one with the most new rows.

    Args:
        covers: (rows, columns).
        most: The maximum number of columns.

    Returns:
        None if they are not sufficient.
    """
    picked, is_whole = _greedy(covers, most)
    return picked if is_whole else None


@compiled
def _covers(points: Singles, x: Singles, y: Singles, z: Singles, squares: Singles) -> Flags:
    """Compare each point with all spheres; coordinates apart, so that several are compared at once."""
    found = np.empty((len(points), len(x)), np.bool_)
    for p in range(len(points)):
        a, b, c = points[p, 0], points[p, 1], points[p, 2]
        for k in range(len(x)):
            found[p, k] = (x[k] - a) ** 2 + (y[k] - b) ** 2 + (z[k] - c) ** 2 <= squares[k]
    return found


@compiled
def _greedy(covers: Flags, most: int) -> tuple[Ints, bool]:
    """Return the chosen columns, and whether they are sufficient."""
    rows, columns = covers.shape
    gains = np.zeros(columns, np.int32)
    for row in range(rows):
        gains += covers[row]
    left = np.ones(rows, np.bool_)
    picked = np.empty(min(most, columns, rows), np.int64)
    count, remaining = 0, rows
    while remaining and count < len(picked):
        best = int(gains.argmax())
        if gains[best] <= 0:
            break
        for row in range(rows):
            if left[row] and covers[row, best]:
                left[row] = False
                remaining -= 1
                gains -= covers[row]
        picked[count] = best
        count += 1
    return picked[:count], remaining == 0

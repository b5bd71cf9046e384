"""Approximate a solid with a number of spheres: the greatest intersection over union that the search finds (spheres.md
3.8), over cells with the share of each that is inside.

The first spheres are chosen greedily; then they move at random, and all that counts is the volume in each cell of a
grid. Most moves change a few cells, so a second is enough for half a million of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Floats
from ..arrays import Spheres
from .approximation_kernels import Grid, Walk, add_up, best, change, walk
from .depth import RadiusBounds, Wall
from .outside import heights_at
from .region import PITCH
from .surface_field import SurfaceField

# The cells
#
# Lengths are relative, as in :class:`robotfmt.spheres.fitting.surface_field.SurfaceField`; in
# :mod:`.approximation_kernels` their unit is a cell.

_DOUBT = 1.5 * PITCH
"""The height or depth up to which a cell of the region is exact only by its samples."""
_MARGIN, _WIDE, _FEW = 0.15, 0.3, 4
"""How far spheres may be outside of the box, relative to the diagonal: the second up to a few spheres."""
_MOST = 3_000_000
"""The largest number of cells."""


@dataclass(frozen=True, slots=True, eq=False)
class VolumeGrid:
    """The cells of a solid, and where they are."""

    low: Floats
    """The middle of the first cell."""
    pitch: float
    """The width of a cell."""
    cells: Grid

    @property
    def total(self) -> float:
        """The volume inside, in cells."""
        return float(self.cells.shares.sum(dtype=np.float64))

    def relative(self, rows: Floats) -> Spheres:
        """Return spheres in relative lengths."""
        return Spheres(rows[:, :3] * self.pitch + self.low, rows[:, 3] * self.pitch)

    @property
    def counted(self) -> tuple[float, int]:
        """The volume inside that the counted spheres contain, in cells, and the number of cells that they contain."""
        covered = self.cells.counts > 0
        return float(self.cells.shares[covered].sum(dtype=np.float64)), int(np.count_nonzero(covered))

    @property
    def iou(self) -> float:
        """The intersection over union of the solid and the counted spheres."""
        shared, cells = self.counted
        return shared / (self.total + cells - shared)


def volume_grid(surface_field: SurfaceField, count: int, inside: int, pinned: Spheres, wall: Wall | None) -> VolumeGrid:
    """Return the cells of a solid.

    Args:
        surface_field: The solid.
        count: The number of spheres.
        inside: About how many cells are inside.
        pinned: Spheres that are there already.
        wall: The plane that no sphere crosses.
    """
    margin, points = _MARGIN if count > _FEW else _WIDE, surface_field.corners.reshape(-1, 3)
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    volume = max(surface_field.region.volume / inside, float(np.prod(high - low)) / _MOST)
    pitch = volume ** (1 / 3)
    shape = tuple(np.ceil((high - low) / pitch).astype(int) + 1)
    places = low + pitch * np.indices(shape).reshape(3, -1).T
    depths = (-_heights(surface_field, places, pitch) / pitch).reshape(shape)
    shares = np.clip(0.5 + depths, 0.0, 1.0).astype(np.float32)
    spots = np.argwhere(depths > 0.5)
    plane = np.array([0.0, 0.0, 0.0, np.inf])
    if wall is not None:
        plane[:3], plane[3] = wall.normal, (low @ wall.normal - wall.offset) / pitch
    counts = np.zeros(len(places), np.int16)
    for center, radius in zip(pinned.centers, pinned.radii, strict=True):
        counts += np.linalg.norm(places - center, axis=1) <= radius
    return VolumeGrid(low, pitch, Grid(shares, counts.reshape(shape), spots, depths[tuple(spots.T)], plane))


def _heights(surface_field: SurfaceField, places: Floats, pitch: float) -> Floats:
    """Return (n,): how high places are above the solid, negative inside; exact near the surface."""
    region = surface_field.region
    indices = np.floor((places - region.origin) / PITCH).astype(np.int64)
    within = np.flatnonzero(((indices >= 0) & (indices < region.heights.shape)).all(axis=1))
    i, j, k = indices[within].T
    rough = region.heights[i, j, k].astype(np.float64) - region.depths[i, j, k]
    found = np.ones(len(places))
    found[within] = rough
    near = within[np.abs(rough) <= _DOUBT + pitch]
    found[near] = heights_at(surface_field, places[near])
    return found


# The spheres

_CELLS, _EACH, _MOST_CELLS = 20_000, 600, 150_000
"""The least number of cells inside, that for each sphere, and the largest number."""
_OFFERED = 1000
"""The number of centres on offer."""
_SIZES = (1.0, 1.15, 1.3, 1.5)
"""The radii on offer, relative to the depth."""
_PRICE = 0.7
"""The price of volume outside in the greedy choice: at an optimum it is the intersection over union."""
_MOVES = 2500
"""The number of moves for each sphere. Twice as many with 8 and 16 spheres lead to the same mean of six links, .73 and
.79.
"""
_HEAT = 0.016
"""The loss that a move may have at first, divided by the number of spheres."""
_JUMPS = 0.05
_SMALLEST = 0.8
"""The smallest radius, in cells."""
_EMPTY = 0.5
"""The volume in cells for each sphere below which a solid has none to approximate."""

_NOTHING: Floats = np.array([0.0, 0.0, 0.0, -1.0])
"""A sphere that contains nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Approximation:
    """Spheres that imitate a solid without covering it, with lengths relative to its size as in
    :class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.
    """

    spheres: Spheres
    iou: float
    """The intersection over union with the solid."""


def approximation(
    surface_field: SurfaceField,
    count: int,
    random: np.random.Generator,
    *,
    bounds: RadiusBounds,
    pinned: Spheres,
    favour: float = 1.0,
    effort: float = 1.0,
) -> Approximation | None:
    """Return a number of spheres that approximate a solid; None if it has no volume, or is only a wall.

    Args:
        surface_field: The solid.
        count: The number of spheres.
        random: The source of random numbers.
        bounds: The least radius, and the plane that no sphere crosses.
        pinned: Spheres that are there already.
        favour: The weight of the volume inside that is left out, relative to the volume outside.
        effort: The factor on the number of moves.
    """
    if surface_field.is_hollow:
        return None
    grid = volume_grid(surface_field, count, _inside(count), pinned, bounds.wall)
    if grid.total < _EMPTY * count or not len(grid.cells.spots):
        return None
    smallest = max(_SMALLEST, bounds.least / grid.pitch)
    rows = _first(grid, count, random, smallest, _PRICE / favour)
    moves, seed = max(round(effort * _MOVES * count), 1), int(random.integers(1 << 31))
    plan = Walk(moves, favour, _HEAT / count, _JUMPS, smallest, seed)
    found = walk(grid.cells, rows, *grid.counted, grid.total, plan)
    return Approximation(grid.relative(found), grid.iou)


def iou_of(surface_field: SurfaceField, spheres: Spheres) -> float:
    """Return the intersection over union of a solid and some spheres."""
    return volume_grid(surface_field, len(spheres), _inside(len(spheres)), spheres, None).iou


def _inside(count: int) -> int:
    """Return the number of cells inside for a number of spheres."""
    return min(max(_CELLS, _EACH * count), _MOST_CELLS)


def _first(grid: VolumeGrid, count: int, random: np.random.Generator, smallest: float, price: float) -> Floats:
    """Return the greedy choice among places inside, the deep ones more often."""
    spots, depths = grid.cells.spots, grid.cells.depths
    some = min(_OFFERED, len(spots))
    drawn = np.sort(random.choice(len(spots), size=some, replace=False, p=depths / depths.sum()))
    places = spots[drawn].astype(np.float64)
    ends = np.array(grid.cells.shares.shape) - 1 - places
    most = np.minimum(np.minimum(places, ends).min(axis=1), grid.cells.plane[3] + places @ grid.cells.plane[:3])
    radii = np.maximum(np.outer(depths[drawn], _SIZES), smallest)
    offered = most >= smallest
    return _chosen(grid, places[offered], np.minimum(radii, most[:, None])[offered], count, price)


def _chosen(grid: VolumeGrid, places: Floats, radii: Floats, count: int, price: float) -> Floats:
    """Return spheres that one after the other contain most: the volume inside, less a price for that outside."""
    shape = grid.cells.shares.shape
    found, sums = np.zeros((count, 4)), np.zeros((*shape[:2], shape[2] + 1))
    gains = np.full(len(places), np.inf)
    for sphere in found:
        add_up(grid.cells, sums, price)
        place, size = best(sums, places, radii, np.argsort(-gains, kind="stable"), gains)
        sphere[:3], sphere[3] = places[place], radii[place, size]
        change(grid.cells, _NOTHING, sphere, 1)
    return found

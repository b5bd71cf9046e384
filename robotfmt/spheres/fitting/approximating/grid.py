"""The cells of a solid for its approximation: the share of each that is inside.

Lengths are relative, as in :class:`robotfmt.spheres.fitting.surface_field.SurfaceField`, those of
:mod:`.kernels` are cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Floats
from ...arrays import Spheres
from ..outside import heights_at
from ..radius_bounds import Wall
from ..region import PITCH
from ..surface_field import SurfaceField
from .kernels import Grid

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

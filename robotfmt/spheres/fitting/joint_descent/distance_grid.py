"""Determine the side of a surface on which places are, quickly and roughly: interpolated between the middles of cells.

This is sufficient for slopes, which are means of many places; a search for the nearest samples takes twenty times as
long.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.compiled import compiled
from ....mesh.triangles import Flags, Floats
from ..outside import LAYER, heights_at
from ..region import PITCH
from ..surface_field import SurfaceField

_BAND = 1.01 * PITCH
"""The number of cells around the surface."""


@dataclass(frozen=True, slots=True, eq=False)
class DistanceGrid:
    """The height of the middles of cells outside; negative inside, including the ignored layer."""

    origin: Floats
    heights: Floats
    """An array (i, j, k), in relative lengths: the height of each cell of the grid."""

    def is_outside(self, places: Floats) -> Flags:
        """Return (n,): True for places outside."""
        found: Flags = _interpolated(self.heights, (places - self.origin) / PITCH - 0.5) > 0
        return found


def distance_grid(surface_field: SurfaceField) -> DistanceGrid:
    """Return the band around a surface: in it the distances are exact."""
    region = surface_field.region
    heights = region.heights.astype(np.float64) - region.depths
    cells = np.argwhere(np.abs(heights) <= _BAND)
    heights[tuple(cells.T)] = heights_at(surface_field, region.centers(cells))
    return DistanceGrid(region.origin, heights - LAYER)


@compiled
def _interpolated(grid: Floats, places: Floats) -> Floats:
    """Return (n,): interpolated values of a grid, at places in its cells; infinite beyond them."""
    found = np.full(len(places), np.inf)
    for p in range(len(places)):
        i, j, k = np.floor(places[p, 0]), np.floor(places[p, 1]), np.floor(places[p, 2])
        if min(i, j, k) < 0 or i + 1 >= grid.shape[0] or j + 1 >= grid.shape[1] or k + 1 >= grid.shape[2]:
            continue
        x, y, z = places[p, 0] - i, places[p, 1] - j, places[p, 2] - k
        total = 0.0
        for a in range(2):
            for b in range(2):
                for c in range(2):
                    share = (x if a else 1 - x) * (y if b else 1 - y) * (z if c else 1 - z)
                    total += share * grid[int(i) + a, int(j) + b, int(k) + c]
        found[p] = total
    return found

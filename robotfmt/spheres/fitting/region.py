"""The outside of a surface: a grid that a probe sphere explores from the corner (spheres.md 1.2).

The surface may be open; openings narrower than the probe are treated as closed, and everything that the probe cannot
reach is inside. Parts that it reaches inside an open shell are still inside if the winding number is high. Lengths
are relative: the diagonal of the surface's box is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...mesh.triangles import Flags, Floats, Ints
from ..grids import folded
from ..measuring.cells import cells_at, near_cells, part_of_corner, steps_to_false

CELLS = 96
"""The number of cells along the diagonal."""
PITCH = 1 / CELLS
_PROBE = 1.2
"""The minimum radius of the probe, in cells."""
_MARGIN = 14
"""The number of cells around the surface's box."""
_COARSE = 2
"""The size of the winding number's grid cells, in cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """The depth inside or the height outside of each cell."""

    origin: Floats
    heights: NDArray[np.float32]
    """(i, j, k): distance to the nearest cell inside; 0 inside."""
    depths: NDArray[np.float32]
    """(i, j, k): distance to the nearest cell outside; 0 outside."""

    def depths_at(self, points: Floats) -> Floats:
        """Return (n,): the depth of points inside, to within a cell; 0 outside."""
        found: Floats = cells_at(self.depths, points, self.origin, PITCH).astype(np.float64)
        return found

    def inside(self, points: Floats) -> Flags:
        """Return (n,): True for points in cells inside."""
        return self.depths_at(points) > 0

    def centers(self, cells: Ints) -> Floats:
        """Return the middles of cells, (n, 3) indices."""
        return self.origin + (cells + 0.5) * PITCH

    @property
    def volume(self) -> float:
        """The volume of the inside; cells at the surface count half."""
        grid = np.count_nonzero((self.depths > 0) & (self.depths <= PITCH))
        return (np.count_nonzero(self.depths > 0) - grid / 2) * PITCH**3


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The cells of the box of a surface, and around it."""

    origin: Floats
    outside: Flags
    """(i, j, k): True for cells outside."""

    def inside(self, centers: Floats) -> Flags:
        """Return (n,): True for centres of cells that are inside."""
        found: Flags = ~cells_at(self.outside, centers, self.origin, PITCH)
        return found


def region_of(cells: Cells) -> Region:
    """Return the region of a surface, given its outside."""
    heights, depths = steps_to_false(cells.outside), steps_to_false(~cells.outside)
    return Region(cells.origin, PITCH * heights, PITCH * depths)


def explored(points: Floats, fill: float = 0.0) -> Cells:
    """Return the cells of a surface that the probe reaches.

    Args:
        points: Points on the surface, at most half a cell apart.
        fill: The width of openings that the probe must not pass.
    """
    probe = max(_PROBE, min(fill, 1.0) / 2 / PITCH)  # no opening is wider than the diagonal
    margin = max(_MARGIN, int(np.ceil(probe)) + 2)
    low, high = points.min(axis=0), points.max(axis=0)
    origin = low - margin * PITCH
    shape = tuple(np.ceil((high - low) / PITCH).astype(int) + 2 * margin)
    surface = np.zeros(shape, dtype=np.bool_)
    surface[tuple(np.floor((points - origin) / PITCH).astype(np.int64).T)] = True
    free = ~near_cells(surface, probe)
    return Cells(origin, near_cells(part_of_corner(free), probe) & ~surface)


def unwound(cells: Cells, points: Floats, areas: Floats) -> Cells:
    """Return the cells that are outside and around which an open surface hardly winds.

    Args:
        cells: The cells that the probe reaches.
        points: Points on the surface.
        areas: (n, 3): the area that each point represents, along the normal.
    """
    winding = _winding(points, areas, cells.origin, cells.outside.shape)
    return Cells(cells.origin, cells.outside & (np.abs(winding) < 0.5))


def _winding(points: Floats, areas: Floats, origin: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the winding number at every cell: the dipoles of the surface on a coarse grid, convolved with their
    field.
    """
    coarse = tuple(-(-n // _COARSE) for n in shape)
    cells = np.floor((points - origin) / (PITCH * _COARSE)).astype(np.int64)
    flat = np.ravel_multi_index(tuple(cells.T), coarse)
    size = int(np.prod(coarse))
    loads = [np.bincount(flat, weights=areas[:, axis], minlength=size).astype(np.float32) for axis in range(3)]
    fine = folded([each.reshape(coarse) for each in loads], _dipole(coarse))
    for axis in range(3):
        fine = fine.repeat(_COARSE, axis=axis)
    return fine[: shape[0], : shape[1], : shape[2]]


def _dipole(shape: tuple[int, ...]) -> list[NDArray[np.float32]]:
    """Return for each axis, (...): the contribution of a unit of area along it to the winding number around it."""
    width = PITCH * _COARSE
    away = np.meshgrid(*[(np.arange(2 * n - 1) - (n - 1)) * width for n in shape], indexing="ij", sparse=True)
    gap = np.maximum(np.sqrt(sum(each**2 for each in away)), width)
    weights = -1 / (4 * np.pi * gap**3)
    return [(each * weights).astype(np.float32) for each in away]

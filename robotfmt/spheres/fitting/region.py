"""Where outside is: a grid that a probe sphere explores from the corner (spheres.md 1.2).

The surface may be open; openings narrower than the probe count as closed, and what the probe cannot reach is
inside. What it reaches inside an open shell is inside all the same where the winding number says so. Lengths
are relative: the diagonal of the surface's box is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...mesh.triangles import Flags, Floats, Ints
from ..grids import folded, part_of_corner, steps_to_false

CELLS = 96
"""Along the diagonal."""
PITCH = 1 / CELLS
_PROBE = 1.2
"""Radius of the probe, in cells, at least."""
_MARGIN = 14
"""Cells around the surface's box."""
_COARSE = 2
"""How many cells wide the cells of the winding number's grid are."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """For each cell how deep inside or how far outside it is."""

    origin: Floats
    heights: NDArray[np.float32]
    """(i, j, k): distance to the nearest cell inside; 0 inside."""
    depths: NDArray[np.float32]
    """(i, j, k): distance to the nearest cell outside; 0 outside."""

    def depths_at(self, points: Floats) -> Floats:
        """(n,): how deep inside points are, to within a cell; 0 outside."""
        cells = np.floor((points - self.origin) / PITCH).astype(np.int64)
        within = np.all((cells >= 0) & (cells < self.depths.shape), axis=1)
        found = np.zeros(len(points))
        found[within] = self.depths[tuple(cells[within].T)]
        return found

    def inside(self, points: Floats) -> Flags:
        """(n,): whether points are in cells inside."""
        return self.depths_at(points) > 0

    def centers(self, cells: Ints) -> Floats:
        """Return the middles of cells, (n, 3) indices."""
        return self.origin + (cells + 0.5) * PITCH

    @property
    def volume(self) -> float:
        """Of the inside, the cells that the surface runs through by half."""
        grid = np.count_nonzero((self.depths > 0) & (self.depths <= PITCH))
        return (np.count_nonzero(self.depths > 0) - grid / 2) * PITCH**3


def explore(points: Floats, areas: Floats | None = None, fill: float = 0.0) -> Region:
    """Return the region of a surface.

    Args:
        points: On the surface, at most half a cell apart.
        areas: (n, 3): the area that each point stands for, along the normal; given for surfaces that are
            open.
        fill: The width of openings that the probe shall not pass.
    """
    probe = max(_PROBE, min(fill, 1.0) / 2 / PITCH)  # no opening is wider than the diagonal
    margin = max(_MARGIN, int(np.ceil(probe)) + 2)
    low, high = points.min(axis=0), points.max(axis=0)
    origin = low - margin * PITCH
    shape = tuple(np.ceil((high - low) / PITCH).astype(int) + 2 * margin)
    surface = np.zeros(shape, dtype=np.bool_)
    surface[tuple(np.floor((points - origin) / PITCH).astype(np.int64).T)] = True
    free = steps_to_false(~surface) > probe
    outside: Flags = (steps_to_false(~part_of_corner(free)) <= probe) & ~surface
    if areas is not None:
        outside &= np.abs(_winding(points, areas, origin, shape)) < 0.5
    return Region(origin, PITCH * steps_to_false(outside), PITCH * steps_to_false(~outside))


def _winding(points: Floats, areas: Floats, origin: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the winding number at every cell: the dipoles of the surface on a coarse grid, folded with their field."""
    coarse = tuple(-(-n // _COARSE) for n in shape)
    cells = np.floor((points - origin) / (PITCH * _COARSE)).astype(np.int64)
    flat = np.ravel_multi_index(tuple(cells.T), coarse)
    total = np.zeros(coarse)
    for axis, field in enumerate(_dipole(coarse)):
        load = np.bincount(flat, weights=areas[:, axis], minlength=total.size)
        total += folded(load.reshape(coarse).astype(np.float64), field)
    fine: Floats = np.asarray(total)
    for axis in range(3):
        fine = fine.repeat(_COARSE, axis=axis)
    return fine[: shape[0], : shape[1], : shape[2]]


def _dipole(shape: tuple[int, ...]) -> Floats:
    """(3, ...): what a unit of area along each axis adds to the winding number around it."""
    width = PITCH * _COARSE
    away = np.stack(np.meshgrid(*[(np.arange(2 * n - 1) - (n - 1)) * width for n in shape], indexing="ij"))
    gap = np.maximum(np.sqrt((away**2).sum(axis=0)), width)
    field: Floats = -away / (4 * np.pi * gap**3)
    return field

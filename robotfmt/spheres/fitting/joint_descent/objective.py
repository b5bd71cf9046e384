"""The objective: samples that spheres have to cover, and points outside, which represent excess volume."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from ....mesh.triangles import Flags, Floats
from ....model.record import replace
from .. import covering
from ..blocks import Blocks, blocks_of, chosen
from ..counted_cover import Cloud
from . import kernels
from .distance_grid import DistanceGrid


@dataclass(frozen=True, eq=False)
class Objective:
    """A surface in samples, and the points outside it. Spheres are rows of x, y, z, radius, and cover all samples."""

    grid: DistanceGrid
    """The grid of the solid."""
    surface: Blocks
    """The samples."""
    outside: Blocks
    directions: int
    """Points on each sphere at which its surface is evaluated."""
    depth: float
    """The allowed depth of samples outside: radii are reduced by it in the end."""
    others: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    """Spheres that do not move: samples and points in them are left out."""

    def beside(self, others: Floats) -> Objective:
        """Return the objective for some of the spheres if the others do not move."""
        surface = chosen(self.surface, ~covering.covered(self.surface, others))
        outside = chosen(self.outside, ~covering.covered(self.outside, self.final(others)))
        return replace(self, surface=surface, outside=outside, others=np.concatenate([self.others, others]))

    def moved(self, rows: Floats, free: Flags, way: Callable[[Objective, Floats], Floats]) -> Floats:
        """Return spheres after moving some of them for the objective that the others leave; the others stay."""
        found = rows.copy()
        found[free] = way(self.beside(rows[~free]), rows[free])
        return found

    @property
    def samples(self) -> Floats:
        """An array (n, 3)."""
        return self.surface.points

    def grown(self, rows: Floats) -> Floats:
        """Return spheres grown to cover all samples."""
        found = rows.copy()
        covering.grow(self.surface, found)
        return found

    def tightened(self, rows: Floats, most: float) -> Floats:
        """Return spheres that still cover all samples, each reduced by at most a length."""
        found = rows.copy()
        covering.tighten(self.surface, found, most)
        return found

    def final(self, rows: Floats) -> Floats:
        """Return the final spheres."""
        found = rows.copy()
        found[:, 3] = np.maximum(found[:, 3] - self.depth, 0.0)
        return found

    def weight(self, rows: Floats) -> float:
        """Return the approximate final excess volume."""
        return covering.weigh(self.outside, self.final(rows))

    def slope(self, rows: Floats) -> Floats:
        """Return (spheres, 4): the derivatives of the excess volume by the places and the radii of spheres.

        They are the exposed area, along its normals: the derivative of a union's volume.
        """
        rows = self.final(rows)
        hiding, directions = np.concatenate([rows, self.final(self.others)]), _spiral(self.directions)
        points, owners, ways = kernels.exposed(hiding, len(rows), directions)
        bare = self.grid.is_outside(points)
        owners, ways = owners[bare], ways[bare]
        areas = 4 * np.pi * rows[owners, 3] ** 2 / self.directions
        moves = [areas * directions[ways, axis] for axis in range(3)]
        sums = [np.bincount(owners, weights=each, minlength=len(rows)) for each in (*moves, areas)]
        found: Floats = np.array(sums, dtype=np.float64).T
        return found


@cache
def _spiral(count: int) -> Floats:
    """Return directions from pole to pole, each for an equal area of a sphere."""
    heights = 1 - 2 * (np.arange(count) + 0.5) / count
    turns, rings = np.arange(count) * np.pi * (3 - np.sqrt(5)), np.sqrt(1 - heights**2)
    found: Floats = np.stack([rings * np.cos(turns), rings * np.sin(turns), heights], axis=1)
    return found


def objective_of(grid: DistanceGrid, samples: Floats, outside: Cloud, directions: int, depth: float = 0.0) -> Objective:
    """Return an objective; its samples are reordered."""
    weighing = blocks_of(outside.points, outside.weights)
    return Objective(grid, blocks_of(samples), weighing, directions, depth)

"""Move all spheres at once to minimise the excess volume, each time within a trust region in which all samples stay
covered (spheres.md 3.4).

The excess volume grows as the area that shows outside, along its normals; the depth of a sample in the union is
smoothed, so that where two spheres meet one may take over from the other. The best step by these slopes is a linear
program; it is accepted if the spheres, grown until they cover all samples again, have less outside (sequential linear
programming with a trust region: Griffith and Stewart, Management Science 7, 1961).

Measured with 32 spheres on six links: from greedy covers half a second leads about as far as annealing of one sphere at
a time in more than one; :mod:`.search` improves it further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from ....mesh.triangles import Flags, Floats
from ....model.record import replace
from .. import covering
from ..counted_cover import Cloud
from ..covering import Blocks, blocks_of, chosen
from ..outside import DistanceGrid
from . import kernels
from .program import Limits, Steps

# The objective


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
    price: Callable[[Floats], Floats] = field(default=lambda points: np.ones(len(points)))
    """The weight of excess volume at points, (n,)."""
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
        """Return the spheres with their radii reduced by the permitted depth."""
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
        points, owners, ways = points[bare], owners[bare], ways[bare]
        areas = 4 * np.pi * rows[owners, 3] ** 2 / self.directions * self.price(points)
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


# Steps

_SOFT = 0.5
"""The smoothing of the maximum depth, relative to the step."""
_MARGIN = 0.7
"""The apparent additional depth of two equal depths, relative to the smoothing (log 2)."""
_REACH = 1.0, 2.0
"""The depth up to which samples are considered, in steps and in smoothing lengths. A step can uncover deeper samples,
for which spheres then grow: with 1.2 and 3 six links have the same excess volume, in 1.05 times the time.
"""
# The factors of the step after one that has clearly reduced the excess volume, and after one that has not.
_LONGER, _SHORTER = 1.2, 0.5
_SLOW = 5e-4
"""The relative gain below which steps get shorter."""
_TIGHTER = 0.4
"""The amount by which spheres may shrink after a step, one by one, relative to the step."""
_SMALLEST = 1e-3
"""No sphere gets a smaller radius."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The step length of spheres, relative to the diagonal, and the number of steps."""

    first: float
    last: float
    most: int


def descended(objective: Objective, rows: Floats, pace: Pace) -> tuple[Floats, float]:
    """Return spheres that cover all samples, improved by steps, and the weight of their excess volume.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4): the initial spheres.
        pace: The step lengths.
    """
    best = objective.grown(rows)
    least, slope, step, steps = objective.weight(best), objective.slope(best), pace.first, Steps()
    for _ in range(pace.most):
        tried = stepped(objective, best, slope, step, steps)
        weight = objective.weight(tried) if tried is not None else np.inf
        step *= _LONGER if weight < (1 - _SLOW) * least else _SHORTER
        if tried is not None and weight < least:
            best, least, slope = tried, weight, objective.slope(tried)
        if step < pace.last:
            break
    return best, least


def is_idle(rows: Floats) -> Flags:
    """Return (spheres,): True for spheres that have shrunk to nearly nothing, because others cover their samples."""
    found: Flags = rows[:, 3] <= 2 * _SMALLEST
    return found


def stepped(objective: Objective, rows: Floats, slope: Floats, step: float, steps: Steps) -> Floats | None:
    """Return spheres after the most promising step down a slope, covering all samples. None if there is no such step.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4).
        slope: (spheres, 4): the derivatives of the objective by places and radii.
        step: The largest change of places and radii.
        steps: The previous steps of the same spheres.
    """
    soft = _SOFT * step
    reach = _REACH[0] * step + _REACH[1] * soft
    samples, starts, owners, slopes, depths = kernels.shares(objective.surface, rows, soft, reach)
    limits = Limits(samples, starts, owners, slopes)
    way = steps.best(slope, limits, depths - _MARGIN * soft, step)
    if way is None:
        return None
    tight = objective.tightened(objective.grown(rows + way), _TIGHTER * step)
    np.maximum(tight[:, 3], _SMALLEST, out=tight[:, 3])
    return tight

"""Cover a surface with a number of spheres, with as little excess volume as the search finds (spheres.md 5.3).

The best of several arrangements, most of them greedy covers with some of the candidates, is changed repeatedly. With
more effort several are, and the better half continues, until one is left. Finally, samples become denser where spheres
are shallow, and pieces of the surface that the proof finds open become samples, so the proof has little to add. Lengths
are relative, as in
:class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import cycle, islice

import numpy as np

from ...mesh.triangles import Floats
from ...model.record import replace
from ..arrays import Spheres, from_rows
from .annealing import Schedule, random_walk
from .candidates import candidates, cover_with
from .counted_cover import Cloud
from .depth import depths_of
from .joint_descent.descent import Objective, Pace, descended, is_idle, objective_of
from .joint_descent.kernels import shallow, stand_in
from .joint_descent.search import searched
from .outside import DistanceGrid, all_points, distance_grid
from .samples import about, thinned
from .shrink import enclosing_center, filled
from .surface_field import SurfaceField

_MEDIAL = 2000
"""The largest number of surface points for which medial points are computed: each gives about two candidates."""
_TABLE = 1000
"""The number of samples, and of candidates, in the set cover of few spheres."""
_SAMPLES, _CANDIDATES = 64, 96
"""Their numbers for each of many spheres: 1000 samples can be covered exactly with 50 of 64 spheres. With 64 spheres on
six links initial arrangements have 7 to 10 % less excess volume than with 1000 of both, after their descent, and final
ones have the same after two thirds of the changes.
"""
_SURFACE, _OUTSIDE = 24_000, 24_000
"""The number of samples, and of points outside. With 4000 samples the best arrangements have gaps at edges: closing
them costs 2 %. With 12,000 and 16,000 six links have 1 to 3 % more excess volume, in nine tenths of the time.
"""
_LEAST_SURFACE, _LEAST_OUTSIDE = 4000, 12_000
"""The minimum numbers of samples and of points outside, however small the effort."""
_COVERS = 3
"""The number of greedy covers among the initial arrangements for each unit of effort. With two instead of three six
links with 32 spheres have 0.5 to 1 % more excess volume, within the luck of five seeds, in nine tenths of the time.
"""
_FEW = 16
"""The number of spheres up to which random walks are among the initial arrangements, and one greedy cover less: with
all three, six links with 8 and 16 spheres have no less excess volume.
"""
_WALKS = ((0.4, 0.08), (0.4, 0.24), (0.25, 0.024), (1.25, 0.08))
"""Price for each sphere and heat for all of them: the best combination differs from link to link."""
_WALKERS = 24
"""The number of spheres in all walks. With 32 six links with 8 spheres have the same excess volume, after a tenth more
time; with 16 they have 1 % more.
"""
_MOVES, _WALKED = 2500, 4000
"""The numbers of moves and of samples of each walk. With 4000 and 12,000 of them six links with 8 and 16 spheres have
the same excess volume in the mean, after a fifth more time.
"""
_STEP = 0.25
"""The first steps of a random walk, relative to the protrusion of the spheres."""
_ROUNDS, _MOST_ROUNDS = 2, 24
"""The changes tried for each sphere, and the maximum for all of them: 32 give six links with 32 and 64 spheres 1 % less
excess volume, in 1.2 times the time. Of more spheres than ``_MANY`` fewer are tried.
"""
_KEPT, _EACH = 4, 2.0
"""The maximum number of arrangements that are searched further, and the effort for each: changes to one arrangement
are worth more than a choice among several, until there are many of them.
"""
_MANY = 32
"""The number of spheres above which there are fewer initial arrangements, because linear programs for all spheres take
long.
"""
_SHORT, _CALM = Pace(8e-3, 5e-4, 20), Pace(8e-3, 5e-4, 30)
"""The paces of initial arrangements of many spheres, and of few. Few are cheap, and their initial arrangements differ
more: on a Panda's link 5 with 8 spheres, a choice after 12 steps is 10 % worse.
"""
_DIRECTIONS, _MORE_DIRECTIONS = 100, 150
_LAST = (
    (0.004, 0.012, Pace(4e-3, 1e-3, 10)),
    (0.002, 0.004, Pace(1e-3, 2e-4, 6)),
    (0.001, 0.0015, Pace(2e-4, 5e-5, 4)),
)
"""The size of pieces, the depth up to which they count, and the pace. With twice as many steps 64 spheres on six links
have the same excess volume, within the luck of two seeds; so they do with pieces up to half as deep again, or twice as
many directions.
"""
_OPEN, _CLOSED = 6e-5, 0.5
"""The size of pieces that the proof finds open, and the least effort with which they are closed before it. With less,
the smallest pieces are left to the proof too: a UR10's links with 8 spheres have 0.3 % more excess volume, in 0.87
times the time.
"""
_CLOSING = Pace(1e-4, 2e-5, 4)
"""With twice as many steps six links have the same excess volume; with none those with 64 spheres have 1.5 % more."""


def fit_count(
    surface_field: SurfaceField,
    count: int,
    random: np.random.Generator,
    effort: float = 1.0,
    depth: float = 0.0,
) -> Spheres:
    """Return at most a number of spheres that cover the samples of a surface, and a little beyond them.

    Args:
        surface_field: The surface.
        count: The number of spheres.
        random: The source of random numbers.
        effort: The factor on the number of initial arrangements and of changes; below 1 samples are fewer too.
        depth: The length by which all radii will be reduced: the excess volume after that is minimised.
    """
    if count == 1 and not depth:  # the smallest sphere has the least excess volume, but not one that leaves parts out
        return single(surface_field)
    points = surface_field.samples.points
    samples = points[about(points, part(effort, _SURFACE, _LEAST_SURFACE))]
    search = _Search(surface_field, distance_grid(surface_field), samples, count, random, effort, depth)
    return search.refined(search.best())


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """Searches for spheres that cover all samples, with little excess volume."""

    surface_field: SurfaceField
    grid: DistanceGrid
    samples: Floats
    count: int
    random: np.random.Generator
    effort: float
    depth: float

    def best(self) -> Floats:
        """Return rows of x, y, z, radius: half as many arrangements each time, until one is left."""
        points = self._outside()
        objective = self._objective(self.samples, points, _DIRECTIONS)
        starts = (filled(spheres, objective.surface, self.count).rows for spheres in self._starts())
        pace = _CALM if self.count <= _FEW else _SHORT
        found = _best((descended(objective, rows, pace) for rows in starts), self._kept())
        levels = int(np.ceil(np.log2(len(found)))) + 1
        for _ in range(levels):
            rounds = max(1, round(self._rounds() / levels / len(found)))
            found = [searched(objective, rows, rounds, self.random) for rows, _ in found]
            found = _best(found, (len(found) + 1) // 2)
        return found[0][0]

    def _starts(self) -> list[Spheres]:
        """Return greedy covers with some of the candidates, and, for few spheres, random walks from them."""
        is_few = self.count <= _FEW
        rows, columns = (_TABLE, _TABLE) if is_few else (_SAMPLES * self.count, _CANDIDATES * self.count)
        number = max(1, int(_COVERS * self._share()) - is_few)
        medial = min(_MEDIAL, number * columns // 2)
        offered = candidates(self.surface_field, depths_of(self.surface_field), medial, gap=0.0)
        samples, found = self._about(rows), []
        for _ in range(number):
            some = np.sort(self.random.permutation(len(offered))[:columns])
            found.append(cover_with(samples, offered.chosen(some), self.count))
        covers = [spheres for spheres, _ in found]
        return covers + self._random_walks(*found[0]) if is_few else covers

    def _random_walks(self, start: Spheres, tolerance: float) -> list[Spheres]:
        """Return the ends of walks; the protrusion of the initial spheres determines the step length."""
        samples, outside = self._about(_WALKED), all_points(self.surface_field, _WALKED // 2, self.random)
        step, found = _STEP * (tolerance + 0.01), []
        walks, moves = max(1, round(_WALKERS / self.count * self.effort)), part(self.effort, _MOVES, 1)
        for price, heat in islice(cycle(_WALKS), walks):
            schedule = Schedule(moves, heat / self.count, 1e-5, price * self.count)
            seed = int(self.random.integers(1 << 31))
            found.append(random_walk(samples, outside, start, self.count, step, schedule, seed))
        return found

    def _outside(self) -> Cloud:
        return all_points(self.surface_field, part(self.effort, _OUTSIDE, _LEAST_OUTSIDE), self.random)

    def _about(self, count: int) -> Floats:
        """Return approximately a number of samples."""
        points = self.surface_field.samples.points
        return points[about(points, count)]

    def _rounds(self) -> float:
        """Return the number of changes to try, for all arrangements in total."""
        return self.effort * min(_ROUNDS * self.count, _MOST_ROUNDS) / float(np.cbrt(self._cost()))

    def _share(self) -> float:
        """Return the factor on the usual number of initial arrangements."""
        return self.effort / self._cost()

    def _cost(self) -> float:
        """Return the number of spheres relative to ``_MANY``, at least 1."""
        return max(1.0, self.count / _MANY)

    def _kept(self) -> int:
        """Return the number of arrangements to search further."""
        return max(1, min(_KEPT, round(self.effort / _EACH)))

    def refined(self, rows: Floats) -> Spheres:
        """Improve further with increasingly dense samples where spheres are shallow, or the proof finds the surface
        open.
        """
        # New points: the search has adapted to the former ones, which therefore underestimate the excess volume.
        outside = self._outside()
        corners, dense = self.surface_field.corners, self.samples
        for size, band, pace in _LAST if self.effort >= _CLOSED else _LAST[:-1]:
            dense = np.concatenate([self.samples, shallow(corners, rows, size, band)])
            rows = self._down(dense, outside, rows, pace)
        if self.effort >= _CLOSED:
            dense = np.concatenate([dense, shallow(corners, rows, _OPEN, 0.0)])
            rows = self._down(dense, outside, rows, _CLOSING)
        useless = is_idle(rows) & (stand_in(dense, rows) == 0).all(axis=1)
        rows[useless, :3] = rows[rows[:, 3].argmax(), :3]
        return from_rows(rows)

    def _objective(self, samples: Floats, outside: Cloud, directions: int) -> Objective:
        objective = objective_of(self.grid, samples, outside, directions, self.depth)
        return replace(objective, price=self.surface_field.price)

    def _down(self, samples: Floats, outside: Cloud, rows: Floats, pace: Pace) -> Floats:
        objective = self._objective(samples, outside, _MORE_DIRECTIONS)
        return descended(objective, rows, pace)[0]


def _best(found: Iterable[tuple[Floats, float]], count: int) -> list[tuple[Floats, float]]:
    """Return a number of arrangements with the least weight."""
    return sorted(found, key=lambda each: each[1])[:count]


def part(effort: float, usual: int, least: int) -> int:
    """Return a number scaled down by an effort below 1, and unchanged above 1."""
    return max(least, round(min(1.0, effort) * usual))


def single(surface_field: SurfaceField) -> Spheres:
    """Return an approximation of the smallest sphere around everything."""
    points = surface_field.corners.reshape(-1, 3)
    center = enclosing_center(points[thinned(points, 1e-3)], rounds=1000)
    return Spheres(center[None], np.linalg.norm(points - center, axis=1).max(keepdims=True))

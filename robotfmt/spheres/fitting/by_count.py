"""As good a cover as can be had with a number of balls: the least volume outside the surface.

Walks by random numbers lead to several arrangements; of each all balls move at once to the nearest best places, and in
the best one balls are put elsewhere as long as that helps. At last samples get denser where balls are shallow, so that
the proof has little to add. Lengths are relative, as in :class:`robotfmt.spheres.fitting.field.Field`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Floats
from ..balls import Balls, from_rows
from .annealing.loose import Loose, wandered
from .annealing.points import Schedule
from .annealing.strict import annealed
from .candidates import candidates
from .cover import cover_with
from .depth import depths_of
from .descend import enclosing_center
from .field import Field
from .outside import all_points, outside_points
from .samples import about, thinned
from .split import filled
from .together.descent import Pace, descended
from .together.kernels import shallow
from .together.scene import Scene, scene_of
from .together.search import searched
from .together.skin import Skin, skin_of

_MEDIAL = 2000
"""Points of the surface that medial points are sought behind."""
_TABLE = 1500
"""Candidates, and samples that they shall cover, in the set cover."""
_SURFACE, _OUTSIDE = 12_000, 24_000
"""Samples, and points outside of strict walks and the last descents; loose walks have a quarter, the search half.

With 4000 samples the best arrangements have gaps at edges: to close them costs 2 % more of what is outside."""
_STEP = 0.25
"""The first steps of balls that walk, relative to how far they stand out."""
_FEW = 16
"""Up to so many balls walk loosely."""
_MOVES = 4000
_LOOSE = ((0.25, 0.024), (0.4, 0.08), (0.4, 0.24), (1.25, 0.08))
"""Price for each ball and heat for all of them, of one walk after the other: which leads to the best place differs from
link to link."""
_WALKS, _KEPT = 6, 3
"""Of few balls so many walk, and the best settle; of many only those that settle walk."""
_MANY = 64
"""More balls walk once, and none is put elsewhere: programs for all of them take seconds."""
_HEAT = 0.1
"""Of many balls: each has only its share of the weight."""
_STEEP = 2.0
_CALM = Pace(8e-3, 1e-3, 30)
_ROUNDS = 12
"""So many times a ball is put elsewhere in all arrangements together; then the better half of them goes on."""
_DIRECTIONS, _MORE_DIRECTIONS = 100, 300
_LAST = (
    (0.004, 0.02, Pace(4e-3, 1e-3, 20)),
    (0.002, 0.006, Pace(1e-3, 2e-4, 12)),
    (0.001, 0.002, Pace(2e-4, 5e-5, 8)),
    (0.0005, 0.001, Pace(1e-4, 2e-5, 8)),
)
"""The size of pieces, how deep those may be that count, and the pace."""


def fit_count(
    field: Field, count: int, random: np.random.Generator, effort: int = 1, depth: float = 0.0
) -> Balls:
    """At most a number of balls that cover the samples of a surface, and a little more.

    Args:
        field: The surface.
        count: How many.
        random: Where to try.
        effort: So many times as many walks and changes.
        depth: By how much all will be made smaller: what is outside then is what counts.
    """
    if count == 1:
        return single(field)
    start, tolerance = _start(field, count, random)
    skin = skin_of(field)
    search = _Search(field, skin, start, tolerance, count, random, effort, depth)
    return _refined(field, skin, search.best(), random, depth)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """Looks for balls that cover all samples, with little outside."""

    field: Field
    skin: Skin
    start: Balls
    tolerance: float
    """How far the balls of the start stand out."""
    count: int
    random: np.random.Generator
    effort: int
    depth: float

    def best(self) -> Floats:
        """Rows of x, y, z, radius."""
        points = all_points(self.field, _OUTSIDE // 2, self.random)
        scene = scene_of(self.skin, _samples(self.field), points, _DIRECTIONS, self.depth)
        walked = self._loosely(scene) if self.count <= _FEW else self._strictly()
        found = []
        for balls in [self.start, *walked]:
            rows = filled(balls, scene.samples, self.count).rows
            found.append(descended(scene, rows, _CALM))
        most = _ROUNDS * self.effort if self.count <= _MANY else 0
        while True:
            rounds = -(-most // len(found))
            found = [searched(scene, rows, rounds, self.random) for rows, _ in found]
            found.sort(key=lambda each: each[1])
            if len(found) == 1:
                return found[0][0]
            found = found[: (len(found) + 1) // 2]

    def _step(self) -> float:
        return _STEP * (self.tolerance + 0.01)

    def _loosely(self, scene: Scene) -> list[Balls]:
        """The best ends of many loose walks: few balls have to find their places anew."""
        outside = all_points(self.field, _OUTSIDE // 4, self.random)
        ends = []
        for walk in range(_WALKS * self.effort):
            price, heat = _LOOSE[walk % len(_LOOSE)]
            schedule = Loose(_MOVES, heat / self.count, 1e-5, price * self.count)
            seed = int(self.random.integers(1 << 31))
            balls = wandered(scene.samples, outside, self.start, self.count, self._step(), schedule, seed)
            ends.append((scene.weight(scene.grown(balls.rows)), walk, balls))
        return [balls for _, _, balls in sorted(ends, key=lambda end: end[:2])[: _KEPT * self.effort]]

    def _strictly(self) -> Iterator[Balls]:
        """The ends of strict walks: of many balls most are near their places from the start."""
        outside = outside_points(self.field, _OUTSIDE, self.tolerance, self.random, _STEEP)
        schedule, samples = Schedule(_MOVES, _HEAT / self.count, 1e-5), _samples(self.field)
        walks = _KEPT if self.count <= _MANY else 1
        for _ in range(walks * self.effort):
            seed = int(self.random.integers(1 << 31))
            yield annealed(samples, outside, self.start, self.count, self._step(), schedule, seed)[0]


def _samples(field: Field) -> Floats:
    points = field.samples.points
    return points[about(points, _SURFACE)]


def single(field: Field) -> Balls:
    """The least ball around everything, nearly."""
    points = field.corners.reshape(-1, 3)
    center = enclosing_center(points[thinned(points, 1e-3)], rounds=1000)
    return Balls(center[None], np.linalg.norm(points - center, axis=1).max(keepdims=True))


def _start(field: Field, count: int, random: np.random.Generator) -> tuple[Balls, float]:
    """The cover with the least tolerance."""
    offered = candidates(field, depths_of(field), _MEDIAL, gap=0.0)
    if len(offered) > _TABLE:
        offered = offered.chosen(np.sort(random.choice(len(offered), _TABLE, replace=False)))
    points = field.outer.points
    return cover_with(points[about(points, _TABLE)], offered, count)


def _refined(field: Field, skin: Skin, rows: Floats, random: np.random.Generator, depth: float) -> Balls:
    """Further down with denser and denser samples where balls are shallow."""
    points, outside = _samples(field), all_points(field, _OUTSIDE, random)
    for size, band, pace in _LAST:
        dense = shallow(field.corners, rows, size, band)
        dense = dense[thinned(dense, size)] if len(dense) else dense
        scene = scene_of(skin, np.concatenate([points, dense]), outside, _MORE_DIRECTIONS, depth)
        rows, _ = descended(scene, rows, pace)
    return from_rows(rows)

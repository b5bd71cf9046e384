"""As good a cover as can be had with a number of balls: the least volume outside the surface.

Lengths are relative, as in :class:`robotfmt.spheres.field.Field`.
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats
from ..balls import Balls
from .candidates import candidates
from .cover import cover_with
from .depth import depths_of
from .descend import descend, enclosing_center
from .field import Field
from .outside import outside_points
from .samples import about, spread, thinned
from .search import grow_by_splits, repair, search
from .state import State, cloud, state_of

_MEDIAL = 2000
"""Points of the surface that medial points are sought behind."""
_TABLE = 2500
"""Candidates, and samples that they shall cover, in the set cover."""
_SURFACE = 6000
_OUTSIDE = 24_000
_ROUNDS = 40
_TRIES = 30
_BY_SPLITS = 12
"""Up to so many balls it is worth while to start from one ball, too."""
_STEP = 0.25
"""The first steps of balls, relative to how far they stand out."""
_FINE = 0.0025
"""Between the samples of the last round."""
_BAND = 0.008
"""In the last round samples count that are no deeper in a ball than this."""
_MOST_FINE = 600_000


def fit_count(field: Field, count: int, random: np.random.Generator) -> Balls:
    """At most a number of balls that cover the samples of a surface, and a little more."""
    if count == 1:
        return single(field)
    start, tolerance = _start(field, count, random)
    surface = cloud(field.samples.points[about(field.samples.points, _SURFACE)])
    outside = outside_points(field, _OUTSIDE, tolerance, random)
    step = _STEP * (tolerance + 0.01)
    state = state_of(surface, outside, start, count, step)
    repair(state)
    descend(state, _ROUNDS, random)
    if count <= _BY_SPLITS:
        other = state_of(surface, outside, single(field), count, step)
        grow_by_splits(other, step, random)
        state = min(state, other, key=State.weight)
    search(state, _TRIES, step, random)
    state.steps[:] = step / 2
    descend(state, _ROUNDS, random)
    return _refined(field, state, random)


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


def _refined(field: Field, state: State, random: np.random.Generator) -> Balls:
    """Once more with dense samples where the balls are shallow, which leaves little for the proof to add."""
    fine = spread(field.corners, _FINE).points
    if len(fine) > _MOST_FINE:
        fine = fine[thinned(fine, _FINE)]
    balls = state.balls
    shallow = fine[_depth_in(balls, fine) < _BAND]
    surface = cloud(np.concatenate([state.surface.points, shallow]))
    last = state_of(surface, state.outside, balls, len(balls), _BAND / 2)
    repair(last)
    descend(last, _ROUNDS // 2, random)
    return last.balls


def _depth_in(balls: Balls, points: Floats) -> Floats:
    """(n,): how deep each point is in a ball; less than 0 outside all."""
    best = np.full(len(points), -np.inf)
    for center, radius in zip(balls.centers, balls.radii, strict=True):
        away = points - center
        np.maximum(best, radius - np.sqrt(np.einsum("ij,ij->i", away, away)), out=best)
    return best

"""As good a cover as can be had with a number of balls: the least volume outside the surface.

Several walks from the same cover, each by other random numbers: the best of them goes on, with samples where the
proof would fail. Lengths are relative, as in :class:`robotfmt.spheres.fitting.field.Field`.
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats
from ..balls import Balls
from .anneal import Schedule, annealed
from .candidates import candidates
from .certify import grown_to_cover
from .cover import cover_with
from .depth import depths_of
from .descend import enclosing_center
from .field import Field
from .outside import outside_points
from .samples import about, spread, thinned
from .state import Cloud

_MEDIAL = 2000
"""Points of the surface that medial points are sought behind."""
_TABLE = 1500
"""Candidates, and samples that they shall cover, in the set cover."""
_SURFACE = 12_000
_OUTSIDE = 24_000
_STEP = 0.25
"""The first steps of balls, relative to how far they stand out."""
_FINE = 0.0025
"""Between the samples of the last rounds."""
_BAND = 0.008
"""In the last rounds samples count that are no deeper in a ball than this."""
_MOST_FINE = 600_000
_SMALLEST = 1e-3
"""Of the pieces of the proof."""
_MOVES = 4000
_LAST = (Schedule(1000, 5e-4, 2e-5), Schedule(700, 1e-4, 1e-6))


def fit_count(field: Field, count: int, random: np.random.Generator) -> Balls:
    """At most a number of balls that cover the samples of a surface, and a little more."""
    if count == 1:
        return single(field)
    start, tolerance = _start(field, count, random)
    surface = field.samples.points[about(field.samples.points, _SURFACE)]
    outside = outside_points(field, _OUTSIDE, tolerance, random)
    step = _STEP * (tolerance + 0.01)
    schedule = Schedule(_MOVES, _heat(count), 1e-5)
    walks = [
        annealed(surface, outside, start, count, step, schedule, int(seed))
        for seed in random.integers(1 << 31, size=_walks(count))
    ]
    balls, _ = min(walks, key=lambda found: found[1])
    return _refined(field, surface, outside, balls, count, random)


def _heat(count: int) -> float:
    """Few balls have to find their places anew; of many, most are near theirs from the start."""
    return 0.01 if count <= 12 else 0.003


def _walks(count: int) -> int:
    """The fewer balls, the more a walk decides by chance."""
    return 3 if count <= 12 else 2 if count <= 24 else 1


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


def _refined(
    field: Field, surface: Floats, outside: Cloud, balls: Balls, count: int, random: np.random.Generator
) -> Balls:
    """Once more with dense samples where balls are shallow, and then with those where the proof fails."""
    fine = spread(field.corners, _FINE).points
    if len(fine) > _MOST_FINE:
        fine = fine[thinned(fine, _FINE)]
    surface = np.concatenate([surface, fine[_depth_in(balls, fine) < _BAND]])
    for schedule in _LAST:
        seed = int(random.integers(1 << 31))
        balls, _ = annealed(surface, outside, balls, count, _BAND / 4, schedule, seed)
        surface = np.concatenate([surface, _unproved(field, balls)])
    return balls


def _unproved(field: Field, balls: Balls) -> Floats:
    """The corners of the pieces that no ball contains."""
    _, left = grown_to_cover(field.corners, balls, _SMALLEST, balls.radii)
    points = left.reshape(-1, 3)
    return points[thinned(points, _SMALLEST / 4)] if len(points) else points


def _depth_in(balls: Balls, points: Floats) -> Floats:
    """(n,): how deep each point is in a ball; less than 0 outside all."""
    best = np.full(len(points), -np.inf)
    for center, radius in zip(balls.centers, balls.radii, strict=True):
        away = points - center
        np.maximum(best, radius - np.sqrt(np.einsum("ij,ij->i", away, away)), out=best)
    return best

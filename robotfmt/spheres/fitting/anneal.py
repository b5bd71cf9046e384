"""Annealing: balls that keep every sample covered wander, at first nearly freely, and settle where least of them
is outside.

One ball at a time: it keeps the samples that no other ball covers, and may go anywhere; the weight of the outside
points that it covers then and no other ball does decides whether it may stay there (Metropolis). A ball without
samples of its own is put where another has most weight outside. Lengths are relative, as in
:class:`robotfmt.spheres.fitting.field.Field`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Floats, Ints
from ..balls import Balls
from . import kernels
from .kernels import BLOCK, Singles
from .state import Cloud, Reals

_UNIT = 1 << 30
"""The largest weight as a whole number."""
_BITS = 10
"""Of each coordinate, for the order of points."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long balls wander, and how freely: heat is relative to the weight that the balls have at first."""

    moves: int
    """Places that are tried for each ball."""
    hot: float
    cold: float


def annealed(
    surface: Floats, outside: Cloud, balls: Balls, count: int, step: float, schedule: Schedule, seed: int
) -> tuple[Balls, float]:
    """A number of balls at most that cover the samples, and the weight of what is outside.

    Args:
        surface: (n, 3): samples.
        outside: Points with weights.
        balls: Where to start; those that are missing are split off others, and all grow to cover the samples.
        count: How many there may be.
        step: The first steps.
        schedule: How long and how freely.
        seed: Of the random numbers.
    """
    samples = _columns(surface, np.ones(len(surface)))
    others = _columns(outside.points, outside.weights)
    started = grown_over(balls, surface)
    state = np.zeros((count, 4), dtype=np.float32)
    state[: len(balls), :3], state[: len(balls), 3] = started.centers, started.radii + kernels.SPARE
    for ball in state[state[:, 3] > 0]:
        kernels.count(samples, ball, kernels.MORE)
        kernels.count(others, ball, kernels.MORE)
    first = float(others.weights[others.counts > 0].sum(dtype=np.int64)) or 1.0
    visits = schedule.moves * count // kernels.TRIES
    hot, cold = schedule.hot * first, schedule.cold * first
    steps = np.full(count, step)
    best = kernels.anneal(samples, others, state, steps, visits, hot, cold, seed).astype(np.float64)
    best = best[best[:, 3] > 0]
    found = Balls(best[:, :3], best[:, 3])
    return found, weight_in(outside, found)


def weight_in(outside: Cloud, balls: Balls) -> float:
    """Of the outside points that balls cover: about the volume that stands out."""
    covered = np.zeros(len(outside), dtype=np.bool_)
    for center, radius in zip(balls.centers, balls.radii, strict=True):
        covered |= outside.squared(center) <= radius**2
    return float(outside.weights[covered].sum(dtype=np.float64))


def grown_over(balls: Balls, points: Floats) -> Balls:
    """The balls, grown until they cover all points: each asks the ball that it is nearest to."""
    least, which = np.full(len(points), np.inf), np.zeros(len(points), dtype=np.int64)
    for i, (center, radius) in enumerate(zip(balls.centers, balls.radii, strict=True)):
        gaps = np.linalg.norm(points - center, axis=1) - radius
        nearer = gaps < least
        least[nearer], which[nearer] = gaps[nearer], i
    growth = np.zeros(len(balls))
    np.maximum.at(growth, which, least)
    return balls.grown(growth)


def _columns(points: Reals, weights: Reals) -> kernels.Cloud:
    order = _along_curve(points)
    columns = np.ascontiguousarray(points[order].T, dtype=np.float32)
    whole = np.round(weights[order] * (_UNIT / float(weights.max(initial=1e-12))))
    counts = np.zeros(len(points), dtype=np.int16)
    return kernels.Cloud(columns, whole.astype(np.int32), _blocks(columns), counts)


def _along_curve(points: Reals) -> Ints:
    """The order of points along Morton's curve, on which near points are mostly near."""
    low, width = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    cells = ((points - low) * (((1 << _BITS) - 1) / width)).astype(np.int64)
    key = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")


def _blocks(columns: Singles) -> Singles:
    """(4, m): the middle of the box of each block of points, and how far the farthest of them is."""
    starts = np.arange(0, columns.shape[1], BLOCK)
    low, high = (np.asarray(f.reduceat(columns, starts, axis=1)) for f in (np.minimum, np.maximum))
    middle = (low + high) / 2
    away = columns - middle.repeat(BLOCK, axis=1)[:, : columns.shape[1]]
    far = np.maximum.reduceat(np.sqrt((away**2).sum(axis=0)), starts)
    found: Singles = np.concatenate([middle, far[None] * np.float32(1.0001) + np.float32(kernels.SPARE)])
    return found

"""Anneal a few spheres that may leave samples uncovered, at a price that rises until none is (spheres.md 3.6).

If every sample must stay covered, a sphere can move only as far as its neighbours compensate, and few spheres are soon
stuck; with a price they pass through arrangements with a few uncovered samples (a penalty method). In the end nearly
all samples are covered; the spheres grow to cover the rest. Lengths are relative, as in
:class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.

Measured with 16 spheres on four links, where all spheres then move at once: the median excess volume is 2 to 17 % less
than with greedy covers; with 32 it is from 8 % less to 7 % more, in twice the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats
from ..arrays import Spheres, from_rows
from . import annealing_kernels
from .annealing_kernels import (
    BLOCK,
    SMALLEST,
    TRIES,
    Found,
    Points,
    Singles,
    accepted,
    buffer_for,
    copy,
    gather,
    paced,
    put,
    share,
    shift,
    weigh,
    within,
)
from .counted_cover import Cloud, Reals
from .covering import along_curve, grown_over

_FIRM = 100.0
"""The final price."""


def random_walk(
    surface: Floats, outside: Cloud, spheres: Spheres, count: int, step: float, schedule: Schedule, seed: int
) -> Spheres:
    """Return at most a number of spheres that cover nearly all samples, with little excess volume; the initial ones if
    none is left.

    Args:
        surface: (n, 3): samples.
        outside: Points with weights.
        spheres: The initial spheres; missing ones are split off others.
        count: The maximum number of spheres.
        step: The length of the first steps.
        schedule: The length, the freedom and the price of the walk.
        seed: The seed of the random numbers.
    """
    setting = setting_of(surface, outside, spheres, count)
    heats = np.array([schedule.hot, schedule.cold]) * setting.weight
    prices = np.array([schedule.price, _FIRM]) * (setting.weight / len(surface))
    steps, visits = np.full(count, step), schedule.visits(count)
    found = spheres_in(_walk(setting.samples, setting.others, setting.spheres, steps, visits, heats, prices, seed))
    return found if len(found) else spheres


@compiled
def suggest(must: Found, k: int, sphere: Any, step: float, trial: Any) -> None:
    """Write another centre and another radius for a sphere into ``trial``."""
    shift(must, k, sphere, step, trial)
    trial[3] = max(sphere[3] + step * np.random.normal(), SMALLEST)


@compiled
def walk(
    start: Any,
    must: Found,
    k: int,
    rest: Found,
    m: int,
    reach: float,
    step: float,
    heat: float,
    price: float,
    sphere: Any,
) -> float:
    """Move a sphere some steps at random; return the resulting step length."""
    copy(sphere, start)
    trial = np.empty(4, np.float32)
    now = weigh(rest, m, sphere) - price * weigh(must, k, sphere)
    for _ in range(TRIES):
        suggest(must, k, sphere, step, trial)
        if not within(trial, start, reach):
            continue
        then = weigh(rest, m, trial) - price * weigh(must, k, trial)
        taken = accepted(now, then, heat)
        if taken:
            now = then
            copy(sphere, trial)
        step = paced(step, taken)
    return step


@compiled
def visit(
    surface: Points,
    outside: Points,
    spheres: Any,
    steps: Any,
    i: int,
    heat: float,
    price: float,
    must: Found,
    rest: Found,
) -> None:
    """Let a sphere walk at random, or share another's samples if it has none of its own."""
    if spheres[i, 3] > 0 and gather(surface, spheres[i], 0.0, must) > 0:
        place = np.zeros(4, np.float32)
        reach = float(spheres[i, 3]) + 6 * steps[i] + 0.005
        k = gather(surface, spheres[i], reach, must)
        m = gather(outside, spheres[i], reach, rest)
        steps[i] = walk(spheres[i], must, k, rest, m, reach, steps[i], heat, price, place)
        put(surface, outside, spheres[i], place)
    else:
        share(surface, outside, spheres, steps, i, heat, must, rest)


@compiled
def _walk(
    surface: Points,
    outside: Points,
    spheres: Any,
    steps: Any,
    visits: int,
    heats: Floats,
    prices: Floats,
    seed: int,
) -> Any:
    """Visit spheres at random and move each; return their final places."""
    np.random.seed(seed)
    must, rest = buffer_for(surface), buffer_for(outside)
    for turn in range(visits):
        done = turn / visits
        heat = heats[0] * (heats[1] / heats[0]) ** done
        price = prices[0] * (prices[1] / prices[0]) ** done
        visit(surface, outside, spheres, steps, np.random.randint(len(spheres)), heat, price, must, rest)
    return spheres


_UNIT = 1 << 30
"""The largest weight as a whole number."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The length and freedom of random walks: heat is relative to the initial weight of the spheres."""

    moves: int
    """The number of places that are tried for each sphere."""
    hot: float
    cold: float
    price: float
    """The initial cost of leaving all samples uncovered, relative to the initial weight."""

    def visits(self, count: int) -> int:
        """Return the number of visits of one of a number of spheres."""
        return self.moves * count // annealing_kernels.TRIES


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Spheres over samples, and the points outside, in the form of the kernels."""

    samples: annealing_kernels.Points
    others: annealing_kernels.Points
    spheres: Singles
    """An array (count, 4): centres and radii; 0 for inactive ones."""

    @property
    def weight(self) -> float:
        """The weight of the excess volume."""
        return float(self.others.weights[self.others.counts > 0].sum(dtype=np.int64)) or 1.0


def setting_of(surface: Floats, outside: Cloud, spheres: Spheres, count: int) -> Setting:
    """Return spheres grown until they cover all samples, in rows for up to a number of them."""
    samples = _columns(surface, np.full(len(surface), 1.0), 1)
    others = _columns(outside.points, outside.weights, _UNIT)
    started = grown_over(spheres, surface)
    counted = np.zeros((count, 4), dtype=np.float32)
    counted[: len(spheres), :3], counted[: len(spheres), 3] = started.centers, started.radii + annealing_kernels.SPARE
    for sphere in counted[counted[:, 3] > 0]:
        annealing_kernels.count(samples, sphere, annealing_kernels.MORE)
        annealing_kernels.count(others, sphere, annealing_kernels.MORE)
    return Setting(samples, others, counted)


def spheres_in(rows: Singles) -> Spheres:
    """Return the spheres with a positive radius; the others are switched off."""
    found = rows.astype(np.float64)
    found = found[found[:, 3] > 0]
    return from_rows(found)


def _columns(points: Reals, weights: Reals, unit: int) -> annealing_kernels.Points:
    order = along_curve(points)
    columns = np.ascontiguousarray(points[order].T, dtype=np.float32)
    whole = np.round(weights[order] * (unit / float(weights.max(initial=1e-12))))
    counts = np.zeros(len(points), dtype=np.int16)
    return annealing_kernels.Points(columns, whole.astype(np.int32), _blocks(columns), counts)


def _blocks(columns: Singles) -> Singles:
    """Return (4, m): the middle of the box of each block of points, and the largest distance of a point from it."""
    starts = np.arange(0, columns.shape[1], BLOCK)
    low, high = (np.asarray(f.reduceat(columns, starts, axis=1)) for f in (np.minimum, np.maximum))
    middle = (low + high) / 2
    away = columns - middle.repeat(BLOCK, axis=1)[:, : columns.shape[1]]
    far = np.maximum.reduceat(np.sqrt((away**2).sum(axis=0)), starts)
    found: Singles = np.concatenate([middle, far[None] * np.float32(1.0001) + np.float32(annealing_kernels.SPARE)])
    return found

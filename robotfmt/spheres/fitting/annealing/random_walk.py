"""Anneal a few spheres that may leave samples uncovered, at a price that rises until none is (spheres.md 3.6).

If every sample must stay covered, a sphere can move only as far as its neighbours compensate, and few spheres are soon
stuck; with a price they pass through arrangements with a few uncovered samples (a penalty method). In the end nearly
all samples are covered; the spheres grow to cover the rest. Lengths are relative, as in
:class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.

Measured with 16 spheres on four links, where all spheres then move at once: the median excess volume is 2 to 17 % less
than with greedy covers; with 32 it is from 8 % less to 7 % more, in twice the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....mesh.compiled import compiled
from ....mesh.triangles import Floats
from ...arrays import Spheres
from ..counted_cover import Cloud
from .kernels import (
    SMALLEST,
    TRIES,
    Found,
    Points,
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
from .points import Schedule, setting_of, spheres_in

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
    """Return another centre for a sphere, and another radius."""
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

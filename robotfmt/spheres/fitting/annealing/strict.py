"""Annealing: balls that keep every sample covered wander, at first nearly freely, and settle where least of them
is outside.

One ball at a time: it keeps the samples that no other ball covers, and may go anywhere; the weight of the outside
points that it covers then and no other ball does decides whether it may stay there (Metropolis). A ball without
samples of its own is put where another has most weight outside. Lengths are relative, as in
:class:`robotfmt.spheres.fitting.field.Field`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....mesh.triangles import Floats
from ...balls import Balls
from ...compiled import compiled
from ..covering import weight_in
from ..state import Cloud
from .kernels import (
    SMALLEST,
    TRIES,
    Found,
    Points,
    Whole,
    accepted,
    copy,
    farthest,
    gather,
    paced,
    put,
    room,
    share,
    shift,
    weigh,
    within,
)
from .points import Schedule, balls_in, setting_of


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
    setting = setting_of(surface, outside, balls, count)
    hot, cold = schedule.hot * setting.weight, schedule.cold * setting.weight
    steps, visits = np.full(count, step), schedule.visits(count)
    found = balls_in(anneal(setting.samples, setting.others, setting.balls, steps, visits, hot, cold, seed))
    return found, weight_in(outside, found)


@compiled
def propose(must: Found, k: int, ball: Any, step: float, trial: Any) -> None:
    """Another place for a ball, and a radius with which it keeps what it must."""
    shift(must, k, ball, step, trial)
    trial[3] = max(farthest(must.points, k, trial)[1], SMALLEST)
    if np.random.random() < 0.5:  # a larger ball relieves its neighbours
        trial[3] += step * np.random.random()


@compiled
def walk(
    home: Any, must: Found, k: int, rest: Found, m: int, reach: float, step: float, heat: float, ball: Any
) -> tuple[int, float]:
    """Some steps of a ball at random from its home; what weight they add, and how long its steps are then."""
    copy(ball, home)
    trial = np.empty(4, np.float32)
    first = weigh(rest, m, ball)
    now = first
    for _ in range(TRIES):
        propose(must, k, ball, step, trial)
        if not within(trial, home, reach):
            continue
        then = weigh(rest, m, trial)
        taken = accepted(now, then, heat)
        if taken:
            now = then
            copy(ball, trial)
        step = paced(step, taken)
    return now - first, step


@compiled
def move(
    surface: Points, outside: Points, balls: Any, steps: Any, i: int, heat: float, must: Found, rest: Found
) -> Whole:
    """Let a ball walk, or share another's work where it has none of its own; what weight that adds."""
    place = np.zeros(4, np.float32)
    k = gather(surface, balls[i], 0.0, must) if balls[i, 3] > 0 else 0
    if k > 0:
        reach = float(balls[i, 3]) + 6 * steps[i] + 0.005
        m = gather(outside, balls[i], reach, rest)
        added, steps[i] = walk(balls[i], must, k, rest, m, reach, steps[i], heat, place)
        put(surface, outside, balls[i], place)
        return added
    return share(surface, outside, balls, steps, i, heat, must, rest)


@compiled
def anneal(
    surface: Points, outside: Points, balls: Any, steps: Any, visits: int, hot: float, cold: float, seed: int
) -> Any:
    """Visit balls at random and move each; the balls that were best. All samples are covered, and stay so."""
    np.random.seed(seed)
    must, rest = room(surface), room(outside)
    total, least, best = np.int64(0), np.int64(0), balls.copy()
    for visit in range(visits):
        heat = hot * (cold / hot) ** (visit / visits)
        total += move(surface, outside, balls, steps, np.random.randint(len(balls)), heat, must, rest)
        if total < least:
            least, best = total, balls.copy()
    return best

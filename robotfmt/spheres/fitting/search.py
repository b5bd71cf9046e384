"""Moving balls to where they are needed more: one is taken away, another split in two (spheres.md 4.5)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...mesh.triangles import Flags, Floats
from .descend import Limit, descend, enclosing_center
from .state import State

_FEWEST = 4
"""Samples that a ball must have of its own to be split."""
_ROUNDS = 8
_SPARE = 1e-6


def repair(state: State) -> None:
    """Grow balls until every sample is covered: each sample asks the ball that it is nearest to."""
    open_ = np.flatnonzero(state.surface_counts == 0)
    active = np.flatnonzero(state.radii > 0)
    if not len(open_) or not len(active):
        return
    away = state.surface.points[open_][:, None, :] - state.centers[active]
    gaps = np.sqrt(np.einsum("ijk,ijk->ij", away, away)) - state.radii[active]
    nearest = gaps.argmin(axis=1)
    growth = np.zeros(len(active))
    np.maximum.at(growth, nearest, gaps[np.arange(len(open_)), nearest] + _SPARE)
    for i, more in zip(active[growth > 0], growth[growth > 0], strict=True):
        state.place(int(i), state.centers[i], state.radii[i] + more)


def search(
    state: State, tries: int, step: float, random: np.random.Generator, limit: Limit | None = None
) -> None:
    """Take away the least useful ball and split the worst one, and keep what is better; over and over.

    Balls that are off (radius 0) are used first.
    """
    failures = np.zeros(len(state.radii))
    for _ in range(tries):
        before, weight = state.saved(), state.weight()
        spare = np.flatnonzero(state.radii <= 0)
        slot = int(spare[0]) if len(spare) else _least_useful(state, random)
        touched = _take_away(state, slot)
        target = _worst(state, slot, failures, random)
        if target is None:
            state.restore(before)
            return
        failures[target] += 1
        if not _split(state, target, slot, peel=bool(random.random() < 0.5)):
            state.restore(before)
            continue
        repair(state)
        _settle(state, touched | _neighbours(state, (slot, target)), step, random, limit)
        if state.weight() >= weight or not state.complete:
            state.restore(before)
        else:
            failures[target] = failures[slot] = 0


def grow_by_splits(state: State, step: float, random: np.random.Generator) -> None:
    """Turn on every ball that is off, each time by splitting the worst of the others."""
    for slot in np.flatnonzero(state.radii <= 0):
        target = _worst(state, int(slot), np.zeros(len(state.radii)), random)
        if target is None:
            return
        if _split(state, target, int(slot), peel=False):
            repair(state)
            _settle(state, _neighbours(state, (int(slot), target)), step, random, None)


def remove(state: State, caps: Callable[[Floats], Floats]) -> None:
    """Turn off every ball whose samples others can take over within their caps.

    Args:
        state: The balls; all samples are covered.
        caps: For centres (k, 3) the largest radii that are allowed.
    """
    limits = caps(state.centers)
    order = np.argsort([len(state.exclusive(i)) for i in range(len(state.radii))], kind="stable")
    for i in order[state.radii[order] > 0]:
        before = state.saved()
        must = state.exclusive(int(i))
        state.place(int(i), state.centers[i], 0.0)
        if not _taken_over(state, must, limits):
            state.restore(before)


def _taken_over(state: State, must: Floats, limits: Floats) -> bool:
    """Grow other balls to cover samples; whether that was possible."""
    on = np.flatnonzero(state.radii > 0)
    while len(must):
        if not len(on):
            return False
        away = must[:, None, :] - state.centers[on]
        reach = np.sqrt(np.einsum("ijk,ijk->ij", away, away)) + _SPARE
        reach[reach > limits[on]] = np.inf
        growth = reach - state.radii[on]
        worst = growth.min(axis=1).argmax()
        taker = growth[worst].argmin()
        if not np.isfinite(growth[worst, taker]):
            return False
        ball = int(on[taker])
        state.place(ball, state.centers[ball], max(float(reach[worst, taker]), float(state.radii[ball])))
        must = must[np.linalg.norm(must - state.centers[ball], axis=1) > state.radii[ball]]
    return True


def _settle(
    state: State, which: set[int], step: float, random: np.random.Generator, limit: Limit | None
) -> None:
    """Let some balls find their place."""
    resting = state.steps.copy()
    state.steps[:] = 0.0
    state.steps[sorted(which)] = step
    descend(state, _ROUNDS, random, limit)
    state.steps[:] = resting


def _least_useful(state: State, random: np.random.Generator) -> int:
    """The ball whose samples others could take over most cheaply."""
    cost = np.array([_cost_of_loss(state, i) for i in range(len(state.radii))])
    return int((cost * (0.5 + random.random(len(cost)))).argmin())


def _cost_of_loss(state: State, i: int) -> float:
    """Roughly what volume the others would need more to cover what only this ball covers."""
    must = state.exclusive(i)
    if not len(must):
        return 0.0
    others = np.flatnonzero(state.radii > 0)
    others = others[others != i]
    if not len(others):
        return np.inf
    away = must[:, None, :] - state.centers[others]
    gaps = np.sqrt(np.einsum("ijk,ijk->ij", away, away)) - state.radii[others]
    nearest = gaps.argmin(axis=1)
    growth = np.zeros(len(others))
    np.maximum.at(growth, nearest, gaps[np.arange(len(must)), nearest])
    return float((growth * (state.radii[others] + growth) ** 2).sum())


def _take_away(state: State, i: int) -> set[int]:
    """Turn a ball off; returns the balls that were near it."""
    near = _neighbours(state, (i,)) - {i} if state.radii[i] > 0 else set()
    state.place(i, state.centers[i], 0.0)
    return near


def _worst(state: State, slot: int, failures: Floats, random: np.random.Generator) -> int | None:
    """The ball with the most weight outside that no other ball has; less likely one that failed before."""
    loads = np.array([_own_weight(state, i) for i in range(len(state.radii))])
    loads[slot] = 0.0
    loads *= (0.6 + 0.8 * random.random(len(loads))) * 0.6**failures
    return int(loads.argmax()) if loads.max() > 0 else None


def _own_weight(state: State, i: int) -> float:
    return float(state.outside.weights[state.excess(i)].sum())


def _split(state: State, target: int, slot: int, peel: bool) -> bool:
    """Give one part of a ball's own samples to another ball, and make each as small as its part allows.

    The part is half of them, across their longest direction, or what is near the one that is farthest out.
    """
    must = state.exclusive(target)
    if len(must) < _FEWEST:
        return False
    side = _near_farthest(must, state.centers[target]) if peel else _half(must)
    if side.all() or not side.any():
        return False
    for ball, part in ((target, must[side]), (slot, must[~side])):
        center = enclosing_center(part)
        radius = float(np.linalg.norm(part - center, axis=1).max()) + _SPARE
        state.place(ball, center, radius)
    return True


def _half(points: Floats) -> Flags:
    middle = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(middle.T @ middle)
    along = middle @ axes[:, -1]
    side: Flags = along > np.median(along)
    return side


def _near_farthest(points: Floats, center: Floats) -> Flags:
    """What is nearer to the farthest point than to the centre: those that may leave."""
    away = np.linalg.norm(points - center, axis=1)
    from_it = np.linalg.norm(points - points[away.argmax()], axis=1)
    side: Flags = from_it > 0.8 * away.max()
    return side


def _neighbours(state: State, which: tuple[int, ...]) -> set[int]:
    """The balls that touch some, and these."""
    found: set[int] = set()
    active = state.radii > 0
    for i in which:
        gaps = np.linalg.norm(state.centers - state.centers[i], axis=1) - state.radii - state.radii[i]
        found |= {int(j) for j in np.flatnonzero(active & (gaps < 0))}
    return found

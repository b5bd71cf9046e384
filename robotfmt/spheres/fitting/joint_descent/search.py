"""Search for the best arrangement of spheres by many small and some large changes (spheres.md 3.5).

Most changes perturb neighbours; others relocate a sphere, always if one is useless. The search also continues from
slightly worse arrangements (threshold accepting: Dueck and Scheuer, Journal of Computational Physics 90, 1990).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Flags, Floats
from ..covering import owners
from ..shrink import halved
from . import kernels
from .descent import Objective, Pace, descended, is_idle, stepped
from .program import Steps

# Large changes: relocating the sphere with the least contribution
#
# This is the teleportation of variational sphere sets (Wang and others, The Visual Computer 22, 2006); the result is
# evaluated by a joint descent of the spheres around, and then of those around them.

_CHOICE = 1.5
"""The mean rank of chosen spheres."""
_NEAR = Pace(12e-3, 1e-3, 12)
"""The pace for the spheres around a change."""
_WIDER = Pace(4e-3, 5e-4, 15)
"""The pace when the spheres that touch these move too."""
_PROMISE = 1.03
"""The factor on the best excess volume up to which a relocation is refined by moving all spheres."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """Spheres after relocating one, and the surrounding ones that may have to move."""

    rows: Floats
    free: Flags


def relocated(
    objective: Objective,
    rows: Floats,
    weight: float,
    tried: set[tuple[int, int]],
    random: np.random.Generator,
) -> tuple[Floats, float] | None:
    """Return spheres after relocating one, and their excess weight; None if there is no such change.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4).
        weight: The present excess weight.
        tried: The relocated and the halved sphere of earlier changes; this change is added.
        random: The source of random numbers.
    """
    pair = chosen(objective, rows, tried, random)
    change = changed(objective, rows, *pair) if pair is not None else None
    if pair is None or change is None:
        return None
    tried.add(pair)
    return settled(objective, change, weight)


def settled(objective: Objective, change: Change, least: float) -> tuple[Floats, float]:
    """Return the spheres after a change, improved by steps; neighbours move too if that may lead below a weight."""
    rows = objective.moved(change.rows, change.free, lambda near, some: descended(near, some, _NEAR)[0])
    weight = objective.weight(rows)
    if weight >= _PROMISE * least:
        return rows, weight
    wider = _touching(rows, rows[change.free])
    rows = objective.moved(rows, wider, lambda near, some: descended(near, some, _WIDER)[0])
    return rows, objective.weight(rows)


def chosen(
    objective: Objective, rows: Floats, tried: set[tuple[int, int]], random: np.random.Generator
) -> tuple[int, int] | None:
    """Return a sphere whose removal needs little growth of others, and another one with much excess volume."""
    if len(rows) == 1:
        return None
    areas = objective.slope(rows)[:, 3]
    costs = kernels.stand_in(objective.samples, rows) @ areas
    gains = kernels.weigh_own(objective.outside.points, objective.outside.weights, objective.final(rows))
    worth = gains - costs[:, None]
    np.fill_diagonal(worth, -np.inf)
    for pair in tried:
        worth[pair] = -np.inf
    order = np.argsort(-worth, axis=None, kind="stable")
    rank = min(int(random.exponential(_CHOICE)), len(order) - 1)
    gone, split = np.unravel_index(order[rank], worth.shape)
    return (int(gone), int(split)) if np.isfinite(worth[gone, split]) else None


def changed(objective: Objective, rows: Floats, gone: int, split: int) -> Change | None:
    """Return two halves of a sphere, replacing it and another one; None if it has a single sample."""
    rest = rows.copy()
    rest[gone, 3] = -np.inf
    halves = halved(objective.samples[owners(objective.surface, rest) == split])
    if halves is None:
        return None
    pair, found = [gone, split], rows.copy()
    found[pair] = halves.rows
    free = _touching(found, rows[pair])
    free[pair] = True
    return Change(found, free)


def _touching(rows: Floats, some: Floats) -> Flags:
    """Return (spheres,): True for spheres that touch some."""
    gaps = np.linalg.norm(rows[:, None, :3] - some[None, :, :3], axis=2) - rows[:, None, 3] - some[None, :, 3]
    found: Flags = (gaps < 0).any(axis=1)
    return found


# Small changes: perturbing spheres
#
# All samples stay covered on the way, so that little has to be repaired afterwards (the noising method: Charon and
# Hurink, Operations Research Letters 14, 1993). Measured with 32 spheres on six links where all of them are perturbed:
# the excess volume falls by 0.26 % a second, and by 0.16 % where descents begin after random moves of all centres.

_STEPS = 3, 5
_BIAS = 0.3
"""The spread of the logarithm of each sphere's weight."""


@dataclass(frozen=True, slots=True)
class Perturbation:
    """The sizes of perturbations, from smallest to largest."""

    step: tuple[float, float]
    pull: tuple[float, float]
    """The strength of the pull to a random direction, relative to a sphere's exposed area."""


SMALL = Perturbation((2e-3, 5e-3), (0.1, 0.6))
LARGE = Perturbation((4e-3, 1e-2), (0.2, 1.0))


def perturbed(objective: Objective, rows: Floats, perturbation: Perturbation, random: np.random.Generator) -> Floats:
    """Return spheres that cover all samples, some steps away.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4): spheres that cover all samples.
        perturbation: The size of the perturbation.
        random: The source of random numbers.
    """
    count, step, steps = (
        int(random.integers(_STEPS[0], _STEPS[1] + 1)),
        _between(perturbation.step, random),
        Steps(),
    )
    pulls = _between(perturbation.pull, random) * random.normal(size=(len(rows), 3))
    counts = np.exp(_BIAS * random.normal(size=(len(rows), 1)))
    for _ in range(count):
        slope = objective.slope(rows)
        slope[:, :3] += pulls * slope[:, 3:]
        found = stepped(objective, rows, counts * slope, step, steps)
        rows = rows if found is None else found
    return rows


def _between(limits: tuple[float, float], random: np.random.Generator) -> float:
    low, high = np.log(limits)
    return float(np.exp(random.uniform(low, high)))


# The search

_RELOCATIONS, _FAR = 0.25, 0.25
"""The shares of relocations, and of large perturbations; the others are small."""
_SOME = 5, 12
"""The number of perturbed neighbours; the others stay. Measured from one arrangement on six links, relative to its
excess volume: 32 spheres come to .931 in 4 s if all of them are perturbed, and to .929 in 2 s if 8 to 16 are; 64
spheres to .908 in 6 s, and to .912 in 3 s if 12 to 24 do. On three links with 32 spheres, 3 to 6, 5 to 9, and 10 to 20
come equally far in the same time, within the luck of two seeds.
"""
_WORSE = 1.003
"""The factor on the excess volume up to which the search continues from worse spheres."""
_SHORT, _LONG = Pace(5e-3, 5e-4, 30), Pace(8e-3, 5e-4, 30)
"""The paces after small perturbations, and after large ones."""


def searched(objective: Objective, rows: Floats, rounds: int, random: np.random.Generator) -> tuple[Floats, float]:
    """Return spheres with at most the excess volume of those given, and this weight.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4).
        rounds: The number of changes to try.
        random: The source of random numbers.
    """
    best = now = rows, objective.weight(rows)
    tried: set[tuple[int, int]] = set()
    for _ in range(rounds):
        new = _tried(objective, *now, tried, random)
        if new is None or new[1] >= _WORSE * now[1]:
            continue
        if new[1] < now[1]:
            tried.clear()
        now = new
        if now[1] < best[1]:
            best = now
    return best


def _tried(
    objective: Objective,
    rows: Floats,
    weight: float,
    tried: set[tuple[int, int]],
    random: np.random.Generator,
) -> tuple[Floats, float] | None:
    """Return the spheres after one random move, with their weight: a relocation, or a perturbation of neighbours."""
    kind = random.random()
    if kind < _RELOCATIONS or is_idle(rows).any():
        return relocated(objective, rows, weight, tried, random)
    perturbation, pace = (LARGE, _LONG) if kind < _RELOCATIONS + _FAR else (SMALL, _SHORT)

    def way(part: Objective, some: Floats) -> Floats:
        return descended(part, perturbed(part, some, perturbation, random), pace)[0]

    found = objective.moved(rows, _neighbours(rows, random), way)
    return found, objective.weight(found)


def _neighbours(rows: Floats, random: np.random.Generator) -> Flags:
    """Return (spheres,): a random one, and its neighbours."""
    count, sphere = int(random.integers(_SOME[0], _SOME[1] + 1)), int(random.integers(len(rows)))
    gaps = np.linalg.norm(rows[:, :3] - rows[sphere, :3], axis=1) - rows[:, 3]
    gaps[sphere] = -np.inf
    found = np.zeros(len(rows), dtype=np.bool_)
    found[np.argsort(gaps, kind="stable")[:count]] = True
    return found

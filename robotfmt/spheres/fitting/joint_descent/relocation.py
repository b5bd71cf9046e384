"""Relocate the sphere with the least contribution to the place with the largest excess volume.

This is the teleportation of variational sphere sets (Wang and others, The Visual Computer 22, 2006); the result is
evaluated by a joint descent of the spheres around, and then of those around them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Flags, Floats
from ..covering import owners
from ..split import halved
from . import kernels
from .descent import Pace, descended
from .objective import Objective

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

"""The step of all balls that promises most: a linear program."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ....mesh.triangles import Floats, Ints

_FIRST, _MORE = 6, 4
"""Samples for each unknown that are looked at first, and of those that are lost then."""
_ROUNDS = 8
_LOST = 0.02
"""Of the longest step: how much of its depth a sample may miss."""
_PLAIN = {"presolve": False}
"""Programs are small: to make them smaller first takes longer than to solve them."""
_HOPE = 0.5
"""Of the longest step: how much a sample may gain at once, which a growth of all balls gives to each."""


def best_step(
    slope: Floats, limits: tuple[Ints, Ints, Floats], spare: Floats, longest: float
) -> Floats | None:
    """The step with the least sum of slopes, for which samples keep their depths.

    Most samples do not matter: those with least to spare are looked at first, then those that are lost.

    Args:
        slope: (balls, 4).
        limits: Of each sample where its entries begin, and of entries the balls and the slopes of depths.
        spare: (samples,): how much of its depth each may lose; less than 0 where it has to gain.
        longest: How far places and radii may change.

    Returns:
        (balls, 4), or None where none is found.
    """
    table = _table(limits, len(spare), slope.size)
    whole = np.asarray(table[:, 3::4].sum(axis=1)).ravel()
    least = np.minimum(-spare / longest, _HOPE * whole)
    looked = np.zeros(len(least), dtype=np.bool_)
    looked[np.argsort(-least, kind="stable")[: _FIRST * slope.size]] = True
    cost: Floats = slope.ravel() / max(float(np.abs(slope).max(initial=0.0)), 1e-12)
    for _ in range(_ROUNDS):
        way = _solved(cost, table[looked], least[looked])
        if way is None:
            return None
        lost = np.where(looked, 0.0, least - table @ way)
        worst = np.argsort(-lost, kind="stable")[: _MORE * slope.size]
        worst = worst[lost[worst] > _LOST]
        if not len(worst):
            return longest * way.reshape(slope.shape)
        looked[worst] = True
    return None


def _table(limits: tuple[Ints, Ints, Floats], samples: int, unknowns: int) -> Any:
    starts, owners, slopes = limits
    columns = (owners[:, None] * 4 + np.arange(4)).ravel()
    return csr_matrix((slopes.ravel(), columns, starts * 4), shape=(samples, unknowns))


def _solved(cost: Floats, table: Any, least: Floats) -> Floats | None:
    """Unknowns from -1 to 1 with the least cost and at least these products; None where the solver gives up."""
    found = linprog(cost, A_ub=-table, b_ub=-least, bounds=(-1, 1), method="highs-ds", options=_PLAIN)
    return None if found.x is None else np.asarray(found.x, dtype=np.float64)

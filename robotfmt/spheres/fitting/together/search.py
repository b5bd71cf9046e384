"""The best arrangement of balls that many small and some large changes lead to.

Most changes are drifts (see :mod:`.drift`); with others all centres are kicked at random, or a ball is put elsewhere
(see :mod:`.elsewhere`). What is worse by little is gone on from, too (threshold accepting: Dueck and Scheuer, Journal
of Computational Physics 90, 1990).
"""

from __future__ import annotations

import numpy as np

from ....mesh.triangles import Floats
from .descent import Pace, descended
from .drift import LARGE, SMALL, drifted
from .elsewhere import changed, chosen, settled
from .scene import Scene

_ELSEWHERE, _KICKED, _FAR = 0.2, 0.2, 0.2
"""How often a ball is put elsewhere, all are kicked, and all drift far; else they drift a little."""
_KICKS = 0.004, 0.006, 0.009, 0.013
"""How far centres are kicked."""
_WORSE = 1.003
"""It is gone on from balls that weigh so many times as much."""
_SHORT, _LONG = Pace(5e-3, 5e-4, 30), Pace(8e-3, 5e-4, 30)
"""After small drifts, and after all else."""


def searched(scene: Scene, rows: Floats, rounds: int, random: np.random.Generator) -> tuple[Floats, float]:
    """Balls with no more weight outside than those that are given, and this weight.

    Args:
        scene: What they are judged by.
        rows: (balls, 4).
        rounds: How many changes are tried.
        random: Which.
    """
    best = now = rows, scene.weight(rows)
    tried: set[tuple[int, int]] = set()
    for _ in range(rounds):
        new = _tried(scene, *now, tried, random)
        if new is None or new[1] >= _WORSE * now[1]:
            continue
        if new[1] < now[1]:
            tried.clear()
        now = new
        if now[1] < best[1]:
            best = now
    return best


def _tried(
    scene: Scene, rows: Floats, weight: float, tried: set[tuple[int, int]], random: np.random.Generator
) -> tuple[Floats, float] | None:
    kind = random.random()
    if kind < _ELSEWHERE:
        return _elsewhere(scene, rows, weight, tried, random)
    if kind < _ELSEWHERE + _KICKED:
        return descended(scene, _kicked(rows, random), _LONG)
    if kind < _ELSEWHERE + _KICKED + _FAR:
        return descended(scene, drifted(scene, rows, LARGE, random), _LONG)
    return descended(scene, drifted(scene, rows, SMALL, random), _SHORT)


def _kicked(rows: Floats, random: np.random.Generator) -> Floats:
    found = rows.copy()
    found[:, :3] += random.choice(_KICKS) * random.normal(size=(len(rows), 3))
    return found


def _elsewhere(
    scene: Scene, rows: Floats, weight: float, tried: set[tuple[int, int]], random: np.random.Generator
) -> tuple[Floats, float] | None:
    pair = chosen(scene, rows, tried, random)
    change = changed(scene, rows, *pair) if pair is not None else None
    if pair is None or change is None:
        return None
    tried.add(pair)
    return settled(scene, change, weight)

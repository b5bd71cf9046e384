"""Turning balls off that others can do without."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...mesh.triangles import Floats
from .state import State

_SPARE = 1e-6


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

"""Remove spheres that others can replace."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...mesh.triangles import Floats
from .counted_cover import CountedCover

_SPARE = 1e-6


def remove(counted: CountedCover, caps: Callable[[Floats], Floats]) -> None:
    """Switch off every sphere whose samples others can take over within their caps.

    Args:
        counted: The spheres; all samples are covered.
        caps: Returns the largest allowed radii for centres (k, 3).
    """
    limits = caps(counted.centers)
    order = np.argsort([len(counted.exclusive(i)) for i in range(len(counted.radii))], kind="stable")
    for i in order[counted.radii[order] > 0]:
        before = counted.saved()
        must = counted.exclusive(int(i))
        counted.place(int(i), counted.centers[i], 0.0)
        if not _taken_over(counted, must, limits):
            counted.restore(before)


def _taken_over(counted: CountedCover, must: Floats, limits: Floats) -> bool:
    """Grow other spheres to cover samples; return True if that was possible."""
    on = np.flatnonzero(counted.radii > 0)
    while len(must):
        if not len(on):
            return False
        away = must[:, None, :] - counted.centers[on]
        reach = np.sqrt(np.einsum("ijk,ijk->ij", away, away)) + _SPARE
        reach[reach > limits[on]] = np.inf
        growth = reach - counted.radii[on]
        worst = growth.min(axis=1).argmax()
        taker = growth[worst].argmin()
        if not np.isfinite(growth[worst, taker]):
            return False
        sphere = int(on[taker])
        counted.place(sphere, counted.centers[sphere], max(float(reach[worst, taker]), float(counted.radii[sphere])))
        must = must[np.linalg.norm(must - counted.centers[sphere], axis=1) > counted.radii[sphere]]
    return True

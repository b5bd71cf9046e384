"""Divide a number of spheres among links that they approximate: each goes where it helps most (spheres.md 4.7).

What a link loses with a number of spheres is one minus the intersection over union; it is estimated by quick fits for
numbers that double, and interpolated between them. All links count the same, however large they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heapreplace

import numpy as np

from ....mesh.triangles import Floats
from ....model.record import replace
from ..job import Job, fit_job

_COUNTS = (1, 2, 4, 8, 16, 32, 64)
"""The numbers of spheres of the quick fits."""
_QUICK = 0.1
"""The effort of a quick fit."""
_FLATTER = 0.5
"""The power of the number with which losses fall beyond the last quick fit."""


def estimated_losses(job: Job, most: int) -> Floats:
    """Return (numbers,): the loss of a link with the numbers of spheres of quick fits, up to a maximum number."""
    found = np.zeros(len(_COUNTS))
    for place, count in enumerate(_COUNTS):
        if place and count > most:
            found[place] = found[place - 1]
            continue
        fitted = fit_job(replace(job, options=replace(job.options, count=count, effort=_QUICK)))
        if fitted.iou is None:
            break
        found[place] = 1 - fitted.iou
    return _convex(found)


def _convex(losses: Floats) -> Floats:
    """Return the largest losses below some with which each further sphere helps less than the one before."""
    found = losses.copy()
    for place in range(1, len(losses) - 1):
        for end in range(place + 1, len(losses)):
            steps = np.array([_COUNTS[place] - _COUNTS[place - 1], _COUNTS[end] - _COUNTS[place]])
            below = (steps @ [losses[end], found[place - 1]]) / steps.sum()
            found[place] = min(found[place], below)
    found[-1] = min(found[-1], found[-2])
    return found


def allotted(losses: Mapping[str, Floats], budget: int) -> dict[str, int]:
    """Return the number of spheres of each link: at least one each, and as many as the budget in total."""
    found = dict.fromkeys(losses, 1)
    gains = [(-_gain(loss, 1), name) for name, loss in losses.items()]
    heapify(gains)
    for _ in range(budget - len(losses)):
        gain, name = gains[0]
        if not gain:
            break
        found[name] += 1
        heapreplace(gains, (-_gain(losses[name], found[name]), name))
    return found


def _gain(losses: Floats, count: int) -> float:
    """Return how much less a link loses with one sphere more."""
    return _loss(losses, count) - _loss(losses, count + 1)


def _loss(losses: Floats, count: int) -> float:
    last = _COUNTS[-1]
    if count > last:
        return float(losses[-1] * (last / count) ** _FLATTER)
    return float(np.interp(count, _COUNTS, losses))

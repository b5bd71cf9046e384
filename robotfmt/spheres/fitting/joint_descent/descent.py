"""Move all spheres at once, each time within a trust region in which all samples stay covered (spheres.md 3.4).

The excess volume grows as the area that shows outside, along its normals; the depth of a sample in the union is
smoothed, so that where two spheres meet one may take over from the other. The best step by these slopes is a linear
program; it is accepted if the spheres, grown until they cover all samples again, have less outside (sequential linear
programming with a trust region: Griffith and Stewart, Management Science 7, 1961).

Measured with 32 spheres on six links: from greedy covers half a second leads about as far as annealing of one sphere at
a time in more than one; :mod:`.search` improves it further.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Flags, Floats
from . import kernels
from .objective import Objective
from .program import Limits, Steps

_SOFT = 0.5
"""The smoothing of the maximum depth, relative to the step."""
_MARGIN = 0.7
"""The apparent additional depth of two equal depths, relative to the smoothing (log 2)."""
_REACH = 1.0, 2.0
"""The depth up to which samples are considered, in steps and in smoothing lengths. A step can uncover deeper samples,
for which spheres then grow: with 1.2 and 3 six links have the same excess volume, in 1.05 times the time.
"""
_LONGER, _SHORTER = 1.2, 0.5
_SLOW = 5e-4
"""The relative gain below which steps get shorter."""
_TIGHTER = 0.4
"""The amount by which spheres may shrink after a step, one by one, relative to the step."""
_SMALLEST = 1e-3
"""No sphere gets a smaller radius."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The step length of spheres, relative to the diagonal, and the number of steps."""

    first: float
    last: float
    most: int


def descended(objective: Objective, rows: Floats, pace: Pace) -> tuple[Floats, float]:
    """Return spheres that cover all samples, improved by steps, and the weight of their excess volume.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4): the initial spheres.
        pace: The step lengths.
    """
    best = objective.grown(rows)
    least, slope, step, steps = objective.weight(best), objective.slope(best), pace.first, Steps()
    for _ in range(pace.most):
        tried = stepped(objective, best, slope, step, steps)
        weight = objective.weight(tried) if tried is not None else np.inf
        step *= _LONGER if weight < (1 - _SLOW) * least else _SHORTER
        if tried is not None and weight < least:
            best, least, slope = tried, weight, objective.slope(tried)
        if step < pace.last:
            break
    return best, least


def is_idle(rows: Floats) -> Flags:
    """Return (spheres,): True for spheres that have shrunk to nearly nothing, because others cover their samples."""
    found: Flags = rows[:, 3] <= 2 * _SMALLEST
    return found


def stepped(objective: Objective, rows: Floats, slope: Floats, step: float, steps: Steps) -> Floats | None:
    """Return spheres after the most promising step down a slope, covering all samples. None if there is no such step.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4).
        slope: (spheres, 4): the derivatives of the objective by places and radii.
        step: The largest change of places and radii.
        steps: The previous steps of the same spheres.
    """
    soft = _SOFT * step
    reach = _REACH[0] * step + _REACH[1] * soft
    samples, starts, owners, slopes, depths = kernels.shares(objective.surface, rows, soft, reach)
    limits = Limits(samples, starts, owners, slopes)
    way = steps.best(slope, limits, depths - _MARGIN * soft, step)
    if way is None:
        return None
    tight = objective.tightened(objective.grown(rows + way), _TIGHTER * step)
    np.maximum(tight[:, 3], _SMALLEST, out=tight[:, 3])
    return tight

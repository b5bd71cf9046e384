"""Spheres that move all at once, each time as far as they may be trusted to cover all samples (spheres.md 3.4).

The excess volume grows as the area that shows outside, along its normals; how deep a sample is in the union is
softened, so that where two spheres meet one may take over from the other. The best step by these slopes is a linear
program; it counts if the spheres, grown until they cover all samples again, have less outside (sequential linear
programming with a trust region: Griffith and Stewart, Management Science 7, 1961).

Measured with 32 spheres on six links: from greedy covers half a second leads about as far as annealing of one sphere at
a time in more than one; see :mod:`.search` for what is still better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Flags, Floats
from . import kernels
from .objective import Objective
from .program import Limits, Steps

_SOFT = 0.5
"""Of the step: how soft the greatest depth is."""
_MARGIN = 0.7
"""Of the softness: what two equal depths seem to be deeper together than one (log 2)."""
_REACH = 2.2, 3.0
"""Samples count up to a depth of this many steps and this many softnesses."""
_LONGER, _SHORTER = 1.2, 0.5
_SLOW = 5e-4
"""With a smaller gain, relatively, steps get shorter."""
_TIGHTER = 0.4
"""Of the step: how much spheres may shrink after it, one by one, where softness grew them too far."""
_SMALLEST = 1e-3
"""No sphere gets a smaller radius."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How far spheres step, relative to the diagonal, and how often."""

    first: float
    last: float
    most: int


def descended(objective: Objective, rows: Floats, pace: Pace) -> tuple[Floats, float]:
    """Spheres that cover all samples, as good as steps make them, and the weight of their excess volume.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4): where they start.
        pace: Of the steps.
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
    """(spheres,): which have shrunk to nearly nothing, since others cover what they did."""
    found: Flags = rows[:, 3] <= 2 * _SMALLEST
    return found


def stepped(objective: Objective, rows: Floats, slope: Floats, step: float, steps: Steps) -> Floats | None:
    """Spheres after the step down a slope that promises most; they cover all samples. None where there is no such step.

    Args:
        objective: The samples to cover, and the excess volume to minimise.
        rows: (spheres, 4).
        slope: (spheres, 4): how what is to fall grows with places and radii.
        step: How far places and radii may change.
        steps: Those before, of the same spheres.
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

"""Choose the tolerance for a total number of spheres: the smallest one, equal for all links, that meets it.

So no link protrudes further than necessary for the sake of another (spheres.md 4.7). The number of spheres that a
link needs for a tolerance is estimated by covering its samples; after fitting, the estimates of each link are scaled
by the actual number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from ...codes import USAGE
from ...errors import UsageError
from ...mesh.triangles import Floats
from .by_tolerance import MOST, reachable, standing
from .candidates import candidates
from .cover import cover_within
from .depth import depths_of
from .job import Job, surface_fields_of
from .outside import all_points
from .radius_bounds import radius_bounds
from .samples import about
from .shares import Need, excess_of

TOLERANCES: Floats = np.geomspace(0.5, 0.002, 25)
"""The tolerances to evaluate, in metres, from one sphere per link to the largest useful number."""
_POINTS = 2000
_MEDIAL = 1000
_OUTSIDE = 3000
"""The number of points outside near a link, of which its excess volume is estimated."""
_HUGE = 1.0
"""The excess volume in m³ of a link that no tolerance covers."""
_POINT = 1e-9
_LESS = 0.97
"""The factor on the next attempt's target if a budget was exceeded."""
_ENOUGH = 0.85
"""The share of a budget below which another attempt aims higher."""
_HOPELESS = 0.01
"""The share of a budget below which the target is given up."""
_Made = TypeVar("_Made")


def search(
    budget: int,
    needed: Mapping[str, Floats],
    attempt: Callable[[float], tuple[_Made, Mapping[str, int]]],
) -> tuple[_Made, float]:
    """Return spheres within a budget, and their tolerance in metres.

    Args:
        budget: The maximum total number of spheres.
        needed: The estimates of each link whose tolerance may change, from :func:`estimated`.
        attempt: Returns spheres for a tolerance, and their number for each link.

    Raises:
        UsageError: The largest tolerance needs more spheres.
    """
    others, share = 0, 1.0
    best: tuple[_Made, float] | None = None
    while True:
        allowed = share * (budget - others)
        tolerance = tolerance_for(list(needed.values()), allowed) if needed else float(TOLERANCES[0])
        found, counts = attempt(tolerance)
        total = sum(counts.values())
        if total <= budget:
            if total >= _ENOUGH * budget or best is not None or not needed:
                return found, tolerance
            best = found, tolerance  # once more, knowing better what each link needs
        elif best is not None:
            return best
        elif tolerance >= TOLERANCES[0] or share < _HOPELESS:
            raise UsageError(USAGE, f"{budget} spheres are too few: the links need at least {total}")
        others = min(sum(count for name, count in counts.items() if name not in needed), budget - 1)
        needed = {name: calibrated(each, tolerance, counts[name]) for name, each in needed.items()}
        share *= _LESS if best is None else 1.0


def estimated(job: Job, most: int) -> Need:
    """Return what a surface needs for each tolerance, with up to a maximum number of spheres."""
    corners = job.triangles.corners
    if np.linalg.norm(np.ptp(corners.reshape(-1, 3), axis=0)) < _POINT:
        return Need(np.ones(len(TOLERANCES)), np.zeros(len(TOLERANCES)))
    _, surface_field = surface_fields_of(job)
    depths = depths_of(surface_field)
    offered = candidates(surface_field, depths, _MEDIAL)
    most = min(most, MOST)
    counts, excess = np.full(len(TOLERANCES), float(most)), np.full(len(TOLERANCES), np.inf)
    outside = all_points(surface_field, _OUTSIDE, np.random.default_rng(job.options.seed))
    target, points = None, surface_field.samples.points
    for place, tolerance in enumerate(TOLERANCES):
        bounds = radius_bounds(job.options, float(tolerance), surface_field)
        if target is not (target := reachable(surface_field, bounds)):
            points = target.samples.points[about(target.samples.points, _POINTS)]
        spheres = cover_within(points, offered.joined(standing(depths, bounds)), bounds, most)
        if spheres is None:
            break
        counts[place] = len(spheres)
        excess[place] = excess_of(spheres, outside) * surface_field.scale**3
    return Need(counts, np.where(np.isfinite(excess), excess, excess[np.isfinite(excess)].min(initial=_HUGE)))


def calibrated(needed: Floats, tolerance: float, count: int) -> Floats:
    """Return the estimates of a link, scaled by the actual number of spheres for one of the tolerances."""
    expected = np.exp(np.interp(-np.log(tolerance), -np.log(TOLERANCES), np.log(np.maximum(needed, 1.0))))
    found: Floats = needed * (count / expected)
    return found


def tolerance_for(needed: Sequence[Floats], budget: float) -> float:
    """Return the smallest tolerance in metres for which about a number of spheres are sufficient, interpolated.

    Args:
        needed: The estimates of each link, from :func:`estimated`.
        budget: The maximum number of spheres.
    """
    # Of tolerances with the same total the largest: beyond the most that are counted the totals are equal.
    totals, first = np.unique(np.maximum.accumulate(np.sum(needed, axis=0)), return_index=True)
    logs = np.log(np.maximum(totals, 1.0))  # links that are below their planes need none
    return float(np.exp(np.interp(np.log(budget), logs, np.log(TOLERANCES[first]))))

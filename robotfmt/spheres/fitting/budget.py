"""Divide a total number of spheres among links: by the smallest tolerance that is equal for all of them, by the excess
volume that each sphere takes off, or by how much each helps to approximate its link (spheres.md 4.7).

So no link protrudes further than necessary for the sake of another (spheres.md 4.7). The number of spheres that a link
needs for a tolerance is estimated by covering its samples; after fitting, the estimates of each link are scaled by the
actual number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heapify, heapreplace
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import numpy as np

from ...codes import USAGE
from ...errors import UsageError
from ...mesh.triangles import Floats
from ...model.record import replace
from .by_tolerance import MOST, reachable, standing
from .candidates import candidates, cover_within
from .depth import depths_of, radius_bounds
from .job import Job, fit_job, surface_fields_of
from .outside import all_points, excess_of
from .samples import about

# By the volume that spheres save

SHARES = ("volume", "protrusion")
"""What a division of a budget makes least; the first by default."""


class Need(NamedTuple):
    """What the spheres of a link cost for each of some tolerances, from the largest, by covers of its samples."""

    counts: Floats
    """Their estimated number."""
    excess: Floats
    """Their estimated volume outside of the link, in m³."""


def refuse_share(share: str | None, budget: int | None, approximate: bool) -> None:
    """Refuse a division that does not exist, or has no effect.

    Raises:
        UsageError: It is one of these.
    """
    if share is None:
        return
    if share not in SHARES:
        raise UsageError(USAGE, f"a budget is divided by {' or '.join(SHARES)}, not by '{share}'")
    if budget is None or approximate:
        raise UsageError(USAGE, "'share' divides a budget of spheres that cover; give a budget too")


def by_volume(
    needs: Mapping[str, Need],
    budget: int,
    least: Mapping[str, int] = MappingProxyType({}),
    most: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, int]:
    """Return the number of spheres of each link, one at least, with the least excess volume in sum.

    Args:
        needs: What the spheres of each link cost.
        budget: The total number.
        least, most: The least number of each link, as far as the budget allows it, and the largest.
    """
    gains = np.array([_gains(each, budget) for each in needs.values()]).reshape(len(needs), -1)
    first = gains.max(initial=0.0)
    for row, name in enumerate(needs):
        gains[row, most.get(name, budget) - 1 :] = 0
        gains[row, : least.get(name, 1) - 1] += first * (gains[row, : least.get(name, 1) - 1] > 0)
    order = np.argsort(-gains, axis=None, kind="stable")[: max(budget - len(needs), 0)]
    # Gains fall along each row, so the first ones of a link are among the largest.
    links = order[gains.ravel()[order] > 0] // max(gains.shape[1], 1)
    counts = 1 + np.bincount(links, minlength=len(needs))
    return dict(zip(needs, counts.tolist(), strict=True))


USUAL = 8
"""The usual number of spheres of a link that moves: cuRobo's and NVIDIA's own sets have 4 to 19."""
STILL = 3
"""The largest number of spheres of a link that stands on the mounting plane: what may touch it is known."""
_TYPICAL = 0.4
"""The size of a link relative to the mean, weighted by size, from which on it gets the usual number."""
_SMALL = 2
"""The usual number of spheres of a very small link."""


def usual_counts(sizes: Mapping[str, float]) -> dict[str, int]:
    """Return the usual number of spheres of links by their sizes in metres: fewer for those smaller than most."""
    known = np.array(list(sizes.values()))
    # Weighted by size: a hand has many small links, and its arm has few.
    typical = _TYPICAL * float((known**2).sum() / known.sum()) if len(known) else 1.0
    return {name: max(_SMALL, min(USUAL, round(USUAL * size / typical))) for name, size in sizes.items()}


def _gains(need: Need, most: int) -> Floats:
    """Return (most - 1,): the volume in m³ that each further sphere takes off, never more than the one before."""
    return -np.diff(_excess(need, np.arange(1.0, most + 1)))


def _excess(need: Need, counts: Floats) -> Floats:
    """Return the excess volume of a link with some numbers of spheres, in m³.

    It is the largest convex curve below the estimates, so that no sphere helps more than the one before.
    """
    order = np.lexsort((need.excess, need.counts))
    corners: list[tuple[float, float]] = []
    for count, excess in zip(need.counts[order].tolist(), need.excess[order].tolist(), strict=True):
        if corners and (count == corners[-1][0] or excess >= corners[-1][1]):
            continue
        while len(corners) > 1 and _is_above(corners[-2], corners[-1], (count, excess)):
            corners.pop()
        corners.append((count, excess))
    found: Floats = np.interp(counts, *np.array(corners).T)
    return found


def _is_above(one: tuple[float, float], middle: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return True if a point is not below the line between two others."""
    slope = (other[1] - one[1]) / (other[0] - one[0])
    return middle[1] >= one[1] + slope * (middle[0] - one[0])


# By tolerance

TOLERANCES: Floats = np.geomspace(0.5, 0.002, 25)
"""The tolerances to evaluate, in metres, from one sphere per link to the largest useful number."""
_POINTS = 1000
_MEDIAL = 500
_OUTSIDE = 2000
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


# By approximation
#
# What a link loses with a number of spheres is one minus the intersection over union; it is estimated by quick fits for
# numbers that double, and interpolated between them. All links count the same, however large they are.

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

"""Shrink, move, remove and split spheres without uncovering any sample (spheres.md 3.3).

Each sphere in turn must keep the samples that no other sphere covers. At each trial centre its sphere is made just
large enough for these samples; the one with the smallest exclusive excess volume is chosen.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats
from ..arrays import Spheres, joined
from .counted_cover import CountedCover, Reals
from .covering import Blocks, owners

# Shrinking

SMALLEST = 0.002
"""The smallest radius of a moving sphere."""
SPARE = 1e-7
"""The length added to radii: larger than the rounding error of distances by the law of cosines."""
_RANDOM = 4
"""The number of random trials nearby."""
_REACH = 2.5
"""The number of steps by which a trial may enlarge its sphere."""
_FROZEN = 0.02
"""The step length, relative to the first, below which a sphere rests."""
_LONGER, _SHORTER = 1.15, 0.7

Limit = Callable[[Floats, Floats], Flags]
"""Returns which trial centres (k, 3) and radii (k,) are allowed."""


def shrink(counted: CountedCover, rounds: int, random: np.random.Generator, limit: Limit | None = None) -> None:
    """Improve one sphere after another until none improves or the rounds are over."""
    first = counted.steps.copy()
    for _ in range(rounds):
        moving = np.flatnonzero((counted.steps > _FROZEN * first) & (counted.radii > 0))
        if not len(moving):
            return
        for i in moving:
            better = improve(counted, int(i), random, limit)
            counted.steps[i] *= _LONGER if better else _SHORTER


def improve(counted: CountedCover, i: int, random: np.random.Generator, limit: Limit | None = None) -> bool:
    """Try other places for sphere i; return True if a better one was found."""
    must = counted.exclusive(i)
    if not len(must):
        counted.place(i, counted.centers[i], 0.0)
        return True
    center, radius, step = counted.centers[i].copy(), float(counted.radii[i]), float(counted.steps[i])
    trials = _trials(counted, i, must, random)
    radii = np.maximum(_farthest(trials, must) + SPARE, SMALLEST)
    allowed = radii <= radius + _REACH * step
    trials, radii = trials[allowed], radii[allowed]
    best = _best(_scores(counted, i, trials, radii), trials, radii, limit) if len(radii) else None
    if best is None:
        return False
    if radii[best] < radius * (1 - 1e-4) or (trials[best] != center).any():
        counted.place(i, trials[best], float(radii[best]))
        return True
    return False


def _best(scores: Floats, centers: Floats, radii: Floats, limit: Limit | None) -> int | None:
    """Return the lowest allowed score, and of nearly equal ones the smallest radius."""
    while np.isfinite(scores).any():
        ties = np.flatnonzero(scores <= scores.min() * (1 + 1e-9))
        best = int(ties[radii[ties].argmin()])
        if limit is None or limit(centers[best, None], radii[best, None]).all():
            return best
        scores[best] = np.inf
    return None


def _trials(counted: CountedCover, i: int, must: Floats, random: np.random.Generator) -> Floats:
    """Return trial centres: the present one, towards the middle of the required samples, away from outside points,
    and random ones.
    """
    center, step = counted.centers[i].copy(), counted.steps[i]
    middle = enclosing_center(must)
    places = [center, *(center + share * (middle - center) for share in (0.25, 0.5, 0.75, 1.0))]
    hit = counted.excess(i)
    away = center - counted.outside.points[hit]
    gaps = np.sqrt(np.einsum("ij,ij->i", away, away)) + 1e-12
    push = np.einsum("i,ij->j", counted.outside.weights[hit] / gaps, away)
    length = float(np.linalg.norm(push))
    if length > 0:
        places += [center + share * step / length * push for share in (0.3, 1.0, 2.0)]
    return np.concatenate([places, center + step * random.normal(size=(_RANDOM, 3))])


def _farthest(centers: Floats, points: Floats) -> Floats:
    away = centers[:, None, :] - points
    farthest: Floats = np.sqrt(np.einsum("ijk,ijk->ij", away, away).max(axis=1))
    return farthest


def _scores(counted: CountedCover, i: int, centers: Floats, radii: Floats) -> Floats:
    """Return for each trial of sphere i the weight of the outside points in it that no other sphere covers."""
    reach = float((np.linalg.norm(centers - counted.centers[i], axis=1) + radii).max())
    squared = counted.outside.squared(counted.centers[i])
    near = np.flatnonzero(squared <= reach * reach)
    near = near[counted.outside_counts[near] == (squared[near] <= float(counted.radii[i] ** 2))]
    points: Reals = counted.outside.points[near]
    away = centers.astype(points.dtype)[:, None, :] - points
    within = np.einsum("ijk,ijk->ij", away, away) <= (radii**2).astype(points.dtype)[:, None]
    # Not a product of matrices: BLAS raises floating point flags at random for flags times numbers.
    scores: Floats = np.einsum("ij,j->i", within, counted.outside.weights[near]).astype(np.float64)
    return scores


@compiled
def enclosing_center(points: Floats, rounds: int = 10) -> Floats:
    """Return an approximate centre of the smallest enclosing sphere of points: steps towards the farthest (Badoiu and
    Clarkson).
    """
    center = np.empty(3)
    for k in range(3):
        center[k] = (points[:, k].min() + points[:, k].max()) / 2
    for turn in range(rounds):
        best, farthest = 0, -1.0
        for p in range(len(points)):
            squared = 0.0
            for k in range(3):
                squared += (points[p, k] - center[k]) ** 2
            if squared > farthest:
                best, farthest = p, squared
        for k in range(3):
            center[k] += (points[best, k] - center[k]) / (turn + 2)
    return center


# Removing

# A sphere that takes over a sample reaches a little beyond it, so that rounding does not leave the sample uncovered.
_SPARE = 1e-6


def remove(counted: CountedCover, caps: Callable[[Floats], Floats]) -> None:
    """Switch off every sphere whose samples others can take over within their caps.

    Args:
        counted: The spheres; all samples are covered.
        caps: Returns the largest allowed radii for centres (k, 3).
    """
    limits = caps(counted.centers)
    # Spheres that alone cover few samples come first: others can take these over most easily.
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


# Splitting


def filled(spheres: Spheres, cloud: Blocks, count: int) -> Spheres:
    """Return the maximum number of spheres: repeatedly, the one that covers most is split in two.

    Args:
        spheres: At least one.
        cloud: Evenly distributed samples; the halves of a sphere cover those that are deepest in it.
        count: The maximum number of spheres.
    """
    while len(spheres) < count:
        owner = owners(cloud, spheres.rows)
        most = int(np.bincount(owner, minlength=len(spheres)).argmax())
        halves = halved(cloud.points[owner == most])
        if halves is None:
            return spheres
        spheres = joined([spheres.chosen(np.arange(len(spheres)) != most), halves])
    return spheres


def halved(points: Floats) -> Spheres | None:
    """Return two spheres around halves of points, cut across the axis that gives the smallest ones; None for a single
    point.
    """
    if len(points) < 2:
        return None
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - middle, full_matrices=False)
    pairs = []
    for axis in axes:
        order = np.argsort((points - middle) @ axis, kind="stable")
        pairs.append([_around(points[half]) for half in np.array_split(order, 2)])
    best = min(pairs, key=lambda pair: max(radius for _, radius in pair))
    return Spheres(np.array([center for center, _ in best]), np.array([radius for _, radius in best]))


def _around(points: Floats) -> tuple[Floats, float]:
    center = enclosing_center(points)
    return center, float(np.linalg.norm(points - center, axis=1).max())

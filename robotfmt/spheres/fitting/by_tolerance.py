"""Cover a surface with few spheres, none of which protrudes further than a tolerance (spheres.md 5.2).

The radius of each sphere is bounded by the depth of its centre plus the tolerance. Parts that remain open are covered
by additional spheres; one on the surface with the tolerance as its radius is always allowed, so the process ends.
Lengths are relative, as in :class:`robotfmt.spheres.fitting.surface_field.SurfaceField`, unless metres are mentioned.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Flags, Floats
from ...model.record import replace
from ..arrays import NO_SPHERES, Spheres, joined
from .by_count import part, single
from .candidates import Candidates, MedialAxis, cover_within
from .certify import above, grown_to_cover
from .counted_cover import CountedCover, cloud, counted_cover
from .depth import Depths, RadiusBounds
from .outside import outside_points
from .samples import about, thinned
from .shrink import remove, shrink
from .surface_field import SurfaceField

MOST = 1000
"""The maximum number of spheres for one surface."""
_MEDIAL = 2500
_SURFACE = 6000
_OUTSIDE, _LEAST_OUTSIDE = 12_000, 3000
"""The number of points outside, and the minimum, however small the effort."""
_STEEP = 3.0
_ROUNDS = 2
_MANY = 300
"""The number of spheres above which none is moved: moving takes long, and gains 0.3 % of the solid's volume with 240.
"""
_SLACK = 0.97
"""The share of the tolerance for the first cover: the proof has to add a little."""
_PASSES = 12
_WIDER = 1.5
"""The factor by which the tolerance grows if it needs too many spheres."""
_SMALL = 0.1
"""The size of the proof's pieces, relative to the tolerance."""
_TOLERANCES: Floats = np.geomspace(0.7, 0.003, 40)
"""The tolerances to evaluate for a number of spheres, relative to the diagonal."""
_LARGE: Floats = np.geomspace(6.0, 0.8, 12)
"""Additional tolerances before a plane: a sphere that touches it must be large to cover points near the plane."""
_GUESSED = 1500
_THIN = 0.8
"""The largest uncovered layer, relative to the height above a plane, even for a larger tolerance."""
_LEVELS = 4
_LIFTED = 600
"""The number of surface points over which spheres that touch a plane are tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """Spheres in metres that are proved to cover the surface, and the depths of their centres."""

    spheres: Spheres
    depths: Floats
    """An array (n,), in metres, negative outside; exact, given the solid."""
    foot: float = 0.0
    """The height above a plane in metres up to which the surface need not be covered."""


def fit_within(
    axis: MedialAxis,
    target: SurfaceField,
    bounds: RadiusBounds,
    smallest: float,
    random: np.random.Generator,
    effort: float = 1.0,
) -> Within:
    """Return few spheres that cover a surface, all within their bounds.

    If more than :data:`MOST` spheres would be needed, a larger tolerance is used.

    Args:
        axis: The medial axis of the solid.
        target: The solid with only the part of the surface to cover.
        bounds: The bounds on radii.
        smallest: Size of the smallest pieces of the proof, in metres.
        random: The source of random numbers.
        effort: The factor on the number of points outside, if it is below 1.
    """
    depths, offered = axis.depths, None
    while True:
        reached = reachable(target, bounds)
        if not len(reached.corners):
            return Within(NO_SPHERES, np.zeros(0))
        one = single(reached)
        alone = one.radii[0] <= bounds.of(_SLACK).radii(one.centers, depths.at(one.centers))[0]
        if offered is None:
            offered = axis.candidates(1 if alone else _MEDIAL)
        work = _Work(reached, depths, bounds, smallest, part(effort, _OUTSIDE, _LEAST_OUTSIDE))
        found = work.done(one if alone else None, offered, random)
        if found is not None:
            return replace(found, foot=_foot(target, bounds) * target.scale)
        bounds = bounds.of(_WIDER)


def reachable(target: SurfaceField, bounds: RadiusBounds) -> SurfaceField:
    """Return the surface to cover, without the layer next to a plane, which spheres can only touch."""
    return target if bounds.wall is None else above(target, bounds.wall, _foot(target, bounds))


def _foot(target: SurfaceField, bounds: RadiusBounds) -> float:
    """Return the height above a plane up to which nothing need be covered: below the tolerance, and below the highest
    point.
    """
    if bounds.wall is None:
        return 0.0
    highest = float(bounds.wall.heights(target.corners.reshape(-1, 3)).max(initial=0.0))
    return min(bounds.tolerance, _THIN * highest) if highest > 0 else 0.0


def standing(depths: Depths, bounds: RadiusBounds) -> Candidates:
    """Return centres of spheres that touch a plane, up to the largest ones within the tolerance."""
    nothing = Candidates(np.zeros((0, 3)), np.zeros(0))
    if bounds.wall is None:
        return nothing
    outer = depths.surface_field.outer.points
    points = outer[about(outer, _LIFTED)]
    points = np.concatenate([points, points.mean(axis=0)[None]])
    highest = float(bounds.wall.heights(points).max())
    if highest <= 0:
        return nothing
    levels = np.linspace(highest / 2, (highest + bounds.tolerance) / 2, _LEVELS)
    centers = np.concatenate([bounds.wall.lifted(points, height) for height in levels])
    return Candidates(centers, depths.at(centers))


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """The surface to cover, and the candidates."""

    target: SurfaceField
    depths: Depths
    """The depths in the whole solid."""
    bounds: RadiusBounds
    smallest: float
    outside: int
    """The number of points outside."""

    def done(self, start: Spheres | None, offered: Candidates, random: np.random.Generator) -> Within | None:
        """Return a proved cover, from initial spheres or candidates; None if it would need too many spheres."""
        offered = offered.joined(standing(self.depths, self.bounds))
        start = start if start is not None else self.start(offered, random)
        return self.completed(start, offered) if start is not None else None

    def start(self, offered: Candidates, random: np.random.Generator) -> Spheres | None:
        """Return a cover of the samples."""
        start = cover_within(self._points(), offered, self.bounds.of(_SLACK), MOST)
        return self._improved(start, random) if start is not None else None

    def _points(self) -> Floats:
        return self.target.samples.points[about(self.target.samples.points, _SURFACE)]

    def _radii(self, centers: Floats) -> Floats:
        return self.bounds.of(_SLACK).radii(centers, self.depths.at(centers))

    def _improved(self, start: Spheres, random: np.random.Generator) -> Spheres:
        """Return fewer and smaller spheres, still within their bounds."""

        def limit(centers: Floats, radii: Floats) -> Flags:
            allowed: Flags = radii <= self._radii(centers)
            return allowed

        tolerance = self.bounds.tolerance
        outside = outside_points(self.depths.surface_field, self.outside, tolerance, random, _STEEP)
        counted: CountedCover = counted_cover(cloud(self._points()), outside, start, len(start), tolerance / 4)
        rounds = _ROUNDS if len(start) < _MANY else 0
        shrink(counted, rounds, random, limit)
        remove(counted, self._radii)
        counted.steps[:] = tolerance / 8
        shrink(counted, rounds, random, limit)
        return counted.spheres

    def completed(self, spheres: Spheres, offered: Candidates) -> Within | None:
        """Add spheres until everything is proved to be covered; depths are exact now.

        Candidates are used once: if their depth was overestimated, spheres on the surface complete the cover.
        """
        target = self.target
        left, more = target.corners * target.scale + target.middle, spheres
        found, caps, deep = NO_SPHERES, np.zeros(0), np.zeros(0)
        for _ in range(_PASSES):
            if len(found) + len(more) > MOST:
                break
            exact = self.depths.exactly_at(more.centers)
            largest = self.bounds.last_radii(more.centers, exact)
            more = Spheres(more.centers, np.minimum(np.maximum(more.radii, self.bounds.least), largest))
            found = joined([found, target.in_metres(more.chosen(largest > 0))])
            caps = np.concatenate([caps, largest[largest > 0] * target.scale])
            deep = np.concatenate([deep, exact[largest > 0] * target.scale])
            if len(found):
                pieces = min(self.smallest, _SMALL * self.bounds.tolerance * target.scale)
                found, left = grown_to_cover(left, found, pieces, caps)
            if not len(left):
                return Within(found, deep)
            more = self._added(offered, left)
            offered = offered.chosen(np.zeros(0, dtype=np.int64))
        return None

    def _added(self, offered: Candidates, left: Floats) -> Spheres:
        """Return spheres for open parts: candidates, or spheres on the open places themselves."""
        points = (left.reshape(-1, 3) - self.target.middle) / self.target.scale
        points = points[thinned(points, self.bounds.tolerance / 8)]
        points = points[about(points, _SURFACE)]
        added = cover_within(points, offered, self.bounds.of(_SLACK), MOST)
        return added if added is not None else Spheres(points, self.bounds.last_radii(points, np.zeros(len(points))))


def estimated_tolerance(axis: MedialAxis, target: SurfaceField, bounds: RadiusBounds, count: int) -> float:
    """Return an estimate of the smallest tolerance, in relative lengths, with which a number of spheres covers a
    surface.

    Args:
        axis: The medial axis of the solid.
        target: The solid with only the part of the surface to cover.
        bounds: The bounds on radii, except the tolerance.
        count: The maximum number of spheres.
    """
    depths, offered = axis.depths, axis.candidates(_MEDIAL)

    def is_too_small(tolerance: float) -> bool:
        wider = replace(bounds, tolerance=tolerance)
        points = reachable(target, wider).samples.points
        both = offered.joined(standing(depths, wider))
        points = points[about(points, _GUESSED)]
        return len(points) > 0 and cover_within(points, both, wider, count) is None

    tolerances = _TOLERANCES if bounds.wall is None else np.concatenate([_LARGE, _TOLERANCES])
    enough = bisect_left(tolerances.tolist(), True, key=is_too_small)
    return float(tolerances[max(enough - 1, 0)])

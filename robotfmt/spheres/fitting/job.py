"""A surface to fit, and its spheres."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from ...mesh.repair import Repaired, Solidity
from ...mesh.triangles import Floats, Triangles
from ...model.record import replace
from ..arrays import NO_SPHERES, Spheres
from .approximation import approximation, iou_of
from .by_count import fit_count
from .by_tolerance import Within, estimated_tolerance, fit_within
from .candidates import MedialAxis
from .certify import grown_to_cover, uncovered, with_inside
from .depth import depths_of, radius_bounds
from .exposed import bounds_of, most_exposed
from .occupancy import Occupancy
from .options import FitOptions
from .outside import all_points, excess_of
from .surface_field import SurfaceField, closing_width, surface_field_of, surrounded

_SMALLEST = 1e-3
"""The size of the proof's smallest pieces, relative to the surface's diagonal."""
_FINEST = 3e-5
"""The relative size of the proof's smallest pieces for a given number of spheres, which such pieces hardly enlarge."""
ROUNDING = 3e-6
"""The rounding error of protrusions, in metres."""
_POINT = 1e-9
"""A surface with a smaller diagonal, in metres, is a single point."""
_LEAST = 1e-5
"""The smallest radius, in metres: a much smaller one could be taken for a placeholder."""
_WIDER = 1.08
"""The factor by which the tolerance grows if it needs too many spheres, or shrinks if there may be more."""
_TRIES = 25
_OUTSIDE = 12_000
"""The number of points by which the excess volume is measured."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitted:
    """The spheres of a link, with their proved properties; lengths in metres."""

    spheres: Spheres = NO_SPHERES
    missing: int = 0
    """Geometries that have no surface."""
    protrusion: float = 0.0
    """The largest protrusion."""
    depth: float | None = 0.0
    """The largest depth of the surface outside the spheres, in metres; None if it is not proved."""
    foot: float = 0.0
    """The height above a plane up to which the surface need not be covered."""
    hollow: bool = False
    """True if the surface is open, and a thin wall rather than the boundary of a solid."""
    fills: bool = False
    """True if the surface is open, and the spheres fill the enclosed volume."""
    closing: float | None = None
    """The width of openings that would have to be treated as closed for the volume to be inside."""
    iou: float | None = None
    """The intersection over union with the solid, between 0 and 1, if the spheres approximate it."""
    coverage: float = 1.0
    """The share of the surface that is covered."""
    volume: float = 0.0
    """The approximate volume of the solid in m³; 0 for spheres and capsules, which need no fit."""
    excess: float = 0.0
    """The approximate volume of the spheres outside of it, in m³."""
    surface: Repaired | None = None
    """The surface that the proof refers to, unless it consists of spheres and capsules."""

    @property
    def solidity(self) -> Solidity:
        """The kind of solid that the proof refers to."""
        return self.surface.solidity if self.surface is not None else Solidity.AS_READ


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """All data for fitting a surface, in any process."""

    surface: Repaired
    options: FitOptions
    slack: float
    """The deviation of the surface from its shape, in metres."""
    pinned: Spheres
    """Existing spheres: the parts inside one of them need no others."""
    key: str
    """Equal jobs have equal keys."""
    occupancy: Occupancy | None = None
    """Where other links pass."""
    given: Spheres | None = None
    """The spheres of a twin: they only need to be proved to cover this surface too, and grow for that."""

    @property
    def triangles(self) -> Triangles:
        """The triangles of the surface."""
        return self.surface.triangles


def job_of(
    surface: Repaired,
    options: FitOptions,
    slack: float = 0.0,
    pinned: Spheres = NO_SPHERES,
    occupancy: Occupancy | None = None,
) -> Job:
    """Return the job of a surface; the number in the options does not include pinned spheres."""
    bare = Triangles(surface.triangles.vertices, surface.triangles.faces)
    rest = repr((options, slack, pinned.centers.tolist(), pinned.radii.tolist()))
    passing = occupancy.shares.tobytes() + occupancy.pose.tobytes() if occupancy is not None else b""
    key = hashlib.sha256(bare.corners.tobytes() + rest.encode() + passing).hexdigest()
    return Job(replace(surface, triangles=bare), options, slack, pinned, key, occupancy)


def surface_fields_of(job: Job) -> tuple[SurfaceField, SurfaceField]:
    """Return the inside of a surface, and the volume in which spheres may be.

    The latter is larger if an open surface encloses it, and no width of openings is given.
    """
    strict = replace(surface_field_of(job.surface, job.options.fill), occupancy=job.occupancy)
    if job.options.fill is not None or job.options.inside:
        return strict, strict
    return strict, surrounded(strict, job.surface) or strict


def fit_job(job: Job) -> Fitted:
    """Fit spheres to a surface; the slack is added to spheres that cover a tessellation, so that the shape is
    covered.
    """
    corners = job.triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    if np.linalg.norm(high - low) < _POINT:
        radius = max(_LEAST + job.slack, job.options.min_radius)
        return Fitted(spheres=Spheres((low + high)[None] / 2, np.array([radius])), protrusion=radius)
    strict, surface_field = surface_fields_of(job)
    pinned = surface_field.relative(job.pinned)
    target = uncovered(surface_field, pinned)
    work = _Fitting(job, MedialAxis(surface_field), with_inside(target, pinned) if len(target.corners) else target)
    found = work.fitted() if job.given is None else work.adopted(job.given)
    found = replace(found, hollow=surface_field.is_hollow, **_volumes(found.spheres, strict))
    return found if surface_field is strict else _against(found, strict, surface_field)


def _volumes(spheres: Spheres, surface_field: SurfaceField) -> dict[str, float]:
    """Return the approximate volumes of a solid, and of spheres outside of it, in m³."""
    outside = all_points(replace(surface_field, occupancy=None), _OUTSIDE, np.random.default_rng(0))
    excess = excess_of(surface_field.relative(spheres), outside)
    cubic = surface_field.scale**3
    return {"volume": surface_field.region.volume * cubic, "excess": excess * cubic}


def _against(found: Fitted, strict: SurfaceField, wide: SurfaceField) -> Fitted:
    """Return spheres that fill the volume enclosed by a surface, with their protrusion from the surface itself."""
    spheres = strict.relative(found.spheres)
    bounds = spheres.radii - depths_of(strict).exactly_at(spheres.centers)
    protrusion = min(float(bounds.max(initial=0.0)), most_exposed(strict, spheres)) * strict.scale
    closing = closing_width(strict, wide)
    return replace(found, protrusion=max(found.protrusion, protrusion), fills=True, closing=closing)


@dataclass(frozen=True, slots=True, eq=False)
class _Fitting:
    """A job, its solid, and the parts to cover."""

    job: Job
    axis: MedialAxis
    """The medial axis of the solid."""
    target: SurfaceField

    @property
    def surface_field(self) -> SurfaceField:
        """The solid."""
        return self.axis.surface_field

    def fitted(self) -> Fitted:
        """Return the spheres, by number or by size."""
        options = self.job.options
        if not len(self.target.corners):
            return Fitted()
        if options.approximate and (found := self._approximated()) is not None:
            return found
        if options.count is None:
            allowed = max(options.tolerance - self.job.slack - ROUNDING, options.tolerance / 2)
            return self._sized(allowed + options.depth)
        return self._counted() if options.plane is None and not options.inside else self._at_most(options.count)

    def adopted(self, spheres: Spheres) -> Fitted:
        """Return spheres of a twin, grown as necessary."""
        options, target = self.job.options, self.target
        if options.approximate:
            grown = self.surface_field.relative(spheres)
            return self._bounded(grown, iou_of(self.surface_field, grown))
        grown, _ = grown_to_cover(
            target.corners * target.scale + target.middle,
            spheres.grown(options.depth - self.job.slack),
            _SMALLEST * target.scale,
        )
        return self._shrunk(self._measured(grown), options.depth)

    def _measured(self, spheres: Spheres) -> Within:
        """Return spheres with the depths of their centres."""
        depths = self.axis.depths.exactly_at(self.surface_field.relative(spheres).centers)
        return Within(spheres, depths * self.surface_field.scale)

    def _random(self) -> np.random.Generator:
        return np.random.default_rng([self.job.options.seed, int(self.job.key[:15], 16)])

    def _counted(self) -> Fitted:
        """Return as many spheres as requested, with the smallest excess volume."""
        options, target = self.job.options, self.target
        assert options.count is not None
        depth = options.depth / target.scale
        spheres = target.in_metres(fit_count(target, options.count, self._random(), options.effort, depth))
        spheres, _ = grown_to_cover(target.corners * target.scale + target.middle, spheres, _FINEST * target.scale)
        spheres = Spheres(spheres.centers, np.maximum(spheres.radii, options.min_radius))
        return self._shrunk(self._measured(spheres), options.depth)

    def _approximated(self) -> Fitted | None:
        """Return as many spheres as requested, as much like the solid as possible; None if it has no volume."""
        options, job = self.job.options, self.job
        assert options.count is not None
        bounds = radius_bounds(options, 0.0, self.surface_field, job.slack)
        found = approximation(
            self.surface_field,
            options.count,
            self._random(),
            bounds=bounds,
            pinned=self.surface_field.relative(job.pinned),
            favour=options.favour,
            effort=options.effort,
        )
        return self._bounded(found.spheres, found.iou) if found is not None else None

    def _bounded(self, spheres: Spheres, iou: float) -> Fitted:
        """Return spheres that leave part of the surface out, with the bounds of that."""
        pinned, scale = self.surface_field.relative(self.job.pinned), self.surface_field.scale
        found = bounds_of(self.surface_field, spheres, pinned)
        return Fitted(
            spheres=self.surface_field.in_metres(spheres),
            protrusion=found.protrusion * scale,
            depth=found.depth * scale + self.job.slack,
            iou=iou,
            coverage=found.coverage,
        )

    def _sized(self, tolerance: float) -> Fitted:
        """Return as few spheres as a tolerance in metres needs."""
        surface_field = self.surface_field
        bounds = radius_bounds(self.job.options, tolerance, surface_field, self.job.slack)
        smallest = _SMALLEST * surface_field.scale
        within = fit_within(self.axis, self.target, bounds, smallest, self._random(), self.job.options.effort)
        return self._shrunk(within, tolerance)

    def _at_most(self, count: int) -> Fitted:
        """Return spheres with the smallest tolerance that a number of spheres can meet."""
        surface_field = self.surface_field
        bounds = radius_bounds(self.job.options, 0.0, surface_field, self.job.slack)
        tolerance = estimated_tolerance(self.axis, self.target, bounds, count) * surface_field.scale
        found, best = self._sized(tolerance), None
        for _ in range(_TRIES):
            if len(found.spheres) <= count:
                best, tolerance = found, tolerance / _WIDER
            elif best is not None:
                break
            else:
                tolerance *= _WIDER
            found = self._sized(tolerance)
        return best or self._sized(surface_field.scale)

    def _shrunk(self, within: Within, tolerance: float) -> Fitted:
        """Return the spheres reduced by the requested depth, or as much as makes them stay inside.

        The surface is nowhere further from the smaller spheres than their radii have shrunk. A sphere no larger than
        that is reduced to a point, unless it may not protrude at all.
        """
        options, slack, spheres = self.job.options, self.job.slack, within.spheres
        foot = within.foot + slack + ROUNDING if options.plane is not None else 0.0
        if options.inside:
            inner = Spheres(spheres.centers, within.depths - slack - ROUNDING)  # smaller by the tolerance at most
            kept = inner.radii > _LEAST
            depth = tolerance + 2 * slack + ROUNDING if kept.all() else None
            return Fitted(spheres=inner.chosen(kept), protrusion=-ROUNDING, depth=depth, foot=foot)
        radii: Floats = np.maximum(spheres.radii + slack - options.depth, _LEAST)
        protrusion = float((radii - within.depths).max(initial=0.0))
        return Fitted(spheres=Spheres(spheres.centers, radii), protrusion=protrusion, depth=options.depth, foot=foot)

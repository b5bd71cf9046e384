"""A surface that shall get balls, and the balls that it gets."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from ...mesh.repair import Repaired, Solidity
from ...mesh.triangles import Floats, Triangles
from ...model.record import replace
from ..balls import NO_BALLS, Balls
from .by_count import fit_count
from .by_tolerance import Within, fit_within, guess_tolerance
from .certify import grown_to_cover
from .depth import depths_of
from .exposed import most_exposed
from .field import Field, closing_width, field_of, surrounded
from .need import uncovered, with_inside
from .room import room_of
from .wish import Wish

_SMALLEST = 1e-3
"""Size of the smallest pieces of the proof, relative to the surface's diagonal."""
_FINEST = 3e-5
"""The same where the number of balls is given: so small, pieces hardly make them larger."""
ROUNDING = 3e-6
"""Metres that rounding may add to how far a ball stands out."""
_POINT = 1e-9
"""A surface with a smaller diagonal, in metres, is one point."""
_LEAST = 1e-5
"""Radius of the least ball, in metres: a much smaller one would be taken for a place holder."""
_WIDER = 1.08
"""So many times the tolerance is tried next, where it needs too many balls, or the inverse where there may be more."""
_TRIES = 25


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitted:
    """The balls of a link, and what is proved of them; lengths in metres."""

    balls: Balls = NO_BALLS
    missing: int = 0
    """Geometries that have no surface."""
    protrusion: float = 0.0
    """How far they stand out at most."""
    depth: float | None = 0.0
    """How deep the surface lies outside of them at most; None where that is not proved."""
    foot: float = 0.0
    """What is no higher than this above a plane need not be covered."""
    hollow: bool = False
    """Whether the surface is open, and a wall rather than the skin of a solid."""
    fills: bool = False
    """Whether the surface is open, and the balls fill what it surrounds."""
    closing: float | None = None
    """How wide openings can be that would have to count as closed for that to be inside."""
    surface: Repaired | None = None
    """What is proved of them is proved against this, where it is more than spheres and capsules."""

    @property
    def solidity(self) -> Solidity:
        """What kind of solid they are proved against."""
        return self.surface.solidity if self.surface is not None else Solidity.AS_READ


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """All that is needed to give a surface its balls, so that it can be done anywhere."""

    surface: Repaired
    wish: Wish
    slack: float
    """How far the surface may be from the shape that it stands for, in metres."""
    pinned: Balls
    """There already: what one of them contains needs no others."""
    key: str
    """Equal jobs have equal keys."""
    given: Balls | None = None
    """Of a twin: they need only be proved to cover this surface too, and grow for that."""

    @property
    def triangles(self) -> Triangles:
        """Of the surface."""
        return self.surface.triangles


def job_of(surface: Repaired, wish: Wish, slack: float = 0.0, pinned: Balls = NO_BALLS) -> Job:
    """The job of a surface; the number that is wished is of balls besides those that are pinned."""
    bare = Triangles(surface.triangles.vertices, surface.triangles.faces)
    rest = repr((wish, slack, pinned.centers.tolist(), pinned.radii.tolist()))
    key = hashlib.sha256(bare.corners.tobytes() + rest.encode()).hexdigest()
    return Job(replace(surface, triangles=bare), wish, slack, pinned, key)


def fields_of(job: Job) -> tuple[Field, Field]:
    """What counts as inside a surface, and what balls may be in.

    That is more where an open surface surrounds it, and nothing was said of what openings count as closed.
    """
    strict = field_of(job.surface, job.wish.fill)
    if job.wish.fill is not None or job.wish.inside:
        return strict, strict
    return strict, surrounded(strict, job.surface) or strict


def fit_job(job: Job) -> Fitted:
    """Balls for a surface; the slack is added to what covers a tessellation, so that the shape is covered."""
    corners = job.triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    if np.linalg.norm(high - low) < _POINT:
        radius = max(_LEAST + job.slack, job.wish.min_radius)
        return Fitted(balls=Balls((low + high)[None] / 2, np.array([radius])), protrusion=radius)
    strict, field = fields_of(job)
    pinned = field.relative(job.pinned)
    need = uncovered(field, pinned)
    work = _Fitting(job, field, with_inside(need, pinned) if len(need.corners) else need)
    found = work.fitted() if job.given is None else work.adopted(job.given)
    found = replace(found, hollow=field.is_hollow)
    return found if field is strict else _against(found, strict, field)


def _against(found: Fitted, strict: Field, wide: Field) -> Fitted:
    """Return spheres that fill what a surface surrounds, with their protrusion from the surface itself."""
    balls = strict.relative(found.balls)
    bounds = balls.radii - depths_of(strict).exactly_at(balls.centers)
    protrusion = min(float(bounds.max(initial=0.0)), most_exposed(strict, balls)) * strict.scale
    closing = closing_width(strict, wide)
    return replace(found, protrusion=max(found.protrusion, protrusion), fills=True, closing=closing)


@dataclass(frozen=True, slots=True, eq=False)
class _Fitting:
    """A job, its solid, and what of it is to be covered."""

    job: Job
    field: Field
    need: Field

    def fitted(self) -> Fitted:
        """The balls, by number or by size."""
        wish = self.job.wish
        if not len(self.need.corners):
            return Fitted()
        if wish.count is None:
            allowed = max(wish.tolerance - self.job.slack - ROUNDING, wish.tolerance / 2)
            return self._sized(allowed + wish.depth)
        return self._counted() if wish.plane is None and not wish.inside else self._at_most(wish.count)

    def adopted(self, balls: Balls) -> Fitted:
        """Balls of a twin, grown to what is asked for."""
        wish, need = self.job.wish, self.need
        own, _ = grown_to_cover(
            need.corners * need.scale + need.middle,
            balls.grown(wish.depth - self.job.slack),
            _SMALLEST * need.scale,
        )
        return self._shrunk(self._measured(own), wish.depth)

    def _measured(self, balls: Balls) -> Within:
        """Balls and how deep their centres are."""
        depths = depths_of(self.field).exactly_at(self.field.relative(balls).centers)
        return Within(balls, depths * self.field.scale)

    def _random(self) -> np.random.Generator:
        return np.random.default_rng([self.job.wish.seed, int(self.job.key[:15], 16)])

    def _counted(self) -> Fitted:
        """As many balls as are asked for, with the least volume outside."""
        wish, need = self.job.wish, self.need
        assert wish.count is not None
        depth = wish.depth / need.scale
        balls = need.in_metres(fit_count(need, wish.count, self._random(), wish.effort, depth))
        balls, _ = grown_to_cover(need.corners * need.scale + need.middle, balls, _FINEST * need.scale)
        balls = Balls(balls.centers, np.maximum(balls.radii, wish.min_radius))
        return self._shrunk(self._measured(balls), wish.depth)

    def _sized(self, tolerance: float) -> Fitted:
        """As few balls as a tolerance needs, in metres."""
        field = self.field
        room = room_of(self.job.wish, tolerance, field, self.job.slack)
        within = fit_within(field, self.need, room, _SMALLEST * field.scale, self._random())
        return self._shrunk(within, tolerance)

    def _at_most(self, count: int) -> Fitted:
        """As small a tolerance as a number of balls can keep."""
        field = self.field
        room = room_of(self.job.wish, 0.0, field, self.job.slack)
        tolerance = guess_tolerance(field, self.need, room, count) * field.scale
        found, best = self._sized(tolerance), None
        for _ in range(_TRIES):
            if len(found.balls) <= count:
                best, tolerance = found, tolerance / _WIDER
            elif best is not None:
                break
            else:
                tolerance *= _WIDER
            found = self._sized(tolerance)
        return best or self._sized(field.scale)

    def _shrunk(self, within: Within, tolerance: float) -> Fitted:
        """The balls smaller by the depth that is asked for, or by as much as makes them stay inside.

        The surface is nowhere further away from the smaller balls than their radii have shrunk. Of a ball that was
        no larger than that a point stays, unless it may not stand out at all.
        """
        wish, slack, balls = self.job.wish, self.job.slack, within.balls
        foot = within.foot + slack + ROUNDING if wish.plane is not None else 0.0
        if wish.inside:
            by = tolerance + slack + ROUNDING
            kept = balls.radii - by > _LEAST
            depth = by + slack if kept.all() else None
            return Fitted(balls=balls.grown(-by).chosen(kept), protrusion=-ROUNDING, depth=depth, foot=foot)
        radii: Floats = np.maximum(balls.radii + slack - wish.depth, _LEAST)
        protrusion = float((radii - within.depths).max(initial=0.0))
        return Fitted(balls=Balls(balls.centers, radii), protrusion=protrusion, depth=wish.depth, foot=foot)

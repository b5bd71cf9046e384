"""Balls for one link: its geometries as surfaces, exact balls where a shape allows it, and a proof for the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...context import Context
from ...mesh import surface
from ...mesh.surface import FINENESS, placed, shape_size
from ...mesh.triangles import Triangles, join
from ...model import Capsule, Geometry, Link, Mesh, Pose
from ...model.record import replace
from ..balls import NO_BALLS, Balls, joined
from .by_count import fit_count
from .by_tolerance import fit_within
from .certify import grown_to_cover, is_covered
from .field import field_of
from .shapes import capsule_chain, sphere_ball

_SMALLEST = 1e-3
"""Size of the smallest pieces of the proof, relative to the surface's diagonal."""
_SHARE = 0.05
"""Of the tolerance that a tessellation may take."""
_ROUNDING = 3e-6
"""Metres that rounding may add to how far a ball stands out."""
_POINT = 1e-9
"""A surface with a smaller diagonal, in metres, is one point."""
_LEAST = 1e-5
"""Radius of the ball for a point, in metres: a much smaller one would be taken for a place holder."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: a number of balls, or a tolerance in metres."""

    count: int | None
    tolerance: float
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitted:
    """The balls of a link, and what is to be said about them."""

    balls: Balls = NO_BALLS
    missing: int = 0
    """Geometries that have no surface."""
    protrusion: float | None = None
    """How far they stand out at most, in metres, where that was worked out."""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A surface that shall get balls: all that is needed for it, so that it can be done anywhere."""

    triangles: Triangles
    wish: Wish
    slack: float
    """How far the surface may be from the shape that it stands for, in metres."""
    key: str
    """Equal jobs have equal keys."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draft:
    """A link before its surface has its balls."""

    pinned: Balls = NO_BALLS
    """Those of its spheres, in its frame."""
    chain: Balls | None = None
    """Those of its capsule, in the capsule's frame."""
    job: Job | None = None
    """The rest."""
    pose: Pose | None = None
    """Of the only geometry, whose balls are in its own frame: equal meshes have equal balls wherever they are."""
    missing: int = 0
    """Geometries that have no surface."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A geometry's surface in its own frame, and how far that may be from the shape."""

    geometry: Geometry
    triangles: Triangles
    slack: float


def draft(link: Link, wish: Wish, context: Context) -> Draft:
    """What there is to do for balls that contain the link's collision geometry, or its visual one.

    Args:
        link: With at least one geometry.
        wish: How many balls, or how good.
        context: Loads the meshes.
    """
    exact = [ball for each in link.geometries if (ball := sphere_ball(each)) is not None]
    if wish.count is not None and len(exact) > wish.count - (len(exact) < len(link.geometries)):
        exact = []
    left = [each for each in link.geometries if not (exact and sphere_ball(each) is not None)]
    parts = [part for each in left if (part := _part(each, wish, context)) is not None]
    pinned = _not_nested(joined(exact))
    found = Draft()
    if parts:
        count = None if wish.count is None else wish.count - len(pinned)
        found = _draft_parts(parts, replace(wish, count=count), pinned)
    return replace(found, pinned=pinned, missing=len(left) - len(parts))


def finished(link: Draft, done: Mapping[str, Fitted]) -> Fitted:
    """The balls of a link in its frame.

    Args:
        link: What there was to do.
        done: By the keys of jobs what became of them.
    """
    found = Fitted(balls=link.chain) if link.chain is not None else Fitted()
    if link.job is not None:
        found = done[link.job.key]
    balls = found.balls.moved(link.pose.matrix, link.pose.xyz) if link.pose is not None else found.balls
    return replace(found, balls=joined([link.pinned, balls]), missing=link.missing)


def fit_surface(job: Job) -> Fitted:
    """Balls for a surface; the slack is added to what covers a tessellation, so that the shape is covered."""
    corners = job.triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    if np.linalg.norm(high - low) < _POINT:
        point = Balls((low + high)[None] / 2, np.array([_LEAST + job.slack]))
        return Fitted(balls=point, protrusion=0.0)
    random = np.random.default_rng([job.wish.seed, int(job.key[:15], 16)])
    return _fit(job.triangles, job.wish, job.slack, random)


def _part(geometry: Geometry, wish: Wish, context: Context) -> _Part | None:
    slack = 0.0
    if geometry.shape is not None and not isinstance(geometry.shape, Mesh):
        slack = FINENESS * shape_size(geometry.shape)
        if wish.count is None:
            slack = min(slack, _SHARE * wish.tolerance)
    triangles = surface(geometry, context, slack or None)
    return _Part(geometry, triangles, slack) if triangles is not None and len(triangles) else None


def _not_nested(balls: Balls) -> Balls:
    """The balls without those that lie in another one."""
    gaps = np.linalg.norm(balls.centers[:, None] - balls.centers, axis=2)
    inside = gaps + balls.radii[:, None] <= balls.radii
    # Of equal balls each lies in the other: the first one stays.
    order = np.arange(len(balls))
    inside &= ~inside.T | (order[:, None] > order)
    return balls.chosen(~inside.any(axis=1))


def _draft_parts(parts: list[_Part], wish: Wish, pinned: Balls) -> Draft:
    if len(parts) > 1 or len(pinned):
        whole = _open_part(join([placed(part.triangles, part.geometry) for part in parts]), pinned)
        return Draft(job=_job(whole, wish, max(part.slack for part in parts))) if len(whole) else Draft()
    part = parts[0]
    pose = part.geometry.pose or Pose()
    if isinstance(part.geometry.shape, Capsule):
        chain = capsule_chain(part.geometry.shape, wish.count, wish.tolerance)
        if chain is not None:
            return Draft(chain=chain, pose=pose)
    return Draft(job=_job(part.triangles, wish, part.slack), pose=pose)


def _job(triangles: Triangles, wish: Wish, slack: float) -> Job:
    bare = Triangles(triangles.vertices, triangles.faces)
    key = hashlib.sha256(bare.corners.tobytes() + repr((wish, slack)).encode()).hexdigest()
    return Job(bare, wish, slack, key)


def _open_part(triangles: Triangles, pinned: Balls) -> Triangles:
    """The triangles that the pinned balls do not contain already."""
    if not len(pinned):
        return triangles
    kept = [not is_covered(each[None], pinned, np.inf) for each in triangles.corners]
    return Triangles(triangles.vertices, triangles.faces[np.array(kept, dtype=np.bool_)])


def _fit(triangles: Triangles, wish: Wish, slack: float, random: np.random.Generator) -> Fitted:
    field = field_of(triangles)
    corners, smallest = triangles.corners, _SMALLEST * field.scale
    if wish.count is not None:
        balls, _ = grown_to_cover(corners, field.in_metres(fit_count(field, wish.count, random)), smallest)
        return Fitted(balls=balls.grown(slack))
    allowed = max(wish.tolerance - slack - _ROUNDING, wish.tolerance / 2)
    within = fit_within(field, allowed, smallest, random)
    return Fitted(balls=within.balls.grown(slack), protrusion=within.protrusion + slack)

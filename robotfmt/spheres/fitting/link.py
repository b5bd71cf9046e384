"""Balls for one link: its geometries as surfaces, exact balls where a shape allows it, and a proof for the rest."""

from __future__ import annotations

import hashlib
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
class _Part:
    """A geometry's surface in its own frame, and how far that may be from the shape."""

    geometry: Geometry
    triangles: Triangles
    slack: float


def fit_link(link: Link, wish: Wish, context: Context, memo: dict[str, Fitted]) -> Fitted:
    """Balls that contain the link's collision geometry, or its visual one, in the link's frame.

    Args:
        link: With at least one geometry.
        wish: How many balls, or how good.
        context: Loads the meshes.
        memo: What was found for the same surface before.
    """
    exact = [ball for each in link.geometries if (ball := sphere_ball(each)) is not None]
    if wish.count is not None and len(exact) > wish.count - (len(exact) < len(link.geometries)):
        exact = []
    left = [each for each in link.geometries if not (exact and sphere_ball(each) is not None)]
    parts = [part for each in left if (part := _part(each, wish, context)) is not None]
    pinned = _not_nested(joined(exact))
    rest = Fitted()
    if parts:
        count = None if wish.count is None else wish.count - len(pinned)
        rest = _fit_parts(parts, replace(wish, count=count), pinned, memo)
    return replace(rest, balls=joined([pinned, rest.balls]), missing=len(left) - len(parts))


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


def _fit_parts(parts: list[_Part], wish: Wish, pinned: Balls, memo: dict[str, Fitted]) -> Fitted:
    """One part is fitted in its own frame, so that equal meshes have equal balls wherever they are."""
    if len(parts) > 1 or len(pinned):
        whole = join([placed(part.triangles, part.geometry) for part in parts])
        whole = _open_part(whole, pinned)
        if not len(whole):
            return Fitted()
        return _fit_surface(whole, wish, max(part.slack for part in parts), memo)
    part = parts[0]
    found = None
    if isinstance(part.geometry.shape, Capsule):
        chain = capsule_chain(part.geometry.shape, wish.count, wish.tolerance)
        found = Fitted(balls=chain) if chain is not None else None
    if found is None:
        found = _fit_surface(part.triangles, wish, part.slack, memo)
    pose = part.geometry.pose or Pose()
    return replace(found, balls=found.balls.moved(pose.matrix, pose.xyz))


def _open_part(triangles: Triangles, pinned: Balls) -> Triangles:
    """The triangles that the pinned balls do not contain already."""
    if not len(pinned):
        return triangles
    kept = [not is_covered(each[None], pinned, np.inf) for each in triangles.corners]
    return Triangles(triangles.vertices, triangles.faces[np.array(kept, dtype=np.bool_)])


def _fit_surface(triangles: Triangles, wish: Wish, slack: float, memo: dict[str, Fitted]) -> Fitted:
    """Balls for a surface; the slack is added to what covers a tessellation, so that the shape is covered."""
    corners = triangles.corners
    key = hashlib.sha256(corners.tobytes() + repr((wish, slack)).encode()).hexdigest()
    if key not in memo:
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        if np.linalg.norm(high - low) < _POINT:
            point = Balls((low + high)[None] / 2, np.array([_LEAST + slack]))
            memo[key] = Fitted(balls=point, protrusion=0.0)
        else:
            random = np.random.default_rng([wish.seed, int(key[:15], 16)])
            memo[key] = _fit(triangles, wish, slack, random)
    return memo[key]


def _fit(triangles: Triangles, wish: Wish, slack: float, random: np.random.Generator) -> Fitted:
    field = field_of(triangles)
    corners, smallest = triangles.corners, _SMALLEST * field.scale
    if wish.count is not None:
        balls, _ = grown_to_cover(corners, field.in_metres(fit_count(field, wish.count, random)), smallest)
        return Fitted(balls=balls.grown(slack))
    allowed = max(wish.tolerance - slack - _ROUNDING, wish.tolerance / 2)
    within = fit_within(field, allowed, smallest, random)
    return Fitted(balls=within.balls.grown(slack), protrusion=within.protrusion + slack)

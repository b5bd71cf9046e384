"""Balls for one link: its geometries as surfaces, exact balls where a shape allows it, and a proof for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...context import Context
from ...mesh.repair import Repaired, join_repaired
from ...model import Capsule, Geometry, Link, Mesh, Pose
from ...model.record import replace
from ...surfaces.loading import FINENESS, boundary, placed, shape_size
from ..balls import NO_BALLS, Balls, joined
from .job import Fitted, Job, job_of
from .shapes import capsule_chain, sphere_ball
from .wish import Wish

_SHARE = 0.05
"""Of the tolerance that a tessellation may take."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draft:
    """A link before its surface has its balls."""

    exact: Balls = NO_BALLS
    """Those of its spheres, in its frame."""
    chain: Fitted | None = None
    """Those of its capsule, in the capsule's frame."""
    job: Job | None = None
    """The rest."""
    surface: Repaired | None = None
    """Of all that has no exact balls."""
    pose: Pose | None = None
    """Of the only geometry, whose balls are in its own frame: equal meshes have equal balls wherever they are."""
    missing: int = 0
    """Geometries that have no surface."""
    protrusion: float = 0.0
    """How far the balls of its spheres stand out, because none may be so small."""
    is_left: bool = False
    """Whether a surface gets no balls, because there are as many as it may have."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A geometry's surface in its own frame, and how far that may be from the shape."""

    geometry: Geometry
    surface: Repaired
    slack: float

    @property
    def placed(self) -> Repaired:
        """Its surface in the link's frame."""
        return replace(self.surface, triangles=placed(self.surface.triangles, self.geometry))


def draft(link: Link, wish: Wish, context: Context, pinned: Balls = NO_BALLS) -> Draft:
    """What there is to do for balls that contain the link's collision geometry, or its visual one.

    Args:
        link: With at least one geometry.
        wish: How many balls, or how good.
        context: Loads the meshes.
        pinned: Balls that it has already and keeps; they count among the wished number.
    """
    exact = [] if wish.plane is not None else _exact(link, wish, len(pinned))
    left = [each for each in link.geometries if not (exact and sphere_ball(each) is not None)]
    parts = [part for each in left if (part := _part(each, wish, context)) is not None]
    own = _not_nested(joined(exact))
    known = joined([pinned, own])
    found = Draft()
    count = None if wish.count is None else wish.count - len(known)
    is_full = count is not None and count <= 0
    if parts and not is_full:
        found = _draft_parts(parts, replace(wish, count=count), known)
    return replace(
        found,
        exact=own,
        surface=join_repaired([part.surface for part in parts]),
        missing=len(left) - len(parts),
        protrusion=_raised(link, wish) if exact else 0.0,
        is_left=bool(parts) and is_full,
    )


def _raised(link: Link, wish: Wish) -> float:
    """How much larger than the smallest of a link's spheres the least ball is, in metres."""
    balls = [ball for each in link.geometries if (ball := sphere_ball(each)) is not None]
    return max(wish.min_radius - float(joined(balls).radii.min()), 0.0)


def _exact(link: Link, wish: Wish, pinned: int) -> list[Balls]:
    """The balls that the link's spheres are, unless these are too many."""
    exact = [ball for each in link.geometries if (ball := sphere_ball(each)) is not None]
    if wish.count is not None and len(exact) > wish.count - pinned - (len(exact) < len(link.geometries)):
        return []
    return [Balls(each.centers, np.maximum(each.radii, wish.min_radius)) for each in exact]


def finished(link: Draft, done: Mapping[str, Fitted]) -> Fitted:
    """The balls of a link in its frame.

    Args:
        link: What there was to do.
        done: By the keys of jobs what became of them.
    """
    found = link.chain or Fitted(depth=None if link.is_left else 0.0)
    if link.job is not None:
        found = done[link.job.key]
    balls = found.balls.moved(link.pose.matrix, link.pose.xyz) if link.pose is not None else found.balls
    return replace(
        found,
        balls=joined([link.exact, balls]),
        surface=link.surface,
        missing=link.missing,
        protrusion=max(found.protrusion, link.protrusion) if len(link.exact) else found.protrusion,
    )


def _part(geometry: Geometry, wish: Wish, context: Context) -> _Part | None:
    slack = 0.0
    if geometry.shape is not None and not isinstance(geometry.shape, Mesh):
        slack = FINENESS * shape_size(geometry.shape)
        if wish.count is None:
            slack = min(slack, _SHARE * wish.tolerance)
    found = boundary(geometry, context, slack or None)
    return _Part(geometry, found, slack) if found is not None else None


def _not_nested(balls: Balls) -> Balls:
    """The balls without those that lie in another one."""
    gaps = np.linalg.norm(balls.centers[:, None] - balls.centers, axis=2)
    inside = gaps + balls.radii[:, None] <= balls.radii
    # Of equal balls each lies in the other: the first one stays.
    order = np.arange(len(balls))
    inside &= ~inside.T | (order[:, None] > order)
    return balls.chosen(~inside.any(axis=1))


def _draft_parts(parts: list[_Part], wish: Wish, pinned: Balls) -> Draft:
    if len(parts) > 1 or len(pinned) or wish.plane is not None:
        whole = join_repaired([part.placed for part in parts])
        return Draft(job=job_of(whole, wish, max(part.slack for part in parts), pinned))
    part = parts[0]
    pose = part.geometry.pose or Pose()
    chain = _chain(part.geometry.shape, wish) if isinstance(part.geometry.shape, Capsule) else None
    if chain is not None:
        return Draft(chain=chain, pose=pose)
    return Draft(job=job_of(part.surface, wish, part.slack), pose=pose)


def _chain(capsule: Capsule, wish: Wish) -> Fitted | None:
    """A capsule as a chain of balls; None where that is not possible."""
    balls = capsule_chain(capsule, wish.count, wish.tolerance + wish.depth) if not wish.inside else None
    if balls is None or capsule.radius is None:
        return None
    # However deep the surface may lie outside: half of the capsule stays.
    radii = np.maximum(balls.radii - wish.depth, max(wish.min_radius, capsule.radius / 2))
    protrusion = float(radii.max() - capsule.radius)
    return Fitted(balls=Balls(balls.centers, radii), protrusion=protrusion, depth=wish.depth)

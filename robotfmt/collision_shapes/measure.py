"""The quality of new collision shapes: the measures of collision spheres, for any shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..mesh.repair import Repaired
from ..mesh.triangles import Flags, Floats, Triangles
from ..spheres.measuring.distance import build, distances
from ..spheres.measuring.links import on_surface, samples_of
from ..spheres.measuring.solid import Solid, solid_of, spread, winding_numbers
from .deviation import Convex

SAMPLES = 20_000
_COVERED = 2e-6
"""How far a point may be outside and count as covered, relative to the diagonal: single precision."""
Gaps: TypeAlias = Callable[[Floats], Floats]
"""Return (n,): the distances of points from a body, in metres; 0 inside."""


@dataclass(frozen=True, slots=True)
class Body:
    """A new collision shape in the frame of its link."""

    surface: Triangles
    gaps: Gaps


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkShapes:
    """What became of the collision shapes of one link."""

    link: str
    shapes_before: int
    """The number of collision meshes of the link, or of visual ones if it has no collision shapes."""
    shapes_after: int
    """The number of shapes that replace them."""
    faces_before: int
    """The number of triangles of these meshes."""
    faces_after: int
    """The number of triangles of the shapes that replace them; boxes, spheres and the like have none."""
    coverage: float
    """The share of the surface inside a new shape, in per cent."""
    uncovered_depth: float
    """The largest distance of a point of the surface from the new shapes, in m."""
    protrusion: float
    """The largest distance of a point of the new shapes from the solid, in m."""
    excess_share: float | None
    """The volume of the new shapes outside the solid, in per cent of the solid's; None if it has none."""
    seconds: float
    """The time that making the shapes took, without measuring."""


def mesh_body(surface: Triangles) -> Body:
    """Return the body of a mesh; an open one has no inside."""
    tree = build(surface.corners)

    def gaps(points: Floats) -> Floats:
        found = distances(points, tree)
        found[np.abs(winding_numbers(points, tree)) > 0.5] = 0.0
        return found

    return Body(surface, gaps)


def convex_body(surface: Triangles) -> Body:
    """Return the body of a convex mesh."""
    return Body(surface, Convex(surface).gaps)


@dataclass(frozen=True, slots=True)
class Quality:
    """The measures of some bodies against a solid, as in :class:`LinkShapes`."""

    coverage: float
    uncovered_depth: float
    protrusion: float
    excess_share: float | None


def measured(surface: Repaired, bodies: Sequence[Body]) -> Quality:
    """Measure bodies against a surface with at least one triangle."""
    solid = solid_of(surface)
    samples = samples_of(solid, SAMPLES)
    gaps = _least(bodies, samples.surface)
    is_covered = gaps <= _COVERED * solid.diagonal
    excess = _excess_volume(solid, bodies)
    return Quality(
        coverage=100 * float(is_covered.mean()),
        uncovered_depth=float(np.where(is_covered, 0.0, gaps).max()),
        protrusion=max((protrusion(solid, each.surface) for each in bodies), default=0.0),
        excess_share=100 * excess / samples.volume if samples.volume > 0 else None,
    )


def protrusion(solid: Solid, surface: Triangles) -> float:
    """Return the largest distance of a point of a surface from a solid, in metres, at samples and all corners."""
    points = np.concatenate([surface.vertices, on_surface(surface.corners, SAMPLES, 0)[0]])
    points = points[~solid.inside(points)]
    return float(solid.heights(points).max(initial=0.0))


def _least(bodies: Sequence[Body], points: Floats) -> Floats:
    return np.min([each.gaps(points) for each in bodies], axis=0) if bodies else np.full(len(points), np.inf)


def _excess_volume(solid: Solid, bodies: Sequence[Body]) -> float:
    """Return the volume of the union of bodies outside a solid, in m^3."""
    if not bodies:
        return 0.0
    corners = np.concatenate([each.surface.vertices for each in bodies])
    low, extent = corners.min(axis=0), np.ptp(corners, axis=0)
    points = low + spread(2 * SAMPLES, 3, 0) * extent
    within: Flags = np.zeros(len(points), dtype=np.bool_)
    for each in bodies:
        rest = np.flatnonzero(~within)
        within[rest] = each.gaps(points[rest]) <= 0
    outside = ~solid.surrounds(points[within])
    return float(np.prod(extent)) * float(outside.sum()) / len(points)

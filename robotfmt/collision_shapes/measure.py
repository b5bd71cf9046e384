"""The quality of new collision shapes: the measures of collision spheres, for any shape, also as a readable table; and
how far two surfaces are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from ..mesh.repair import Repaired
from ..mesh.triangles import Flags, Floats, Ints, Triangles
from ..spheres.measuring.distance import BoxTree, build, distances, farther
from ..spheres.measuring.links import aligned, on_surface, samples_of
from ..spheres.measuring.solid import Solid, solid_of, spread, winding_numbers

# How far surfaces are apart

DEVIATION_SAMPLES = 100_000
"""The number of points on each of two surfaces whose distance is measured."""


class Surface:
    """A surface, and what is computed of it once.

    Args:
        triangles: A surface with at least one triangle.
    """

    def __init__(self, triangles: Triangles) -> None:
        self.triangles = triangles

    @cached_property
    def tree(self) -> BoxTree:
        """The tree of its triangles."""
        return build(self.triangles.corners)

    def points(self, count: int) -> Floats:
        """Return all its corners and a number of points spread evenly on it."""
        used = self.triangles.vertices[np.unique(self.triangles.faces)]
        return np.concatenate([used, on_surface(self.triangles.corners, count, 0)[0]])


def surface_points(surface: Triangles, count: int) -> tuple[Floats, Ints]:
    """Return random points on a surface, evenly distributed, and the triangle of each."""
    corners, generator = surface.corners, np.random.default_rng(0)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1) + 1e-300
    chosen = generator.choice(len(corners), count, p=areas / areas.sum())
    points: Floats = np.einsum("ij,ijk->ik", generator.dirichlet(np.ones(3), count), corners[chosen])
    return points, chosen


def deviation(one: Surface, other: Surface, samples: int = DEVIATION_SAMPLES) -> float:
    """Return the largest distance, in metres, of points of either surface from the other one.

    Args:
        one, other: The surfaces.
        samples: The number of points on each, besides its corners.
    """
    return max(
        float(distances(one.points(samples), other.tree).max()),
        float(distances(other.points(samples), one.tree).max()),
    )


def are_near(one: Surface, other: Surface, limit: float, samples: int = DEVIATION_SAMPLES) -> bool:
    """Return True if the deviation of two surfaces is at most a limit in metres."""
    return not (
        farther(one.points(samples), other.tree, limit).any() or farther(other.points(samples), one.tree, limit).any()
    )


@dataclass(frozen=True, eq=False)
class Convex:
    """A convex body."""

    triangles: Triangles

    @cached_property
    def surface(self) -> Surface:
        """Its surface."""
        return Surface(self.triangles)

    @cached_property
    def planes(self) -> Floats:
        """The planes of its faces, (n, 4): unit normals outwards, and their distances from the origin."""
        corners = self.triangles.corners
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        normals = normals[lengths > 0] / lengths[lengths > 0, None]
        offsets = np.einsum("ij,ij->i", normals, corners[lengths > 0, 0])
        return np.concatenate([normals, offsets[:, None]], axis=1)

    def contains(self, points: Floats, slack: float = 0.0) -> Flags:
        """Return (n,): True for points in the body, or outside by at most a slack in metres."""
        found = np.ones(len(points), dtype=np.bool_)
        for start in range(0, len(self.planes), 256):  # blocks, so that memory stays small
            part = self.planes[start : start + 256]
            found &= (points @ part[:, :3].T <= part[:, 3] + slack).all(axis=1)
        return found

    def gaps(self, points: Floats) -> Floats:
        """Return (n,): the distances of points from the body, in metres; 0 inside."""
        found = np.zeros(len(points))
        out = ~self.contains(points)
        found[out] = distances(points[out], self.surface.tree)
        return found


def convex_deviation(one: Convex, other: Convex) -> float:
    """Return the largest distance of a point of either body from the other one: exact.

    The distance from a convex body is a convex function, so that its maximum over another one is at a corner.
    """
    return max(float(one.gaps(other.triangles.vertices).max()), float(other.gaps(one.triangles.vertices).max()))


# Measures

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
    """Return a convex mesh as a body whose distances are those to its planes."""
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


# The table for the terminal

_HEAD = (
    "link",
    "shapes",
    "faces",
    "coverage %",
    "uncovered mm",
    "protrusion mm",
    "excess volume %",
    "seconds",
)


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return one line for each link and one for the total, under a heading.

    Args:
        rows: The fields of :class:`.measure.LinkShapes`.
    """
    return aligned([_HEAD, *map(_row, rows), _total(rows)], len(_HEAD) - 1)


def _row(it: Mapping[str, Any]) -> tuple[str, ...]:
    excess = it["excess_share"]
    return (
        it["link"],
        f"{it['shapes_before']} -> {it['shapes_after']}",
        f"{it['faces_before']} -> {it['faces_after']}",
        f"{it['coverage']:.2f}",
        f"{1000 * it['uncovered_depth']:.2f}",
        f"{1000 * it['protrusion']:.2f}",
        f"{excess:.1f}" if excess is not None else "-",
        f"{it['seconds']:.1f}",
    )


def _total(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the sums of counts and seconds, and the worst of the measures."""

    def of(name: str) -> list[Any]:
        return [each[name] for each in rows if each[name] is not None]

    return (
        "total, worst",
        f"{sum(of('shapes_before'))} -> {sum(of('shapes_after'))}",
        f"{sum(of('faces_before'))} -> {sum(of('faces_after'))}",
        f"{min(of('coverage'), default=100.0):.2f}",
        f"{1000 * max(of('uncovered_depth'), default=0.0):.2f}",
        f"{1000 * max(of('protrusion'), default=0.0):.2f}",
        f"{max(of('excess_share'), default=0.0):.1f}",
        f"{sum(of('seconds')):.1f}",
    )

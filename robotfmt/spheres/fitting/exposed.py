"""Prove how far spheres protrude from a surface that they fill, by their own surface, piece by piece (spheres.md 2.5);
and for spheres that approximate one also how deep at most it lies outside of them (spheres.md 3.8).

The bound by the depth of a centre is weak for a sphere in the middle of an open box: it is far from every wall, and
only the sum of the radius and that distance is known. Here a sphere is divided into triangles, each in a cap around its
middle. No point of a cap is farther from the surface than its middle plus the cap's radius. Caps inside another sphere
are ignored, and those that may be farthest are divided further. Lengths are relative, as in
:class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Flags, Floats, Ints
from ..arrays import Spheres, joined
from .certify import is_covered
from .depth import depths_of
from .region import PITCH
from .samples import about
from .surface_field import SurfaceField

_ENOUGH = 1.01
"""The allowed ratio of the bound to a height that is reached."""
_CUTS = 7
"""The number of times that the octahedron's triangles are quartered."""
_CHUNK = 1 << 21
_CELL = 0.87 * PITCH
"""The half diagonal of a cell, in relative lengths."""
_DEEP = 1.9 * PITCH
"""The depth, in relative lengths, above which all points of a cell are inside."""


def most_exposed(surface_field: SurfaceField, spheres: Spheres) -> float:
    """Return the largest protrusion of the union of spheres from the inside of a surface field."""
    owner, corners = _octahedra(len(spheres))
    reached, left = 0.0, 0.0
    for _ in range(_CUTS):
        middles, reach = _caps(spheres, owner, corners)
        open_ = _is_open(spheres, owner, middles, reach)
        owner, corners, middles, reach = owner[open_], corners[open_], middles[open_], reach[open_]
        heights = _heights(surface_field, middles)
        bare = _is_open(spheres, owner, middles, np.zeros(len(middles)))
        reached = max(reached, float(heights[bare].max(initial=0.0)))
        bounds = heights + reach
        left = float(bounds.max(initial=0.0))
        far = bounds > reached * _ENOUGH
        if not far.any():
            break
        owner, corners = np.repeat(owner[far], 4), _quartered(corners[far])
    return max(reached * _ENOUGH, left)


def _octahedra(count: int) -> tuple[Ints, Floats]:
    """Return the faces of an octahedron around each sphere: the sphere's index, and the corners on the unit sphere."""
    x, y, z = np.eye(3)
    faces = np.array([[a * x, b * y, c * z] for a in (1, -1) for b in (1, -1) for c in (1, -1)])
    return np.repeat(np.arange(count), len(faces)), np.tile(faces, (count, 1, 1))


def _quartered(corners: Floats) -> Floats:
    """Return (4 n, 3, 3): four smaller spherical triangles for each of some spherical triangles (n, 3, 3)."""
    a, b, c = corners.transpose(1, 0, 2)
    ab, bc, ca = _unit(a + b), _unit(b + c), _unit(c + a)
    parts = [np.stack(each, axis=1) for each in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
    found: Floats = np.stack(parts, axis=1).reshape(-1, 3, 3)
    return found


def _unit(vectors: Floats) -> Floats:
    found: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return found


def _caps(spheres: Spheres, owner: Ints, corners: Floats) -> tuple[Floats, Floats]:
    """Return the middle of a cap around each spherical triangle, and the largest distance of its points from it."""
    middles = _unit(corners.sum(axis=1))
    reach = np.linalg.norm(corners - middles[:, None], axis=2).max(axis=1)
    radii = spheres.radii[owner]
    return spheres.centers[owner] + radii[:, None] * middles, radii * reach


def _is_open(spheres: Spheres, owner: Ints, middles: Floats, reach: Floats) -> Flags:
    """Return (n,): True for caps that are not in a single other sphere."""
    found = np.ones(len(middles), dtype=np.bool_)
    step = max(_CHUNK // max(len(spheres), 1), 1)
    for i in range(0, len(middles), step):
        part = slice(i, i + step)
        away = np.linalg.norm(middles[part, None] - spheres.centers, axis=2) + reach[part, None]
        inside = away <= spheres.radii
        inside[np.arange(len(away)), owner[part]] = False
        found[part] = ~inside.any(axis=1)
    return found


def _heights(surface_field: SurfaceField, points: Floats) -> Floats:
    """Return (n,): upper bounds of the distance of points from the surface or from the inside."""
    gaps, _ = surface_field.tree.nearest(points)
    region = surface_field.region
    cells = np.floor((points - region.origin) / PITCH).astype(np.int64)
    within = np.all((cells >= 0) & (cells < region.heights.shape), axis=1)
    i, j, k = cells[within].T
    # From the middle of a cell to that of the nearest one inside; the points may be at the far ends of both.
    gaps[within] = np.minimum(gaps[within], region.heights[i, j, k] + 2 * _CELL)
    gaps[np.flatnonzero(within)[region.depths[i, j, k] > _DEEP]] = 0.0
    return gaps


# Of spheres that approximate

_SAMPLES = 20_000
_PAIRS = 1 << 21
_SMALLEST = 1e-3
"""The size of the smallest pieces of the proof."""
_STEP = 2.5e-4
"""The first addition to the depth that samples reach."""
# The factor from one attempted depth to the next, after the proof of cover failed.
_LONGER = 1.6


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved of spheres."""

    depth: float
    """The largest depth of the surface outside of them."""
    protrusion: float
    coverage: float
    """The share of the surface that is covered; of samples."""


def bounds_of(surface_field: SurfaceField, spheres: Spheres, pinned: Spheres) -> Bounds:
    """Return the bounds of at least one sphere.

    Args:
        surface_field: The solid.
        spheres: The spheres.
        pinned: Others that cover it too; their protrusion does not count.
    """
    bounds = spheres.radii - depths_of(surface_field).exactly_at(spheres.centers)
    protrusion = max(min(float(bounds.max()), most_exposed(surface_field, spheres)), 0.0)
    points, everything = surface_field.samples.points, joined([pinned, spheres])
    gaps = _gaps(points[about(points, _SAMPLES)], everything)  # evenly distributed
    depth = _deepest(surface_field.corners, everything, float(gaps.max(initial=0.0)))
    return Bounds(depth, protrusion, float((gaps <= 0).mean()) if len(gaps) else 1.0)


def _deepest(corners: Floats, spheres: Spheres, reached: float) -> float:
    """Return an upper bound of the depth of triangles: spheres that are larger by that much cover them.

    A depth is reached by samples; somewhat larger ones are tried until the proof of cover succeeds.
    """
    step = _STEP if reached > 0 else 0.0
    while not is_covered(corners, spheres.grown(reached + step), _SMALLEST):
        step = max(step, _STEP) * _LONGER
    return reached + step


def _gaps(points: Floats, spheres: Spheres) -> Floats:
    """Return (n,): the distance of each point from the nearest sphere; negative inside."""
    found, size = np.empty(len(points)), max(_PAIRS // len(spheres), 1)
    for start in range(0, len(points), size):
        part = slice(start, start + size)
        away = np.linalg.norm(points[part, None] - spheres.centers, axis=2)
        found[part] = (away - spheres.radii).min(axis=1)
    return found

"""Points outside a surface, each for a small volume: what they weigh in spheres is their excess volume.

They are drawn more densely near the surface, and a point far out weighs more than its volume, so that a sphere
rather protrudes a little on many sides than far on one (spheres.md 3.1).
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Flags, Floats, Ints
from .counted_cover import Cloud, cloud
from .region import PITCH
from .surface_field import SurfaceField

_NEAR = 0.13
"""Of the diagonal: points lie at least up to here."""
_FAR = 1.3
"""Points lie up to this many tolerances away."""
_BAND = 1.8 * PITCH
"""Cells of the inside that are no deeper may hold points that are outside."""
_OUT = 1.5 * PITCH
"""Cells that are farther from the inside have all their points outside."""
_SPARE = 1.3
"""How many times as many are drawn as are wanted: those in the band around the surface are mostly inside."""
LAYER = 0.004
"""Of the diagonal: what protrudes by less does not count in the end. The grid by which outside is defined does not see
it either: its solid ends 0.1 to 1.1 cells of 1/160 beyond the surface (spheres.md 1.2)."""
_COARSE = 6
"""Cells between points beyond the grid."""
_BEYOND = 28
"""Points lie up to this many cells beyond the grid: much farther than a sphere should ever reach."""


def outside_points(
    surface_field: SurfaceField, count: int, tolerance: float, random: np.random.Generator, steepness: float
) -> Cloud:
    """About a number of points near a surface, weighted by the volume they stand for and by how far out they are.

    Args:
        surface_field: The surface.
        count: How many, roughly.
        tolerance: How far spheres will protrude, roughly: the unit of the weights for being far out.
        random: Where in its cell each point is.
        steepness: How much more a point weighs that is a tolerance farther out.
    """
    points, volumes, surely = _near(surface_field, max(_NEAR, _FAR * tolerance), count, random)
    gaps, heights = _beside(surface_field, points)
    out, far = surely | (heights > 0), gaps / (tolerance + 0.01)
    return cloud(points[out], (volumes * (1 + steepness * (far + far**2)))[out])


def all_points(surface_field: SurfaceField, count: int, random: np.random.Generator) -> Cloud:
    """About a number of points near a surface and some far from it, weighted by the volume they stand for.

    None are in the layer on the surface that does not count.
    """
    points, volumes, out = _near(surface_field, np.inf, count, random)
    # Only of the others is it asked what they are beside: far from the surface that takes longest.
    out[~out] = heights_at(surface_field, points[~out]) > LAYER
    beyond = _lattice(surface_field)
    return cloud(
        np.concatenate([points[out], beyond]),
        np.concatenate([volumes[out], np.full(len(beyond), (_COARSE * PITCH) ** 3)]),
    )


def _near(
    surface_field: SurfaceField, reach: float, count: int, random: np.random.Generator
) -> tuple[Floats, Floats, Flags]:
    """Points of the grid within reach, their volumes, and which are outside for certain."""
    cells = _cells(surface_field, reach)
    heights = surface_field.region.heights[tuple(cells.T)]
    shares = 1 / (heights.astype(np.float64) + 0.01)
    shares /= shares.sum()
    drawn = int(count * _SPARE)
    # Equal steps along the sum of shares: neighbouring cells are neighbours in it, which spreads the points.
    steps = (np.arange(drawn) + random.random()) / drawn
    chosen = np.searchsorted(np.cumsum(shares), steps).clip(max=len(cells) - 1)
    points = surface_field.region.centers(cells[chosen]) + (random.random((drawn, 3)) - 0.5) * PITCH
    return points, PITCH**3 / (shares[chosen] * drawn), heights[chosen] > _OUT


def _lattice(surface_field: SurfaceField) -> Floats:
    """Points beyond the grid."""
    low = surface_field.region.origin
    high = low + np.array(surface_field.region.heights.shape) * PITCH
    spare, gap = _BEYOND * PITCH, _COARSE * PITCH
    axes = [np.arange(low[k] - spare + gap / 2, high[k] + spare, gap) for k in range(3)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    beyond: Floats = points[((points < low) | (points > high)).any(axis=1)]
    return beyond


def _cells(surface_field: SurfaceField, reach: float) -> Ints:
    """Outside within reach, and the outermost layer of the inside; grown by what the grid has no cells for."""
    region = surface_field.region
    cells: Ints = np.argwhere((region.heights <= reach) & (region.depths <= _BAND))
    return cells


def heights_at(surface_field: SurfaceField, points: Floats) -> Floats:
    """(n,): how far points near the surface are from it, less than 0 inside: by the plane of the nearest sample."""
    return _beside(surface_field, points)[1]


def _beside(surface_field: SurfaceField, points: Floats) -> tuple[Floats, Floats]:
    """Return how far points are from the nearest sample, and how high above its plane; as high as far at thin walls."""
    gaps, nearest = surface_field.tree.nearest(points)
    above = np.einsum(
        "ij,ij->i", points - surface_field.outer.points[nearest], surface_field.normals[nearest]
    )
    return gaps, np.where(surface_field.thin[nearest], gaps, above)

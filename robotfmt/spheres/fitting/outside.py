"""Points outside a surface, each for a small volume: their weight in spheres is the excess volume; and the side of it
on which places are, quickly and roughly.

They are denser near the surface, and a distant point weighs more than its volume, so that a sphere protrudes a little
on many sides rather than far on one (spheres.md 3.1).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from ..arrays import Spheres
from .candidates import covers
from .counted_cover import Cloud, cloud
from .region import PITCH
from .surface_field import SurfaceField

_NEAR = 0.13
"""The distance up to which there are always points, relative to the diagonal."""
_FAR = 1.3
"""The distance up to which there are points, in tolerances."""
_BAND = 1.8 * PITCH
"""The depth of inside cells that may contain points outside."""
_OUT = 1.5 * PITCH
"""The distance from the inside beyond which all points of a cell are outside."""
_SPARE = 1.3
"""The oversampling factor: points in the band around the surface are mostly inside."""
LAYER = 0.004
"""The protrusion, relative to the diagonal, that is ignored in the end. The grid that defines outside does not
resolve it either: its solid ends 0.1 to 1.1 cells of 1/160 beyond the surface (spheres.md 1.2).
"""
_COARSE = 6
"""The number of cells between points beyond the grid."""
_BEYOND = 28
"""The number of cells beyond the grid up to which there are points: farther than a sphere should ever reach."""


def outside_points(
    surface_field: SurfaceField, count: int, tolerance: float, random: np.random.Generator, steepness: float
) -> Cloud:
    """Return about a number of points near a surface, weighted by their volume and by their distance.

    Args:
        surface_field: The surface.
        count: The approximate number.
        tolerance: The approximate protrusion of spheres: the unit of the distance weights.
        random: Chooses the place of each point in its cell.
        steepness: The additional weight of a point per tolerance of distance.
    """
    points, volumes, surely = _near(surface_field, max(_NEAR, _FAR * tolerance), count, random)
    gaps, heights = _beside(surface_field, points)
    out, far = surely | (heights > 0), gaps / (tolerance + 0.01)
    weights = volumes * (1 + steepness * (far + far**2)) * surface_field.price(points)
    return cloud(points[out], weights[out])


def all_points(surface_field: SurfaceField, count: int, random: np.random.Generator) -> Cloud:
    """Return about a number of points near a surface and some far from it, weighted by their volume.

    None are in the ignored layer on the surface.
    """
    points, volumes, out = _near(surface_field, np.inf, count, random)
    # Only for the others the nearest surface is computed, which takes longest far from the surface.
    out[~out] = heights_at(surface_field, points[~out]) > LAYER
    beyond = _lattice(surface_field)
    places = np.concatenate([points[out], beyond])
    volumes = np.concatenate([volumes[out], np.full(len(beyond), (_COARSE * PITCH) ** 3)])
    return cloud(places, volumes * surface_field.price(places))


def excess_of(spheres: Spheres, outside: Cloud) -> float:
    """Return the volume of points outside of a surface that are in spheres."""
    inside = covers(outside.points.astype(np.float64), spheres.centers, spheres.radii).any(axis=1)
    return float(outside.weights[inside].sum())


def _near(
    surface_field: SurfaceField, reach: float, count: int, random: np.random.Generator
) -> tuple[Floats, Floats, Flags]:
    """Return points of the grid within reach, their volumes, and which are certainly outside."""
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
    """Return points beyond the grid."""
    low = surface_field.region.origin
    high = low + np.array(surface_field.region.heights.shape) * PITCH
    spare, gap = _BEYOND * PITCH, _COARSE * PITCH
    axes = [np.arange(low[k] - spare + gap / 2, high[k] + spare, gap) for k in range(3)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    beyond: Floats = points[((points < low) | (points > high)).any(axis=1)]
    return beyond


def _cells(surface_field: SurfaceField, reach: float) -> Ints:
    """Return the outside cells within reach, and the outermost layer of the inside, extended beyond the grid."""
    region = surface_field.region
    cells: Ints = np.argwhere((region.heights <= reach) & (region.depths <= _BAND))
    return cells


def heights_at(surface_field: SurfaceField, points: Floats) -> Floats:
    """Return (n,): the heights of points near the surface, negative inside: by the plane of the nearest sample."""
    return _beside(surface_field, points)[1]


def _beside(surface_field: SurfaceField, points: Floats) -> tuple[Floats, Floats]:
    """Return the distance of points from the nearest sample, and the height above its plane; at thin walls both are
    equal.
    """
    gaps, nearest = surface_field.tree.nearest(points)
    above = np.einsum("ij,ij->i", points - surface_field.outer.points[nearest], surface_field.normals[nearest])
    return gaps, np.where(surface_field.thin[nearest], gaps, above)


# The side of the surface that a place is on, from a grid
#
# The grid is sufficient for slopes, which are means of many places; a search for the nearest samples takes twenty times
# as long.

_GRID_BAND = 1.01 * PITCH
"""The number of cells around the surface."""


@dataclass(frozen=True, slots=True, eq=False)
class DistanceGrid:
    """The height of the middles of cells outside; negative inside, including the ignored layer."""

    origin: Floats
    heights: Floats
    """An array (i, j, k), in relative lengths: the height of each cell of the grid."""

    def is_outside(self, places: Floats) -> Flags:
        """Return (n,): True for places outside."""
        found: Flags = _interpolated(self.heights, (places - self.origin) / PITCH - 0.5) > 0
        return found


def distance_grid(surface_field: SurfaceField) -> DistanceGrid:
    """Return the band around a surface: in it the distances are exact."""
    region = surface_field.region
    heights = region.heights.astype(np.float64) - region.depths
    cells = np.argwhere(np.abs(heights) <= _GRID_BAND)
    heights[tuple(cells.T)] = heights_at(surface_field, region.centers(cells))
    return DistanceGrid(region.origin, heights - LAYER)


@compiled
def _interpolated(grid: Floats, places: Floats) -> Floats:
    """Return (n,): interpolated values of a grid, at places in its cells; infinite beyond them."""
    found = np.full(len(places), np.inf)
    for p in range(len(places)):
        i, j, k = np.floor(places[p, 0]), np.floor(places[p, 1]), np.floor(places[p, 2])
        if min(i, j, k) < 0 or i + 1 >= grid.shape[0] or j + 1 >= grid.shape[1] or k + 1 >= grid.shape[2]:
            continue
        x, y, z = places[p, 0] - i, places[p, 1] - j, places[p, 2] - k
        total = 0.0
        for a in range(2):
            for b in range(2):
                for c in range(2):
                    share = (x if a else 1 - x) * (y if b else 1 - y) * (z if c else 1 - z)
                    total += share * grid[int(i) + a, int(j) + b, int(k) + c]
        found[p] = total
    return found

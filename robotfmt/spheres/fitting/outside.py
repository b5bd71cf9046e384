"""Points outside a surface, each for a small volume: what they weigh in a ball is what the ball has too much.

They are drawn more densely near the surface, and a point far out weighs more than its volume, so that a ball
rather stands out a little on many sides than far on one (spheres.md 4.5).
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Flags, Floats, Ints
from .field import Field
from .region import PITCH
from .state import Cloud, cloud

_NEAR = 0.13
"""Of the diagonal: points lie at least up to here."""
_FAR = 1.3
"""Points lie up to so many tolerances away."""
_SKIN = 1.8 * PITCH
"""Cells of the inside that are no deeper may hold points that are outside."""
_SPARE = 1.3
"""So many times as many are drawn as are wanted: those in the skin are mostly inside."""
_LINEAR, _SQUARE = 3.0, 3.0


def outside_points(field: Field, count: int, tolerance: float, random: np.random.Generator) -> Cloud:
    """About a number of points, weighted by the volume they stand for and by how far out they are.

    Args:
        field: The surface.
        count: How many, roughly.
        tolerance: How far balls will stand out, roughly: the unit of the weights for being far out.
        random: Where in its cell each point is.
    """
    cells = _cells(field, max(_NEAR, _FAR * tolerance))
    heights = field.region.heights[tuple(cells.T)]
    shares = 1 / (heights.astype(np.float64) + 0.01)
    shares /= shares.sum()
    drawn = int(count * _SPARE)
    # Equal steps along the sum of shares: neighbouring cells are neighbours in it, which spreads the points.
    steps = (np.arange(drawn) + random.random()) / drawn
    chosen = np.searchsorted(np.cumsum(shares), steps).clip(max=len(cells) - 1)
    points = field.region.centers(cells[chosen]) + (random.random((drawn, 3)) - 0.5) * PITCH
    gaps, out = _outside(field, points, heights[chosen] > 1.5 * PITCH)
    far = gaps / (tolerance + 0.01)
    weights = PITCH**3 / (shares[chosen] * drawn) * (1 + _LINEAR * far + _SQUARE * far**2)
    return cloud(points[out], weights[out])


def _cells(field: Field, reach: float) -> Ints:
    """Outside within reach, and the skin of the inside; grown by what the grid has no cells for."""
    region = field.region
    cells: Ints = np.argwhere((region.heights <= reach) & (region.depths <= _SKIN))
    return cells


def _outside(field: Field, points: Floats, surely: Flags) -> tuple[Floats, Flags]:
    """How far points are from the surface, and which of them are outside, by the normal of the nearest sample."""
    gaps, nearest = field.tree.nearest(points)
    above = np.einsum("ij,ij->i", points - field.outer.points[nearest], field.normals[nearest]) > 0
    return gaps, surely | field.thin[nearest] | above

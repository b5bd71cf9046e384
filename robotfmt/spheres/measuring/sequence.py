"""A sequence of points that fills a cube more evenly than random ones.

The sequence is the additive recurrence with the generalised golden ratio, the root of x^(d+1) = x + 1 (M. Roberts, "The
Unreasonable Effectiveness of Quasirandom Sequences", 2018). It takes a few multiplications, so a program in another
language can compute the same points: ``robotfmt/viewer/web/figures.js`` does.
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats

_STARTS = 1 << 20
"""The number of places at which the sequence of a seed can begin."""


def spread(count: int, dimensions: int, seed: int) -> Floats:
    """Return (count, dimensions): points from 0 to 1, from a different part of the sequence for each seed."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (dimensions + 1))
    steps = root ** -np.arange(1.0, dimensions + 1)
    places = np.arange(1.0, count + 1) + seed % _STARTS
    points: Floats = 0.5 + places[:, None] * steps
    points -= np.floor(points)
    return points

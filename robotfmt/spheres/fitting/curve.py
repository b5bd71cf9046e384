"""Sort points so that neighbours in space are mostly close in the order."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Ints
from .counted_cover import Reals

_BITS = 10
"""The bits of each coordinate."""


def along_curve(points: Reals) -> Ints:
    """Return the order of points along Morton's curve."""
    low, width = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    cells = ((points - low) * (((1 << _BITS) - 1) / width)).astype(np.int64)
    key = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")

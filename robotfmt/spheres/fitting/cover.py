"""Which balls to take: greedy set cover; the least tolerance for a number of balls (spheres.md 4.1, 4.3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...mesh.triangles import Flags, Floats, Ints
from ..balls import Balls
from .candidates import Candidates

_HALVINGS = 10
_WIDEST = 1.0
"""Of the diagonal: with this tolerance a single ball covers everything."""


def cover_with(points: Floats, offered: Candidates, count: int) -> tuple[Balls, float]:
    """At most a number of balls that cover all points with the least tolerance, and this tolerance."""
    distances = _distances(points, offered)
    low, high = 0.0, _WIDEST
    best = greedy(_covers(distances, offered, high), count)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        picked = greedy(_covers(distances, offered, middle), count)
        if picked is None:
            low = middle
        else:
            high, best = middle, picked
    assert best is not None
    return Balls(offered.centers[best], offered.depths[best] + high), high


def cover_within(points: Floats, offered: Candidates, tolerance: float, most: int) -> Balls | None:
    """Few balls that cover all points with a tolerance; None where more than ``most`` would be needed."""
    picked = greedy(_covers(_distances(points, offered), offered, tolerance), most)
    if picked is None:
        return None
    return Balls(offered.centers[picked], offered.depths[picked] + tolerance)


def greedy(covers: Flags, most: int) -> Ints | None:
    """The columns that together have a true in every row: each time the one with most new rows.

    Args:
        covers: (rows, columns).
        most: Give up after so many.

    Returns:
        None where they do not do.
    """
    gains = covers.sum(axis=0, dtype=np.int32)
    left = np.ones(len(covers), dtype=np.bool_)
    picked: list[int] = []
    remaining = len(covers)
    while remaining and len(picked) < most:
        best = int(gains.argmax())
        if gains[best] <= 0:
            return None
        new = np.flatnonzero(covers[:, best] & left)
        left[new] = False
        gains -= covers[new].sum(axis=0, dtype=np.int32)
        remaining -= len(new)
        picked.append(best)
    return np.array(picked, dtype=np.int64) if not remaining else None


def _covers(distances: NDArray[np.float32], offered: Candidates, tolerance: float) -> Flags:
    found: Flags = distances <= (offered.depths + tolerance).astype(np.float32)
    return found


def _distances(points: Floats, offered: Candidates) -> NDArray[np.float32]:
    """(points, candidates)."""
    squared = (
        np.einsum("ij,ij->i", points, points)[:, None]
        - 2 * points @ offered.centers.T
        + np.einsum("ij,ij->i", offered.centers, offered.centers)
    )
    distances: NDArray[np.float32] = np.sqrt(np.maximum(squared, 0.0)).astype(np.float32)
    return distances

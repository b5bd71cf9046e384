"""Choose spheres: greedy set cover, and the smallest tolerance for a number of spheres (spheres.md 2.2, 3.2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...mesh.triangles import Flags, Floats, Ints
from ..arrays import NO_SPHERES, Spheres, joined
from .candidates import Candidates
from .radius_bounds import RadiusBounds

_HALVINGS = 10
_WIDEST = 1.0
"""The tolerance, relative to the diagonal, with which a single sphere covers everything."""


def cover_with(points: Floats, offered: Candidates, count: int) -> tuple[Spheres, float]:
    """Return at most a number of spheres that cover all points with the smallest tolerance, and this tolerance."""
    squared = _squared(points, offered.centers)
    low, high = 0.0, _WIDEST
    best = greedy(_covers(squared, offered.depths + high), count)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        picked = greedy(_covers(squared, offered.depths + middle), count)
        if picked is None:
            low = middle
        else:
            high, best = middle, picked
    assert best is not None
    return Spheres(offered.centers[best], offered.depths[best] + high), high


def cover_within(points: Floats, offered: Candidates, bounds: RadiusBounds, most: int) -> Spheres | None:
    """Return few spheres that cover all points within their bounds; None if more than ``most`` would be needed.

    Points that no candidate covers this way come first: candidates of the last radii cover them, or spheres around
        the points.
    """
    covers = _covers(_squared(points, offered.centers), bounds.radii(offered.centers, offered.depths))
    is_alone = ~covers.any(axis=1)
    first = _cover_alone(points[is_alone], offered, bounds, most) if is_alone.any() else NO_SPHERES
    if first is None:
        return None
    left = ~is_alone & ~_covers(_squared(points, first.centers), first.radii).any(axis=1)
    picked = greedy(covers[left], most - len(first))
    if picked is None:
        return None
    centers, depths = offered.centers[picked], offered.depths[picked]
    return joined([first, Spheres(centers, bounds.radii(centers, depths))])


def _cover_alone(points: Floats, offered: Candidates, bounds: RadiusBounds, most: int) -> Spheres | None:
    offered = offered.joined(Candidates(points, np.zeros(len(points))))
    spheres = Spheres(offered.centers, bounds.last_radii(offered.centers, offered.depths))
    picked = greedy(_covers(_squared(points, spheres.centers), spheres.radii), most)
    return spheres.chosen(picked) if picked is not None else None


def greedy(covers: Flags, most: int) -> Ints | None:
    """Return the columns that together have a true in every row: each time the one with the most new rows.

    Args:
        covers: (rows, columns).
        most: The maximum number of columns.

    Returns:
        None if they are not sufficient.
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


def _covers(squared: NDArray[np.float32], radii: Floats) -> Flags:
    found: Flags = squared <= (np.maximum(radii, 0.0) ** 2).astype(np.float32)
    return found


def _squared(points: Floats, centers: Floats) -> NDArray[np.float32]:
    """Return (points, centers): squared distances, computed in place because the table is large."""
    rows, columns = points.astype(np.float32), centers.astype(np.float32)
    found: NDArray[np.float32] = rows @ columns.T
    found *= -2
    found += np.einsum("ij,ij->i", rows, rows)[:, None]
    found += np.einsum("ij,ij->i", columns, columns)
    return found

"""Divide a budget among links: each sphere goes where it takes most off the excess volume (spheres.md 4.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...codes import USAGE
from ...errors import UsageError
from ...mesh.triangles import Floats
from ..arrays import Spheres
from .counted_cover import Cloud
from .cover import covers

SHARES = ("volume", "protrusion")
"""What a division of a budget makes least; the first by default."""


class Need(NamedTuple):
    """What the spheres of a link cost for each of some tolerances, from the largest, by covers of its samples."""

    counts: Floats
    """Their estimated number."""
    excess: Floats
    """Their estimated volume outside of the link, in m³."""


def refuse_share(share: str | None, budget: int | None, approximate: bool) -> None:
    """Refuse a division that does not exist, or has no effect.

    Raises:
        UsageError: It is one of these.
    """
    if share is None:
        return
    if share not in SHARES:
        raise UsageError(USAGE, f"a budget is divided by {' or '.join(SHARES)}, not by '{share}'")
    if budget is None or approximate:
        raise UsageError(USAGE, "'share' divides a budget of spheres that cover; give a budget too")


def by_volume(needs: Mapping[str, Need], budget: int) -> dict[str, int]:
    """Return the number of spheres of each link, one at least, with the least excess volume in sum."""
    gains = np.array([_gains(each, budget) for each in needs.values()]).reshape(len(needs), -1)
    order = np.argsort(-gains, axis=None, kind="stable")[: max(budget - len(needs), 0)]
    # Gains fall along each row, so the first ones of a link are among the largest.
    links = order[gains.ravel()[order] > 0] // max(gains.shape[1], 1)
    counts = 1 + np.bincount(links, minlength=len(needs))
    return dict(zip(needs, counts.tolist(), strict=True))


def _gains(need: Need, most: int) -> Floats:
    """Return (most - 1,): the volume in m³ that each further sphere takes off, never more than the one before."""
    return -np.diff(_excess(need, np.arange(1.0, most + 1)))


def _excess(need: Need, counts: Floats) -> Floats:
    """Return the excess volume of a link with some numbers of spheres, in m³.

    It is the largest convex curve below the estimates, so that no sphere helps more than the one before.
    """
    order = np.lexsort((need.excess, need.counts))
    corners: list[tuple[float, float]] = []
    for count, excess in zip(need.counts[order].tolist(), need.excess[order].tolist(), strict=True):
        if corners and (count == corners[-1][0] or excess >= corners[-1][1]):
            continue
        while len(corners) > 1 and _is_above(corners[-2], corners[-1], (count, excess)):
            corners.pop()
        corners.append((count, excess))
    found: Floats = np.interp(counts, *np.array(corners).T)
    return found


def _is_above(one: tuple[float, float], middle: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return True if a point is not below the line between two others."""
    slope = (other[1] - one[1]) / (other[0] - one[0])
    return middle[1] >= one[1] + slope * (middle[0] - one[0])


def excess_of(spheres: Spheres, outside: Cloud) -> float:
    """Return the volume of points outside of a surface that are in spheres."""
    inside = covers(outside.points.astype(np.float64), spheres.centers, spheres.radii).any(axis=1)
    return float(outside.weights[inside].sum())

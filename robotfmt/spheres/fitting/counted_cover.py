"""Spheres over a surface's samples and the points outside it, with coverage counts.

Lengths are relative: the diagonal of the surface's box is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...mesh.triangles import Flags, Floats, Ints
from ..arrays import Spheres

Reals: TypeAlias = NDArray[np.floating[Any]]
_Saved: TypeAlias = tuple[Floats, Floats, Floats, NDArray[np.int16], NDArray[np.int16]]


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Points with their squared lengths, for distances by the law of cosines."""

    points: Reals
    squares: Reals
    weights: Reals

    def __len__(self) -> int:
        return len(self.points)

    def squared(self, center: Floats) -> Reals:
        """Return (n,): squared distances from a centre."""
        middle = center.astype(self.points.dtype)
        found = self.points @ middle
        found *= -2
        found += self.squares
        found += middle @ middle
        return found


def cloud(points: Reals, weights: Floats | None = None) -> Cloud:
    """Return a cloud; one with weights is in single precision, which is sufficient for volumes."""
    values: Reals = points.astype(np.float64 if weights is None else np.float32)
    squares: Reals = (values**2).sum(axis=1)
    weighed = np.ones(len(points)) if weights is None else weights
    return Cloud(values, squares, weighed.astype(values.dtype))


@dataclass(slots=True, eq=False)
class CountedCover:
    """Spheres, with the number of them that cover each point. A sphere with radius 0 is inactive."""

    surface: Cloud
    outside: Cloud
    centers: Floats
    radii: Floats
    steps: Floats
    surface_counts: NDArray[np.int16] = field(init=False)
    outside_counts: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        self.surface_counts = np.zeros(len(self.surface), dtype=np.int16)
        self.outside_counts = np.zeros(len(self.outside), dtype=np.int16)
        for i in range(len(self.radii)):
            self._count(i, 1)

    @property
    def spheres(self) -> Spheres:
        """The active spheres."""
        on = self.radii > 0
        return Spheres(self.centers[on], self.radii[on])

    def exclusive(self, i: int) -> Floats:
        """Return the samples that only sphere i covers."""
        return np.asarray(self.surface.points[self._own(self.surface, self.surface_counts, i)], dtype=np.float64)

    def excess(self, i: int) -> Ints:
        """Return the indices of the outside points that only sphere i covers."""
        return np.flatnonzero(self._own(self.outside, self.outside_counts, i))

    def place(self, i: int, center: Floats, radius: float) -> None:
        """Move sphere i."""
        self._count(i, -1)
        self.centers[i], self.radii[i] = center, radius
        self._count(i, 1)

    def saved(self) -> _Saved:
        """Return the state for :meth:`restore`."""
        return (
            self.centers.copy(),
            self.radii.copy(),
            self.steps.copy(),
            self.surface_counts.copy(),
            self.outside_counts.copy(),
        )

    def restore(self, saved: _Saved) -> None:
        """Restore a saved state."""
        self.centers, self.radii, self.steps, self.surface_counts, self.outside_counts = saved

    def _own(self, points: Cloud, counts: NDArray[np.int16], i: int) -> Flags:
        if self.radii[i] <= 0:
            return np.zeros(len(points), dtype=np.bool_)
        alone: Flags = (points.squared(self.centers[i]) <= float(self.radii[i] ** 2)) & (counts == 1)
        return alone

    def _count(self, i: int, by: int) -> None:
        if self.radii[i] > 0:
            reach = float(self.radii[i] ** 2)
            self.surface_counts[self.surface.squared(self.centers[i]) <= reach] += by
            self.outside_counts[self.outside.squared(self.centers[i]) <= reach] += by


def counted_cover(surface: Cloud, outside: Cloud, spheres: Spheres, count: int, step: float) -> CountedCover:
    """Return spheres over points, in arrays for a number of them: missing ones are inactive."""
    size = max(count, len(spheres))
    centers, radii = np.zeros((size, 3)), np.zeros(size)
    centers[: len(spheres)], radii[: len(spheres)] = spheres.centers, spheres.radii
    return CountedCover(surface, outside, centers, radii, np.full(size, step))

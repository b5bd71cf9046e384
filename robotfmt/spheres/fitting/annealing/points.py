"""Spheres and points in the form of the kernels, with weights and coverage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Floats
from ...arrays import Spheres, from_rows
from ..counted_cover import Cloud, Reals
from ..covering import grown_over
from ..curve import along_curve
from . import kernels
from .kernels import BLOCK, Singles

_UNIT = 1 << 30
"""The largest weight as a whole number."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The length and freedom of random walks: heat is relative to the initial weight of the spheres."""

    moves: int
    """The number of places that are tried for each sphere."""
    hot: float
    cold: float
    price: float
    """The initial cost of leaving all samples uncovered, relative to the initial weight."""

    def visits(self, count: int) -> int:
        """Return the number of visits of one of a number of spheres."""
        return self.moves * count // kernels.TRIES


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Spheres over samples, and the points outside, in the form of the kernels."""

    samples: kernels.Points
    others: kernels.Points
    spheres: Singles
    """An array (count, 4): centres and radii; 0 for inactive ones."""

    @property
    def weight(self) -> float:
        """The weight of the excess volume."""
        return float(self.others.weights[self.others.counts > 0].sum(dtype=np.int64)) or 1.0


def setting_of(surface: Floats, outside: Cloud, spheres: Spheres, count: int) -> Setting:
    """Return spheres grown until they cover all samples, in rows for up to a number of them."""
    samples = _columns(surface, np.full(len(surface), 1.0), 1)
    others = _columns(outside.points, outside.weights, _UNIT)
    started = grown_over(spheres, surface)
    counted = np.zeros((count, 4), dtype=np.float32)
    counted[: len(spheres), :3], counted[: len(spheres), 3] = started.centers, started.radii + kernels.SPARE
    for sphere in counted[counted[:, 3] > 0]:
        kernels.count(samples, sphere, kernels.MORE)
        kernels.count(others, sphere, kernels.MORE)
    return Setting(samples, others, counted)


def spheres_in(rows: Singles) -> Spheres:
    """Return the active spheres."""
    found = rows.astype(np.float64)
    found = found[found[:, 3] > 0]
    return from_rows(found)


def _columns(points: Reals, weights: Reals, unit: int) -> kernels.Points:
    order = along_curve(points)
    columns = np.ascontiguousarray(points[order].T, dtype=np.float32)
    whole = np.round(weights[order] * (unit / float(weights.max(initial=1e-12))))
    counts = np.zeros(len(points), dtype=np.int16)
    return kernels.Points(columns, whole.astype(np.int32), _blocks(columns), counts)


def _blocks(columns: Singles) -> Singles:
    """Return (4, m): the middle of the box of each block of points, and the largest distance of a point from it."""
    starts = np.arange(0, columns.shape[1], BLOCK)
    low, high = (np.asarray(f.reduceat(columns, starts, axis=1)) for f in (np.minimum, np.maximum))
    middle = (low + high) / 2
    away = columns - middle.repeat(BLOCK, axis=1)[:, : columns.shape[1]]
    far = np.maximum.reduceat(np.sqrt((away**2).sum(axis=0)), starts)
    found: Singles = np.concatenate([middle, far[None] * np.float32(1.0001) + np.float32(kernels.SPARE)])
    return found

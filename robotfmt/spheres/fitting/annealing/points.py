"""Spheres and points as the kernels take them, and what spheres weigh and cover."""

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
    """How long spheres walk at random, and how freely: heat is relative to the weight that the spheres have at
    first."""

    moves: int
    """Places that are tried for each sphere."""
    hot: float
    cold: float
    price: float
    """What it costs at first to leave all samples out, relative to the weight at first."""

    def visits(self, count: int) -> int:
        """Return how often one of a number of spheres is visited."""
        return self.moves * count // kernels.TRIES


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Spheres over samples, and the points outside, as the kernels take them."""

    samples: kernels.Points
    others: kernels.Points
    spheres: Singles
    """(count, 4): centres and radii; 0 for those that are off."""

    @property
    def weight(self) -> float:
        """Of what is outside."""
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
    """Those that are on."""
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
    """(4, m): the middle of the box of each block of points, and how far the farthest of them is."""
    starts = np.arange(0, columns.shape[1], BLOCK)
    low, high = (np.asarray(f.reduceat(columns, starts, axis=1)) for f in (np.minimum, np.maximum))
    middle = (low + high) / 2
    away = columns - middle.repeat(BLOCK, axis=1)[:, : columns.shape[1]]
    far = np.maximum.reduceat(np.sqrt((away**2).sum(axis=0)), starts)
    found: Singles = np.concatenate([middle, far[None] * np.float32(1.0001) + np.float32(kernels.SPARE)])
    return found

"""Prove how deep at most a surface lies outside of spheres, and how far at most they protrude (spheres.md 3.8).

Lengths are relative, as in :class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....mesh.triangles import Floats
from ...arrays import Spheres, joined
from ..certify import is_covered
from ..depth import depths_of
from ..exposed import most_exposed
from ..samples import about
from ..surface_field import SurfaceField

_SAMPLES = 20_000
_CHUNK = 1 << 21
_SMALLEST = 1e-3
"""The size of the smallest pieces of the proof."""
_STEP = 2.5e-4
"""The first addition to the depth that samples reach."""
_LONGER = 1.6


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved of spheres."""

    depth: float
    """The largest depth of the surface outside of them."""
    protrusion: float
    coverage: float
    """The share of the surface that is covered; of samples."""


def bounds_of(surface_field: SurfaceField, spheres: Spheres, pinned: Spheres) -> Bounds:
    """Return the bounds of at least one sphere.

    Args:
        surface_field: The solid.
        spheres: The spheres.
        pinned: Others that cover it too; their protrusion does not count.
    """
    bounds = spheres.radii - depths_of(surface_field).exactly_at(spheres.centers)
    protrusion = max(min(float(bounds.max()), most_exposed(surface_field, spheres)), 0.0)
    points, everything = surface_field.samples.points, joined([pinned, spheres])
    gaps = _gaps(points[about(points, _SAMPLES)], everything)  # evenly distributed
    depth = _deepest(surface_field.corners, everything, float(gaps.max(initial=0.0)))
    return Bounds(depth, protrusion, float((gaps <= 0).mean()) if len(gaps) else 1.0)


def _deepest(corners: Floats, spheres: Spheres, reached: float) -> float:
    """Return an upper bound of the depth of triangles: spheres that are larger by that much cover them.

    A depth is reached by samples; somewhat larger ones are tried until the proof of cover succeeds.
    """
    step = _STEP if reached > 0 else 0.0
    while not is_covered(corners, spheres.grown(reached + step), _SMALLEST):
        step = max(step, _STEP) * _LONGER
    return reached + step


def _gaps(points: Floats, spheres: Spheres) -> Floats:
    """Return (n,): the distance of each point from the nearest sphere; negative inside."""
    found, size = np.empty(len(points)), max(_CHUNK // len(spheres), 1)
    for start in range(0, len(points), size):
        part = slice(start, start + size)
        away = np.linalg.norm(points[part, None] - spheres.centers, axis=2)
        found[part] = (away - spheres.radii).min(axis=1)
    return found

"""Shapes with known optimal spheres: a sphere itself, and a chain for a capsule."""

from __future__ import annotations

import math

import numpy as np

from ...model import Capsule, Geometry, Sphere
from ..arrays import Spheres

_MOST = 1000
_HALVINGS = 60


def exact_sphere(geometry: Geometry) -> Spheres | None:
    """Return the sphere for a sphere shape, in the link's frame; None for any other shape."""
    shape = geometry.shape
    if not isinstance(shape, Sphere) or shape.radius is None or not 0 < shape.radius < math.inf:
        return None
    position = geometry.pose.xyz if geometry.pose is not None else (0.0, 0.0, 0.0)
    return Spheres(np.array([position]), np.array([shape.radius]))


def capsule_chain(capsule: Capsule, count: int | None, tolerance: float) -> Spheres | None:
    """Return equal spheres along a capsule's axis that contain it, in the capsule's frame, in metres.

    Args:
        capsule: A capsule with a positive radius.
        count: The number of spheres; None for as few as the tolerance allows.
        tolerance: The largest protrusion, if no count is given.

    Returns:
        None if the capsule has no sizes, or would need too many spheres.
    """
    radius, length = capsule.radius, capsule.length
    if radius is None or length is None or not (0 < radius < math.inf and 0 <= length < math.inf):
        return None
    if length == 0:
        count = 1
    if count is None:
        count = _fewest(radius, length, tolerance)
    if count > _MOST:
        return None
    grown = _least_radius(radius, length, count)
    end = max(length / 2 - (grown - radius), 0.0)
    centers = np.zeros((count, 3))
    centers[:, 2] = np.linspace(-end, end, count) if count > 1 else 0.0
    return Spheres(centers, np.full(count, grown))


def _reach(radius: float, grown: float, count: int) -> float:
    """Return the length of the axis that ``count`` spheres can cover.

    The outermost centres may be inside the ends by the difference of the radii, because the cap's farthest point is
    its tip; neighbours meet on the mantle at half their distance.
    """
    return 2 * (grown - radius) + (count - 1) * 2 * math.sqrt(max(grown * grown - radius * radius, 0.0))


def _fewest(radius: float, length: float, tolerance: float) -> int:
    """Return spheres that protrude by at most a tolerance."""
    grown = radius + tolerance
    step = 2 * math.sqrt(grown * grown - radius * radius)
    return 1 + max(math.ceil((length - 2 * tolerance) / step - 1e-9), 0)


def _least_radius(radius: float, length: float, count: int) -> float:
    """Return the smallest radius with which a number of spheres contains the capsule."""
    low, high = radius, radius + length / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _reach(radius, middle, count) >= length else (middle, high)
    return high

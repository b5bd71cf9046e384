"""Spheres as arrays, and as records of a robot."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..mesh.triangles import Choice, Floats
from ..model import CollisionSphere

DECIMALS = 6
"""The number of decimals of centres and radii in metres."""
_SPARE = 1e-9
"""The length in metres added to every radius, larger than rounding errors in double precision."""


@dataclass(frozen=True, slots=True, eq=False)
class Spheres:
    """Spheres in one frame."""

    centers: Floats
    """An array (n, 3), in metres."""
    radii: Floats
    """An array (n,), in metres."""

    def __len__(self) -> int:
        return len(self.radii)

    @property
    def rows(self) -> Floats:
        """An array (n, 4): centres and radii."""
        return np.column_stack([self.centers, self.radii])

    def moved(self, rotation: object, offset: object) -> Spheres:
        """Return the spheres rotated by a matrix and then moved."""
        turn = np.asarray(rotation, dtype=np.float64)
        return Spheres(self.centers @ turn.T + np.asarray(offset, dtype=np.float64), self.radii)

    def scaled(self, factor: float) -> Spheres:
        """Return the spheres scaled about the origin."""
        return Spheres(self.centers * factor, self.radii * factor)

    def grown(self, by: object) -> Spheres:
        """Return the spheres with a length added to their radii."""
        return Spheres(self.centers, self.radii + np.asarray(by, dtype=np.float64))

    def chosen(self, which: Choice) -> Spheres:
        """Return some of the spheres."""
        return Spheres(self.centers[which], self.radii[which])


def from_rows(rows: Floats) -> Spheres:
    """Return spheres from rows of x, y, z, radius."""
    return Spheres(rows[:, :3], rows[:, 3])


NO_SPHERES = Spheres(np.zeros((0, 3)), np.zeros(0))


def joined(parts: list[Spheres]) -> Spheres:
    """Return several arrays of spheres as one."""
    if not parts:
        return NO_SPHERES
    return Spheres(np.concatenate([each.centers for each in parts]), np.concatenate([each.radii for each in parts]))


def round_up(spheres: Iterable[CollisionSphere], decimals: int = DECIMALS) -> tuple[CollisionSphere, ...]:
    """Round spheres so that each contains the one it was made from.

    Centres are rounded to the nearest; their displacement is added to the radius, which is rounded up. The rounded
    spheres cover everything that the original ones were proved to cover. Disabled spheres keep their radius.

    Args:
        spheres: Centres and radii in metres.
        decimals: Digits after the point.
    """
    return tuple(_rounded(sphere, decimals) for sphere in spheres)


def _rounded(sphere: CollisionSphere, decimals: int) -> CollisionSphere:
    if sphere.disabled or sphere.center is None or sphere.radius is None:
        return sphere
    x, y, z = sphere.center
    center = (round(x, decimals), round(y, decimals), round(z, decimals))
    needed = sphere.radius + math.dist(sphere.center, center) + _SPARE
    radius = round(needed, decimals)
    if radius < needed:
        radius = round(radius + 10.0**-decimals, decimals)
    return CollisionSphere(origin=sphere.origin, center=center, radius=radius)


def spheres_of(spheres: Spheres) -> tuple[CollisionSphere, ...]:
    """Return the spheres as records of a robot, largest first."""
    order = np.lexsort((*spheres.centers.T[::-1], -spheres.radii))
    return tuple(
        CollisionSphere(center=(float(x), float(y), float(z)), radius=float(r))
        for (x, y, z), r in zip(spheres.centers[order], spheres.radii[order], strict=True)
    )

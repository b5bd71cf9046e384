"""How large a sphere may be: its depth and the tolerance, no less than a least radius, and short of a plane.

Lengths are relative, as in :class:`robotfmt.spheres.fitting.surface_field.SurfaceField`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Floats
from ...model import Vector3
from ...model.record import replace
from .options import FitOptions, Plane
from .surface_field import SurfaceField

_ROUNDING = 3e-6
"""Metres that rounding may add to how far a sphere reaches."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A plane that spheres do not cross."""

    normal: Vector3
    offset: float

    def heights(self, points: Floats) -> Floats:
        """(n,): how far points are from the plane; less than 0 behind it."""
        heights: Floats = points @ np.array(self.normal) - self.offset
        return heights

    def lifted(self, points: Floats, height: float) -> Floats:
        """(n, 3): points above or below others, all at one height above the plane."""
        lifted: Floats = points + np.outer(height - self.heights(points), self.normal)
        return lifted


@dataclass(frozen=True, slots=True)
class RadiusBounds:
    """What limits the radius of a sphere."""

    tolerance: float
    least: float = 0.0
    wall: Wall | None = None

    def radii(self, centers: Floats, depths: Floats) -> Floats:
        """(n,): the largest radii that spheres may have; 0 or less where there had better be none.

        Args:
            centers: (n, 3).
            depths: How far each is from outside, at least.
        """
        largest = depths + self.tolerance
        return self._before_wall(centers, np.where(largest < self.least, 0.0, largest))

    def last_radii(self, centers: Floats, depths: Floats) -> Floats:
        """(n,): the same where there must be a sphere, though it protrudes further because of the least radius."""
        return self._before_wall(centers, np.maximum(depths + self.tolerance, self.least))

    def _before_wall(self, centers: Floats, radii: Floats) -> Floats:
        return radii if self.wall is None else np.minimum(radii, self.wall.heights(centers))

    def of(self, share: float) -> RadiusBounds:
        """With a part of the tolerance only."""
        return replace(self, tolerance=share * self.tolerance)


def radius_bounds(
    options: FitOptions, tolerance: float, surface_field: SurfaceField, growth: float = 0.0
) -> RadiusBounds:
    """Return the bounds on radii that options give.

    Args:
        options: Of a link.
        tolerance: In metres.
        surface_field: The surface.
        growth: What will be added to the radii in the end, in metres.
    """
    wall = _wall(options.plane, surface_field, growth + _ROUNDING) if options.plane is not None else None
    return RadiusBounds(tolerance / surface_field.scale, options.min_radius / surface_field.scale, wall)


def _wall(plane: Plane, surface_field: SurfaceField, gap: float) -> Wall:
    offset = plane.offset + gap - float(surface_field.middle @ np.array(plane.normal))
    return Wall(plane.normal, offset / surface_field.scale)

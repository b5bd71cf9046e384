"""The bounds on a sphere's radius: its depth plus the tolerance, at least a least radius, and short of a plane.

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
"""The rounding error of a sphere's reach, in metres."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A plane that spheres do not cross."""

    normal: Vector3
    offset: float

    def heights(self, points: Floats) -> Floats:
        """Return (n,): the heights of points above the plane; negative behind it."""
        heights: Floats = points @ np.array(self.normal) - self.offset
        return heights

    def lifted(self, points: Floats, height: float) -> Floats:
        """Return (n, 3): points moved along the normal to a common height above the plane."""
        lifted: Floats = points + np.outer(height - self.heights(points), self.normal)
        return lifted


@dataclass(frozen=True, slots=True)
class RadiusBounds:
    """The bounds on the radius of a sphere."""

    tolerance: float
    least: float = 0.0
    wall: Wall | None = None

    def radii(self, centers: Floats, depths: Floats) -> Floats:
        """Return (n,): the largest allowed radii of spheres; 0 or less where there should be none.

        Args:
            centers: (n, 3).
            depths: Lower bounds of the depth of each.
        """
        largest = depths + self.tolerance
        return self._before_wall(centers, np.where(largest < self.least, 0.0, largest))

    def last_radii(self, centers: Floats, depths: Floats) -> Floats:
        """Return (n,): the largest allowed radii of required spheres, whose least radius may protrude further."""
        return self._before_wall(centers, np.maximum(depths + self.tolerance, self.least))

    def _before_wall(self, centers: Floats, radii: Floats) -> Floats:
        return radii if self.wall is None else np.minimum(radii, self.wall.heights(centers))

    def of(self, share: float) -> RadiusBounds:
        """Return the bounds with a share of the tolerance."""
        return replace(self, tolerance=share * self.tolerance)


def radius_bounds(
    options: FitOptions, tolerance: float, surface_field: SurfaceField, growth: float = 0.0
) -> RadiusBounds:
    """Return the bounds on radii that options give.

    Args:
        options: The options of a link.
        tolerance: In metres.
        surface_field: The surface.
        growth: The length that will be added to the radii in the end, in metres.
    """
    wall = _wall(options.plane, surface_field, growth + _ROUNDING) if options.plane is not None else None
    return RadiusBounds(tolerance / surface_field.scale, options.min_radius / surface_field.scale, wall)


def _wall(plane: Plane, surface_field: SurfaceField, gap: float) -> Wall:
    offset = plane.offset + gap - float(surface_field.middle @ np.array(plane.normal))
    return Wall(plane.normal, offset / surface_field.scale)

"""The parts to cover: the surface or a part of it, and points inside."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Flags, Floats
from ...model.record import replace
from ..arrays import Spheres
from .certify import grown_to_cover
from .radius_bounds import Wall
from .region import PITCH
from .samples import about
from .surface_field import SurfaceField

_DEEP = 2 * PITCH
"""The minimum depth of points inside, which keeps them below the surface."""
_INSIDE = 4000
"""The approximate number of points inside to cover."""


def above(surface_field: SurfaceField, wall: Wall, height: float) -> SurfaceField:
    """Return a surface field with only the samples and triangles above a height over a plane, and the same solid."""
    samples = surface_field.samples.chosen(wall.heights(surface_field.samples.points) > height)
    return replace(surface_field, samples=samples, corners=_cut(surface_field.corners, wall, height))


def uncovered(surface_field: SurfaceField, spheres: Spheres) -> SurfaceField:
    """Return a surface field without the parts inside some spheres: triangles, or pieces of them, and samples."""
    if not len(spheres):
        return surface_field
    _, left = grown_to_cover(surface_field.corners, spheres, PITCH, spheres.radii)
    is_open = _is_open(surface_field.samples.points, spheres)
    return replace(surface_field, samples=surface_field.samples.chosen(is_open), corners=left)


def with_inside(surface_field: SurfaceField, spheres: Spheres) -> SurfaceField:
    """Return a surface field that also has the points inside that no sphere contains, as triangles of no size.

    Spheres that cover a surface hardly ever leave a hole inside. If they do, the proof finds it like an open part of
    the surface.
    """
    region = surface_field.region
    inside = region.centers(np.argwhere(region.depths >= _DEEP))
    inside = inside[_is_open(inside, spheres)]
    inside = inside[about(inside, _INSIDE)] if len(inside) else inside
    return replace(
        surface_field, corners=np.concatenate([surface_field.corners, np.repeat(inside[:, None], 3, axis=1)])
    )


def _is_open(points: Floats, spheres: Spheres) -> Flags:
    """Return (n,): True for points in no sphere."""
    found = np.ones(len(points), dtype=np.bool_)
    for center, radius in zip(spheres.centers, spheres.radii, strict=True):
        found &= np.linalg.norm(points - center, axis=1) > radius
    return found


def _cut(corners: Floats, wall: Wall, height: float) -> Floats:
    """Return the triangles above a plane, with intersected ones cut."""
    heights = wall.heights(corners.reshape(-1, 3)).reshape(-1, 3) - height
    over = heights > 0
    count = over.sum(axis=1)
    found = [corners[count == 3]]
    for number in (1, 2):
        some = count == number
        # The corner that is alone on its side comes first.
        first = (over[some] if number == 1 else ~over[some]).argmax(axis=1)
        turn = (first[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(corners[some], turn[:, :, None], axis=1).transpose(1, 0, 2)
        p, q, r = np.take_along_axis(heights[some], turn, axis=1).T
        ab, ac = a + (p / (p - q))[:, None] * (b - a), a + (p / (p - r))[:, None] * (c - a)
        pieces = [(a, ab, ac)] if number == 1 else [(ab, b, c), (ab, c, ac)]
        found += [np.stack(each, axis=1) for each in pieces]
    return np.concatenate(found)

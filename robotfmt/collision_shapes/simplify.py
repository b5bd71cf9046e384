"""Simpler meshes whose distance from the original is measured.

Corners that nearly coincide are made one first, which closes the cracks of many meshes. Edges of closed parts are then
collapsed by manifold3d, with a tolerance that grows; corners of open parts are joined in cells that grow (J. Rossignac
and P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993), which any triangles allow.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..mesh.hull import simpler
from ..mesh.repair import repair
from ..mesh.triangles import Triangles, join
from .deviation import SAMPLES, Surface, deviation
from .options import ShapeOptions

_DRAFT = 5_000
"""The number of points on each surface during the search."""
_STEP = 1.2
"""The factor from one tolerance to the next one."""
_FIRST = 3e-4
"""The first tolerance, relative to the diagonal, or less."""
_LARGEST = 0.2
"""The largest tolerance, relative to the diagonal."""


def simplified(surface: Triangles, options: ShapeOptions) -> tuple[Triangles | None, str]:
    """Return a simpler surface, or None and the reason.

    Args:
        surface: The surface.
        options: ``within`` bounds its measured distance from the surface in both directions, ``faces`` the number of
            triangles. With ``within`` alone it has as few triangles as were found.
    """
    within, faces, whole = options.within, options.faces, Surface(surface)
    size = float(np.linalg.norm(np.ptp(surface.vertices[surface.faces].reshape(-1, 3), axis=0)))
    first = min(_FIRST * size, within / 6 if within is not None else np.inf)
    near: list[Triangles] = []
    for tolerance, made in _family(surface, first, _LARGEST * size):
        if faces is not None and len(made) <= faces:
            gap = deviation(whole, Surface(made))
            is_far = within is not None and gap > within
            return (
                (None, f"the surface with {len(made)} faces is {1000 * gap:.3g} mm off")
                if is_far
                else (made, "")
            )
        if faces is None and within is not None and 3 * tolerance >= within:
            gap = deviation(whole, Surface(made), _DRAFT, within)
            near += [made] if gap <= within else []
            if gap > 2 * within or tolerance > 2 * within:
                break
    if faces is not None:
        return None, f"no surface with {faces} faces or fewer was found"
    for made in sorted(near, key=len):
        if len(made) < len(surface) and deviation(whole, Surface(made), SAMPLES, within or 0.0) <= (
            within or 0.0
        ):
            return made, ""
    return surface, ""


def _family(surface: Triangles, tolerance: float, most: float) -> Iterator[tuple[float, Triangles]]:
    """Yield simpler and simpler surfaces, each made of the one before, with their tolerances in metres."""
    joined = _with_joined_corners(surface, tolerance / 2)
    if not len(joined):
        return
    repaired = repair(joined)
    closed, rest = (repaired.triangles.only(it) for it in (repaired.closed, ~repaired.closed))
    while tolerance < most:
        fewer = simpler(_with_joined_corners(closed, 0.0), tolerance) if len(closed) else closed
        if fewer is None:
            closed, rest = closed.only(np.zeros(len(closed), dtype=np.bool_)), join([closed, rest])
            continue
        closed = fewer
        yield tolerance, join([closed, _with_joined_corners(rest, tolerance)])
        tolerance *= _STEP


def _with_joined_corners(surface: Triangles, width: float) -> Triangles:
    """Return a surface whose corners in one cell of a grid are one, their mean; triangles that vanish are left out."""
    used, which = np.unique(surface.faces, return_inverse=True)
    points, faces = surface.vertices[used], which.reshape(-1, 3)
    if not len(points):
        return surface
    cells = np.floor(points / width) if width > 0 else points
    _, cell, count = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
    cell = cell.reshape(-1)
    means = np.stack([np.bincount(cell, weights=points[:, k]) for k in range(3)], axis=1) / count[:, None]
    faces = cell[faces]
    a, b, c = faces.T
    kept = faces[(a != b) & (b != c) & (c != a)]
    _, first = np.unique(np.sort(kept, axis=1), axis=0, return_index=True)
    return Triangles(means, kept[np.sort(first)] if width > 0 else kept)

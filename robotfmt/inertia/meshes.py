"""The volume and the inertia of what a closed surface encloses."""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Triangles
from ..model import Inertia
from .solids import Solid


def solid_of_triangles(triangles: Triangles) -> Solid | None:
    """Return the solid inside a closed surface, as the sum of tetrahedra with one corner at its middle.

    Faces that are turned inside out throughout are taken for turned; None for a surface that encloses nothing.
    """
    corners = triangles.vertices[triangles.faces]
    middle = corners.reshape(-1, 3).mean(axis=0)
    corners = corners - middle
    volumes = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    volume = float(volumes.sum())
    size = float(np.abs(corners).max())
    if abs(volume) <= 1e-9 * size**3:
        return None
    total = corners.sum(axis=1)
    center = (volumes[:, None] * total).sum(axis=0) / (4 * volume)
    # Second moments of a tetrahedron with a corner at the origin: V/20 (sum of squares + square of the sum).
    second = (volumes[:, None] * total).T @ total
    for k in range(3):
        second = second + (volumes[:, None] * corners[:, k]).T @ corners[:, k]
    second = second / 20 - volume * np.outer(center, center)
    second *= np.sign(volume)
    tensor = np.trace(second) * np.eye(3) - second
    x, y, z = (float(each) for each in middle + center)
    return Solid(
        abs(volume),
        (x, y, z),
        Inertia(
            ixx=float(tensor[0, 0]),
            ixy=float(tensor[0, 1]),
            ixz=float(tensor[0, 2]),
            iyy=float(tensor[1, 1]),
            iyz=float(tensor[1, 2]),
            izz=float(tensor[2, 2]),
        ),
    )

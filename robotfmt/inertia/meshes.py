"""The volume and the inertia of the solid in a closed surface."""

from __future__ import annotations

import numpy as np

from ..mesh.triangles import Floats, Triangles
from ..model import Inertia
from .solids import Solid


def solid_of_triangles(triangles: Triangles) -> Solid | None:
    """Return the solid inside a closed surface, as the sum of tetrahedra with one corner at its middle.

    A surface that is inside out as a whole is reversed; None for a surface that encloses no volume.
    """
    corners = triangles.vertices[triangles.faces]
    middle = corners.reshape(-1, 3).mean(axis=0)
    corners = corners - middle
    volumes = volumes_of(corners)
    volume = float(volumes.sum())
    size = float(np.abs(corners).max())
    if abs(volume) <= 1e-9 * size**3:
        return None
    center = (volumes[:, None] * corners.sum(axis=1)).sum(axis=0) / (4 * volume)
    second = second_moments(corners, volumes) - volume * np.outer(center, center)
    x, y, z = (float(each) for each in middle + center)
    return Solid(abs(volume), (x, y, z), inertia_about(np.sign(volume) * second))


def volumes_of(corners: Floats) -> Floats:
    """Return (n,): the signed volumes of the tetrahedra between triangles (n, 3, 3) and the origin, in m^3."""
    found: Floats = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    return found


def second_moments(corners: Floats, volumes: Floats) -> Floats:
    """Return (3, 3): the integral of x x^T over tetrahedra with a corner at the origin, in m^5.

    For one tetrahedron it is V/20 (sum c c^T + s s^T), with its corners c and their sum s.
    """
    total = corners.sum(axis=1)
    second: Floats = (volumes[:, None] * total).T @ total
    for k in range(3):
        second = second + (volumes[:, None] * corners[:, k]).T @ corners[:, k]
    return second / 20


def inertia_about(second: Floats) -> Inertia:
    """Return the inertia about the origin, at a density of 1, from second moments."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (np.trace(second) * np.eye(3) - second).tolist()
    return Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)

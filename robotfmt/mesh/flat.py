"""Meshes without volume, which some programs refuse, and a thickness for them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .triangles import Triangles, join

_LEAST = 1e-9
"""The volume between a surface and its mid-plane, relative to the cube of its size, below which it is flat."""
_THICKNESS = 1e-3
"""The thickness, relative to the size."""


def is_flat(triangles: Triangles) -> bool:
    """Return True if all triangles lie in one plane, or nearly so."""
    corners = triangles.corners - triangles.corners.reshape(-1, 3).mean(axis=0)
    a, b, c = corners.transpose(1, 0, 2)
    volume = float(np.abs(np.einsum("ij,ij->i", a, np.cross(b, c))).sum()) / 6
    return volume <= _LEAST * _size(triangles) ** 3


def count_corners(triangles: Triangles) -> int:
    """Return the number of different vertices."""
    return len(np.unique(triangles.vertices, axis=0))


def thickened(triangles: Triangles) -> Triangles:
    """Return two sheets instead of a flat surface, facing away from each other."""
    middle = triangles.vertices - triangles.vertices.mean(axis=0)
    across = np.linalg.svd(middle, full_matrices=False)[2][-1]
    half = 0.5 * _THICKNESS * _size(triangles) * across
    a, b, c = triangles.corners.transpose(1, 0, 2)
    turned = np.cross(b - a, c - a) @ across < 0
    faces = np.where(turned[:, None], triangles.faces[:, ::-1], triangles.faces)
    front = replace(triangles, faces=faces, normals=None, texcoords=None)
    back = front.turned_around()
    sheets = replace(front, vertices=front.vertices + half), replace(back, vertices=back.vertices - half)
    return replace(join(sheets), conventions=triangles.conventions)


def _size(triangles: Triangles) -> float:
    return float(np.linalg.norm(np.ptp(triangles.vertices, axis=0)))

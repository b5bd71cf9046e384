"""The normals of surfaces: smooth where a surface is nearly flat, separate at edges."""

from __future__ import annotations

import math

import numpy as np

from ..mesh.triangles import Floats, Ints, Triangles
from .ragged import chunks, ragged

_EDGE = math.cos(math.radians(40))
"""Triangles that meet at a sharper angle have an edge between them."""
_MOST = 64
"""The maximum number of triangles at one vertex that are considered."""
_PAIRS = 1 << 19


def corner_normals(triangles: Triangles, which: Ints) -> Floats:
    """Return the normals at the corners of some triangles, (n, 3, 3), of length 1; 0 for triangles without area.

    Each normal is the mean over the triangles at the corner that no edge separates from its own, weighted by angle.

    Args:
        triangles: A surface with merged vertices.
        which: Indices of triangles, ascending.
    """
    wanted = triangles.faces[which]
    is_near = np.zeros(len(triangles.vertices), dtype=np.bool_)
    is_near[wanted] = True
    near = np.flatnonzero(is_near[triangles.faces].any(axis=1))
    faces = triangles.faces[near]
    normals, angles = _normals(triangles.vertices[faces])
    order = np.argsort(faces.reshape(-1), kind="stable")
    ordered, corners = faces.reshape(-1)[order], wanted.reshape(-1)
    start = np.searchsorted(ordered, corners)
    count = np.searchsorted(ordered, corners, side="right") - start
    asked = np.minimum(count, _MOST)
    own = normals[np.repeat(np.searchsorted(near, which), 3)]
    found = np.zeros((len(corners), 3))
    for part in chunks(asked, _PAIRS):
        corner, offset = ragged(asked[part])
        spread = offset * count[part][corner] // asked[part][corner]
        other = order[start[part][corner] + spread]
        their = normals[other // 3]
        is_smooth = (own[part][corner] * their).sum(axis=1) >= _EDGE
        weights = angles.reshape(-1)[other] * is_smooth
        for axis in range(3):
            found[part, axis] = np.bincount(corner, weights * their[:, axis], minlength=len(asked[part]))
    return _unit(found).reshape(-1, 3, 3)


def _normals(corners: Floats) -> tuple[Floats, Floats]:
    """Return the normals of triangles (n, 3, 3), and the angles at their corners."""
    edges = _unit(np.roll(corners, -1, axis=1) - corners)
    normals = _unit(np.cross(edges[:, 0], edges[:, 1]))
    cosines = -(edges * np.roll(edges, 1, axis=1)).sum(axis=2)
    return normals, np.arccos(np.clip(cosines, -1.0, 1.0))


def _unit(vectors: Floats) -> Floats:
    """Return normalised vectors; 0 stays 0."""
    lengths = np.sqrt((vectors**2).sum(axis=-1, keepdims=True))
    unit: Floats = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit

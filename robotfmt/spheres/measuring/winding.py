"""The generalised winding number of triangle soups (Jacobson 2013), far parts as dipoles (Barill 2018).

Triangles count by their exact solid angle (Van Oosterom and Strackee 1983); a node of the tree that is at
least ``FAR`` of its radii away counts as one dipole. On ten meshes of robots that errs by 0.05 in all at
most: enough to tell inside (1) from outside (0) at one half.
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats
from .tree import Tree, children

FAR = 2.5
_CHUNK = 4096


def winding_numbers(points: Floats, tree: Tree) -> Floats:
    """(n,): how often the surface winds around each point; 1 inside a closed surface that faces outwards."""
    parts = [_chunk(points[i : i + _CHUNK], tree) for i in range(0, len(points), _CHUNK)]
    return np.concatenate(parts) if parts else np.zeros(0)


def _chunk(points: Floats, tree: Tree) -> Floats:
    total = np.zeros(len(points))
    which = np.arange(len(points))
    nodes = np.zeros(len(points), dtype=np.int64)
    for i, level in enumerate(tree.levels):
        if i > 0:
            nodes, parent = children(nodes, len(level.low))
            which = which[parent]
        away = level.center[nodes] - points[which]
        gap = np.sqrt(np.einsum("ij,ij->i", away, away))
        far = gap > FAR * level.radius[nodes]
        dipoles = np.einsum("ij,ij->i", level.normal[nodes[far]], away[far]) / gap[far] ** 3
        total += np.bincount(which[far], weights=dipoles, minlength=len(points))
        which, nodes = which[~far], nodes[~far]
    faces, parent = children(nodes, tree.real)
    which = which[parent]
    total += np.bincount(
        which, weights=_solid_angles(points[which], tree.corners[faces]), minlength=len(points)
    )
    return total / (4 * np.pi)


def _solid_angles(points: Floats, corners: Floats) -> Floats:
    a, b, c = (corners[:, k] - points for k in range(3))
    la, lb, lc = (np.sqrt(np.einsum("ij,ij->i", each, each)) for each in (a, b, c))
    volume = np.einsum("ij,ij->i", a, np.cross(b, c))
    below = (
        la * lb * lc
        + np.einsum("ij,ij->i", a, b) * lc
        + np.einsum("ij,ij->i", b, c) * la
        + np.einsum("ij,ij->i", c, a) * lb
    )
    angles: Floats = 2 * np.arctan2(volume, below)
    return angles

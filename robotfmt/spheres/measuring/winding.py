"""The generalised winding number of triangle soups (Jacobson 2013), far parts as dipoles (Barill 2018).

Triangles count by their exact solid angle (Van Oosterom and Strackee 1983); a node of the tree that is at least
``FAR`` of its radii away is one dipole. On ten meshes of robots the total error is at most 0.05: sufficient to
distinguish inside (1) from outside (0) at one half.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats, Ints
from .box_tree import FAN, WAITING, BoxTree
from .kernels import away, cross, dot

FAR = 2.5


def winding_numbers(points: Floats, tree: BoxTree) -> Floats:
    """Return (n,): the winding number of the surface around each point; 1 inside a closed surface that faces
    outwards.
    """
    nodes = tree.nodes
    places = np.ascontiguousarray(points, dtype=np.float64)
    corners = tree.corners[: tree.real]
    found: Floats = _winding(places, tree.starts, nodes.center, nodes.normal, nodes.radius, corners)
    return found


@compiled
def _winding(points: Floats, starts: Ints, centers: Floats, normals: Floats, radii: Floats, corners: Floats) -> Floats:
    """Return (n,): the winding numbers, given the nodes by level, the first node of each level, and the triangles."""
    found, waiting = np.zeros(len(points)), np.zeros((WAITING, 2), np.int64)
    for p in range(len(points)):
        count = 1
        waiting[0] = 0
        while count:
            count -= 1
            level, node = waiting[count]
            at = starts[level] + node
            there = away(points[p], centers[at])
            gap = np.sqrt(dot(there, there))
            if gap > FAR * radii[at]:
                found[p] += dot(normals[at], there) / gap**3
                continue
            is_last = level + 2 == len(starts)
            below = len(corners) if is_last else starts[level + 2] - starts[level + 1]
            for child in range(FAN * node, min(FAN * node + FAN, below)):
                if is_last:
                    found[p] += _solid_angle(points[p], corners[child])
                else:
                    waiting[count] = level + 1, child
                    count += 1
    return found / (4 * np.pi)


@compiled
def _solid_angle(point: Any, corners: Any) -> float:
    a, b, c = away(point, corners[0]), away(point, corners[1]), away(point, corners[2])
    la, lb, lc = np.sqrt(dot(a, a)), np.sqrt(dot(b, b)), np.sqrt(dot(c, c))
    volume = dot(a, cross(b, c))
    below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
    return float(2 * np.arctan2(volume, below))

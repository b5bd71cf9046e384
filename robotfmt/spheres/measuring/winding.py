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
_SMALL, _TERMS = 0.4, 8
"""The largest tangent of half a solid angle that is added by multiplication, and how many are: less than a turn."""


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
    """Return (n,): the winding numbers, given the nodes by level, the first node of each level, and the triangles.

    Small solid angles are added as the arguments of complex numbers, by multiplying these: one arc tangent is for many.
    """
    found, waiting = np.zeros(len(points)), np.zeros((WAITING, 2), np.int64)
    for p in range(len(points)):
        count, whole, product, terms = 1, 0.0, complex(1.0, 0.0), 0
        waiting[0] = 0
        while count:
            count -= 1
            level, node = waiting[count]
            at = starts[level] + node
            there = away(points[p], centers[at])
            gap = np.sqrt(dot(there, there))
            if gap > FAR * radii[at]:
                whole += dot(normals[at], there) / gap**3
                continue
            is_last = level + 2 == len(starts)
            below = len(corners) if is_last else starts[level + 2] - starts[level + 1]
            for child in range(FAN * node, min(FAN * node + FAN, below)):
                if not is_last:
                    waiting[count] = level + 1, child
                    count += 1
                    continue
                half = _half_angle(points[p], corners[child])
                if abs(half.imag) > _SMALL * half.real:
                    whole += 2 * np.arctan2(half.imag, half.real)
                    continue
                product *= complex(1.0, half.imag / half.real)
                terms += 1
                if terms == _TERMS:
                    whole += 2 * np.arctan2(product.imag, product.real)
                    product, terms = complex(1.0, 0.0), 0
        found[p] = whole + 2 * np.arctan2(product.imag, product.real)
    return found / (4 * np.pi)


@compiled
def _half_angle(point: Any, corners: Any) -> complex:
    """Return a number whose argument is half the solid angle of a triangle."""
    a, b, c = away(point, corners[0]), away(point, corners[1]), away(point, corners[2])
    la, lb, lc = np.sqrt(dot(a, a)), np.sqrt(dot(b, b)), np.sqrt(dot(c, c))
    volume = dot(a, cross(b, c))
    below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
    return complex(below, volume)

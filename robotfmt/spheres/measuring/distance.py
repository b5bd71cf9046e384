"""Exact distances from points to triangles, by a tree of boxes over them, and to spheres."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints

# The tree of boxes
#
# Triangles are sorted along a Morton curve and bundled in pairs, the pairs again in pairs, and so on.

FAN = 2
"""The number of children of a node."""
WAITING = 128
"""The size of a stack of nodes for a walk through the tree: at most one for each level."""
# Ten bits for each of three coordinates: points in the same thousandth of the extent have the same code.
_BITS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """Nodes of the tree; node i of a level has the children 2 i and 2 i + 1 of the level below."""

    low: Floats
    """An array (n, 3): the corners of the boxes."""
    high: Floats
    center: Floats
    """An array (n, 3): the centroids; used to approximate distant nodes."""
    normal: Floats
    """An array (n, 3): the sum of the triangles' normals, weighted by area."""
    radius: Floats
    """An array (n,): the largest distance of a node's points from its centre."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxTree:
    """Triangles in order, and the levels above them from the widest to the finest."""

    corners: Floats
    """An array (m, 3, 3), sorted; padded with a copy of the last one to an even number."""
    real: int
    """The number of triangles without padding."""
    nodes: Nodes
    """The nodes of all levels, from the widest to the finest; those of the last have triangles as children."""
    starts: Ints
    """An array (levels + 1,): the first node of each level, and the end."""


def build(corners: Floats) -> BoxTree:
    """Return the tree over triangles, (m, 3, 3) with m > 0."""
    ordered = corners[np.argsort(_morton(corners.mean(axis=1)), kind="stable")]
    real = len(ordered)
    padded = np.concatenate([ordered, np.repeat(ordered[-1:], -real % FAN, axis=0)])
    normals = np.cross(padded[:, 1] - padded[:, 0], padded[:, 2] - padded[:, 0]) / 2
    normals[real:] = 0.0
    below = Nodes(
        low=padded.min(axis=1),
        high=padded.max(axis=1),
        center=padded.mean(axis=1),
        normal=normals,
        radius=np.zeros(len(padded)),
    )
    weights = np.linalg.norm(normals, axis=1)
    levels: list[Nodes] = []
    while len(below.low) > 1:
        below, weights = _parents(below, weights)
        levels.append(below)
    levels.reverse()
    starts = np.cumsum([0, *(len(level.low) for level in levels)])
    return BoxTree(padded, real, _joined(levels), starts)


def _joined(levels: list[Nodes]) -> Nodes:
    """Return the nodes of all levels, one level after the other."""
    names = [field.name for field in fields(Nodes)]
    return Nodes(**{name: np.concatenate([getattr(level, name) for level in levels]) for name in names})


def _parents(level: Nodes, weights: Floats) -> tuple[Nodes, Floats]:
    """Return the next level: nodes that each combine two nodes, and their areas."""
    starts = np.arange(0, len(level.low), FAN)
    total = np.add.reduceat(weights, starts)
    low = np.minimum.reduceat(level.low, starts)
    high = np.maximum.reduceat(level.high, starts)
    sums = np.add.reduceat(level.center * weights[:, None], starts)
    middle = (low + high) / 2
    center = np.where(total[:, None] > 0, sums / np.where(total > 0, total, 1.0)[:, None], middle)
    reach = np.linalg.norm(np.maximum(high - center, center - low), axis=1)
    normal = np.add.reduceat(level.normal, starts)
    return Nodes(low=low, high=high, center=center, normal=normal, radius=reach), total


def _morton(points: Floats) -> Ints:
    """Return the interleaved bits of the coordinates."""
    low = points.min(axis=0)
    extent = max(float((points.max(axis=0) - low).max()), 1e-300)
    cells = ((points - low) / extent * (2**_BITS - 1)).astype(np.int64)
    code = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code


@compiled
def away(point: Any, place: Any) -> tuple[float, float, float]:
    """Return the vector from a point to a place."""
    return place[0] - point[0], place[1] - point[1], place[2] - point[2]


@compiled
def dot(a: Any, b: Any) -> float:
    """Return the scalar product of two vectors."""
    return float(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


@compiled
def cross(a: Any, b: Any) -> tuple[float, float, float]:
    """Return the vector product of two vectors."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@compiled
def squared_gap(point: Any, corners: Any) -> float:
    """Return the squared distance from a point to a triangle: to its plane over the inside, else to its edges."""
    least = np.inf
    normal = cross(away(corners[0], corners[1]), away(corners[0], corners[2]))
    length = dot(normal, normal)
    over = length > 0
    for k in range(3):
        edge, there = away(corners[k], corners[(k + 1) % 3]), away(corners[k], point)
        squared, along = dot(edge, edge), dot(there, edge)
        place = min(max(along / squared, 0.0), 1.0) if squared > 0 else 0.0
        rest = there[0] - place * edge[0], there[1] - place * edge[1], there[2] - place * edge[2]
        least = min(least, dot(rest, rest))
        over = over and dot(cross(edge, there), normal) >= 0
    if over:
        height = dot(away(corners[0], point), normal)
        least = min(least, height * height / length)
    return least


# Distances


def distances(points: Floats, tree: BoxTree) -> Floats:
    """Return (n,): the distance of each point to the nearest triangle, in metres; exact except for rounding."""
    return np.sqrt(_searched(points, tree, np.inf, 0.0))


def farther(points: Floats, tree: BoxTree, limit: float) -> Flags:
    """Return (n,): True for points that are farther from all triangles than a limit in metres.

    It takes a part of the time of distances, since the first triangle within the limit ends a search.
    """
    return _searched(points, tree, (1 + 1e-9) * limit**2 + 1e-300, limit**2) > limit**2


def _searched(points: Floats, tree: BoxTree, most: float, enough: float) -> Floats:
    places = np.ascontiguousarray(points, dtype=np.float64)
    boxes, corners = tree.nodes, tree.corners[: tree.real]
    found: Floats = _squared(places, tree.starts, boxes.low, boxes.high, corners, most, enough)
    return found


@compiled
def _squared(
    points: Floats, starts: Ints, low: Floats, high: Floats, corners: Floats, most: float, enough: float
) -> Floats:
    """Return squared distances, at most a number; one that is small enough ends the search for a point.

    The nearer of two boxes is searched first, and none beyond the nearest triangle.
    """
    found, nodes, gaps = np.full(len(points), most), np.zeros((WAITING, 2), np.int64), np.zeros(WAITING)
    for p in range(len(points)):
        count = 1
        nodes[0], gaps[0] = 0, 0.0
        while count:
            count -= 1
            level, node = nodes[count]
            if found[p] <= enough:
                break
            if gaps[count] >= found[p]:
                continue
            is_last = level + 2 == len(starts)
            below = len(corners) if is_last else starts[level + 2] - starts[level + 1]
            for child in range(FAN * node, min(FAN * node + FAN, below)):
                if is_last:
                    found[p] = min(found[p], squared_gap(points[p], corners[child]))
                    continue
                at, place = starts[level + 1] + child, count
                gap = _box_gap(points[p], low[at], high[at])
                if child % FAN and gaps[count - 1] < gap:
                    nodes[count], gaps[count] = nodes[count - 1], gaps[count - 1]
                    place -= 1
                nodes[place, 0], nodes[place, 1], gaps[place] = level + 1, child, gap
                count += 1
    return found


@compiled
def _box_gap(point: Any, low: Any, high: Any) -> float:
    """Return the squared distance from a point to a box."""
    total = 0.0
    for k in range(3):
        outside = max(low[k] - point[k], point[k] - high[k], 0.0)
        total += outside * outside
    return total


# Spheres


@compiled
def sphere_gaps(points: Floats, spheres: Floats) -> Floats:
    """Return (n,): the distance of each point from the nearest sphere; negative inside, infinite without spheres."""
    found = np.full(len(points), np.inf)
    for p in range(len(points)):
        for s in range(len(spheres)):
            x, y, z = points[p, 0] - spheres[s, 0], points[p, 1] - spheres[s, 1], points[p, 2] - spheres[s, 2]
            found[p] = min(found[p], np.sqrt(x * x + y * y + z * z) - spheres[s, 3])
    return found


@compiled
def containing(points: Floats, spheres: Floats) -> Ints:
    """Return (n,): the number of spheres that contain each point."""
    found = np.zeros(len(points), np.int64)
    for p in range(len(points)):
        for s in range(len(spheres)):
            x, y, z = points[p, 0] - spheres[s, 0], points[p, 1] - spheres[s, 1], points[p, 2] - spheres[s, 2]
            found[p] += x * x + y * y + z * z <= spheres[s, 3] ** 2
    return found

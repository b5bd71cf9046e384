"""The exact distance from points to triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from .box_tree import FAN, WAITING, BoxTree
from .kernels import squared_gap


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

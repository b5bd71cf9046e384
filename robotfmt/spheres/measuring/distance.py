"""The exact distance from points to triangles."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats, Ints
from .box_tree import FAN, BoxTree, Level, children

_CHUNK = 4096


def distances(points: Floats, tree: BoxTree) -> Floats:
    """Return (n,): the distance of each point to the nearest triangle, in metres; exact except for rounding."""
    parts = [_chunk(points[i : i + _CHUNK], tree) for i in range(0, len(points), _CHUNK)]
    return np.sqrt(np.concatenate(parts)) if parts else np.zeros(0)


def _chunk(points: Floats, tree: BoxTree) -> Floats:
    """Return squared distances: first along the nearest boxes for a bound, then of everything within it."""
    best = _bound(points, tree)
    which = np.arange(len(points))
    nodes = np.zeros(len(points), dtype=np.int64)
    for level in tree.levels[1:]:
        nodes, parent = children(nodes, len(level.low))
        which = which[parent]
        near = _box_distances(points[which], level, nodes) < best[which]
        which, nodes = which[near], nodes[near]
    faces, parent = children(nodes, tree.real)
    which = which[parent]
    np.minimum.at(best, which, _triangle_distances(points[which], tree.corners[faces]))
    return best


def _bound(points: Floats, tree: BoxTree) -> Floats:
    nodes = np.zeros(len(points), dtype=np.int64)
    for level in tree.levels[1:]:
        below, parent = children(nodes, len(level.low))
        gaps = np.full(len(points) * FAN, np.inf)
        place = parent * FAN + below % FAN
        gaps[place] = _box_distances(points[parent], level, below)
        nodes = nodes * FAN + gaps.reshape(-1, FAN).argmin(axis=1)
    faces, parent = children(nodes, tree.real)
    best = np.full(len(points), np.inf)
    np.minimum.at(best, parent, _triangle_distances(points[parent], tree.corners[faces]))
    gaps, _ = tree.places.nearest(points)
    bound: Floats = np.minimum(best, gaps**2 * (1 + 1e-12))
    return bound


def _box_distances(points: Floats, level: Level, nodes: Ints) -> Floats:
    """Return squared distances from the point of each pair to its box."""
    outside = np.maximum(level.low[nodes] - points, points - level.high[nodes])
    np.maximum(outside, 0.0, out=outside)
    return _dot(outside, outside)


def _triangle_distances(points: Floats, corners: Floats) -> Floats:
    """Return squared distances of pairs: to the triangle's plane if the foot is inside, else to its edges."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    squared = np.minimum(_edge(points, a, b), np.minimum(_edge(points, b, c), _edge(points, c, a)))
    normal = np.cross(b - a, c - a)
    length = _dot(normal, normal)
    over = (
        (_dot(np.cross(b - a, points - a), normal) >= 0)
        & (_dot(np.cross(c - b, points - b), normal) >= 0)
        & (_dot(np.cross(a - c, points - c), normal) >= 0)
        & (length > 0)
    )
    height = _dot(points - a, normal) ** 2 / np.where(length > 0, length, 1.0)
    return np.where(over, np.minimum(height, squared), squared)


def _edge(points: Floats, start: Floats, end: Floats) -> Floats:
    along, away = end - start, points - start
    length = _dot(along, along)
    place = np.clip(_dot(away, along) / np.where(length > 0, length, 1.0), 0.0, 1.0)
    rest = away - place[:, None] * along
    return _dot(rest, rest)


def _dot(a: Floats, b: Floats) -> Floats:
    product: Floats = np.einsum("ij,ij->i", a, b)
    return product

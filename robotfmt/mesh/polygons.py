"""Triangulate polygons: as a fan if that is correct, else by ear clipping."""

from __future__ import annotations

import numpy as np

from .triangles import Floats, Ints

_MOST_CORNERS = 2000
"""The maximum number of corners of a polygon for ear clipping, whose time grows with the square."""
_FLAT = 1e-9
"""The area of a reversed triangle, relative to its polygon's, up to which it is a rounding error."""


def fans(counts: Ints) -> Ints:
    """Return (m, 3): the corners of the triangles of consecutive polygons, each a fan from its first corner."""
    pieces = np.maximum(counts - 2, 0)
    starts = np.repeat(np.cumsum(counts) - counts, pieces)
    step = np.arange(pieces.sum(), dtype=np.int64) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    picks: Ints = starts[:, None] + np.stack([np.zeros_like(step), step + 1, step + 2], axis=1)
    return picks


def strips(lengths: Ints) -> Ints:
    """Return the triangles of consecutive strips: every second one of a strip is reversed."""
    pieces = np.maximum(lengths - 2, 0)
    starts = np.repeat(np.cumsum(lengths) - lengths, pieces)
    step = np.arange(pieces.sum(), dtype=np.int64) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    odd = step % 2
    picks: Ints = (starts + step)[:, None] + np.stack([odd, 1 - odd, np.full_like(odd, 2)], axis=1)
    return picks


def without_overlaps(picks: Ints, counts: Ints, points: Floats) -> Ints:
    """Return the same triangles, except for dented polygons that a fan would leave: these are triangulated differently.

    Args:
        picks: The result of :func:`fans` for the counts.
        points: An array (corners, 3) of positions.
    """
    if (counts <= 3).all():
        return picks
    corners = points[picks]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    pieces = np.maximum(counts - 2, 0)
    owner = np.repeat(np.arange(len(counts)), pieces)
    whole: Floats = np.zeros((len(counts), 3))
    np.add.at(whole, owner, normals)
    against = (normals * whole[owner]).sum(axis=1) < -_FLAT * (whole[owner] ** 2).sum(axis=1)
    if not against.any():
        return picks
    picks = picks.copy()
    first, row = np.cumsum(counts) - counts, np.cumsum(pieces) - pieces
    for polygon in np.unique(owner[against]).tolist():
        count, start = int(counts[polygon]), int(first[polygon])
        if count <= _MOST_CORNERS:
            ears = cut_ears(_flattened(points[start : start + count], whole[polygon]))
            picks[row[polygon] : row[polygon] + count - 2] = start + ears
    return picks


def _flattened(points: Floats, normal: Floats) -> Floats:
    """Return (n, 2): the polygon projected to its plane."""
    axis = normal / np.linalg.norm(normal)
    helper = np.eye(3)[np.argmin(np.abs(axis))]
    right = np.cross(helper, axis)
    right /= np.linalg.norm(right)
    flat: Floats = np.stack([points @ right, points @ np.cross(axis, right)], axis=1)
    return flat


def cut_ears(points: Floats) -> Ints:
    """Return (n - 2, 3): the triangles of a polygon (n, 2) without self-intersections, counterclockwise."""
    left = list(range(len(points)))
    found: list[tuple[int, int, int]] = []
    while len(left) > 3:
        ear = next((i for i in range(len(left)) if _is_ear(points, left, i)), 0)
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return np.array([*found, tuple(left)], dtype=np.int64)


def _is_ear(points: Floats, left: list[int], i: int) -> bool:
    """Return True if a corner is convex, and its triangle contains no other corner."""
    names = (left[i - 1], left[i], left[(i + 1) % len(left)])
    a, b, c = (points[each] for each in names)
    if _turn(a, b, c) <= 0:
        return False
    rest = points[[each for each in left if each not in names]]
    # A bridge between two outlines has corners twice: one at a corner of the ear is no obstacle.
    rest = rest[(rest != a).any(axis=1) & (rest != b).any(axis=1) & (rest != c).any(axis=1)]
    inside = (_turn(a, b, rest) >= 0) & (_turn(b, c, rest) >= 0) & (_turn(c, a, rest) >= 0)
    return not bool(np.any(inside))


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    """Return twice the area of a triangle, positive if counterclockwise; of many if c has two dimensions."""
    turn: Floats = (b[0] - a[0]) * (c[..., 1] - a[1]) - (b[1] - a[1]) * (c[..., 0] - a[0])
    return turn

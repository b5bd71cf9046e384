"""Triangulate polygons: as a fan if that is correct, else by ear clipping."""

from __future__ import annotations

import numpy as np

from .triangles import Flags, Floats, Ints

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
    count = len(points)
    before, after = [*range(-1, count - 1)], [*range(1, count), 0]
    before[0] = count - 1
    places: list[list[float]] = points.tolist()
    dents: Flags = np.array([_turn(places, before[i], i, after[i]) <= 0 for i in range(count)])
    found: list[tuple[int, int, int]] = []
    here = tried = 0
    while len(found) < count - 3:
        a, c = before[here], after[here]
        if tried <= count - len(found) and (dents[here] or not _is_empty(points, dents, (a, here, c))):
            here, tried = c, tried + 1
            continue
        found.append((a, here, c))
        after[a], before[c], dents[here] = c, a, False
        for each in (a, c):
            dents[each] = _turn(places, before[each], each, after[each]) <= 0
        here, tried = a, 0  # the next ear is most often a neighbour
    return np.array([*found, (before[here], here, after[here])], dtype=np.int64)


def _is_empty(points: Floats, dents: Flags, corners: tuple[int, int, int]) -> bool:
    """Return True if a triangle contains no dent of the polygon: a convex corner is never the only one inside."""
    a, b, c = (points[each] for each in corners)
    rest = points[dents]
    inside = (_side(a, b, rest) >= 0) & (_side(b, c, rest) >= 0) & (_side(c, a, rest) >= 0)
    # A bridge between two outlines has corners twice: one at a corner of the ear is no obstacle.
    return all(any((each == corner).all() for corner in (a, b, c)) for each in rest[inside])


def _turn(places: list[list[float]], first: int, second: int, third: int) -> float:
    """Return twice the area of a triangle of three corners, positive if counterclockwise."""
    (ax, ay), (bx, by), (cx, cy) = places[first], places[second], places[third]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _side(a: Floats, b: Floats, points: Floats) -> Floats:
    """Return for each point a positive number if it is to the left of a line from a to b."""
    side: Floats = (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0])
    return side

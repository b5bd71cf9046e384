"""Polygons as triangles: a fan where that is right, else ears cut off one by one."""

from __future__ import annotations

import numpy as np

from .triangles import Floats, Ints

_MOST_CORNERS = 2000
"""Of a polygon whose ears are cut; the time for that grows with the square."""
_FLAT = 1e-9
"""A triangle that is turned against its polygon by less of the polygon's area is a matter of rounding."""


def fans(counts: Ints) -> Ints:
    """(m, 3): the corners of the triangles of polygons that stand one after the other, each a fan from its first."""
    pieces = np.maximum(counts - 2, 0)
    starts = np.repeat(np.cumsum(counts) - counts, pieces)
    step = np.arange(pieces.sum(), dtype=np.int64) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    picks: Ints = starts[:, None] + np.stack([np.zeros_like(step), step + 1, step + 2], axis=1)
    return picks


def strips(lengths: Ints) -> Ints:
    """Return the triangles of strips that stand one after the other: every other one of a strip is turned around."""
    pieces = np.maximum(lengths - 2, 0)
    starts = np.repeat(np.cumsum(lengths) - lengths, pieces)
    step = np.arange(pieces.sum(), dtype=np.int64) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    odd = step % 2
    picks: Ints = (starts + step)[:, None] + np.stack([odd, 1 - odd, np.full_like(odd, 2)], axis=1)
    return picks


def without_overlaps(picks: Ints, counts: Ints, points: Floats) -> Ints:
    """Return the same triangles, but for polygons that are dented so that the fan would leave them: other triangles of
    them.

    Args:
        picks: What :func:`fans` makes of the counts.
        points: (corners, 3): where each corner is.
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
    """(n, 2): the polygon seen from its front."""
    axis = normal / np.linalg.norm(normal)
    helper = np.eye(3)[np.argmin(np.abs(axis))]
    right = np.cross(helper, axis)
    right /= np.linalg.norm(right)
    flat: Floats = np.stack([points @ right, points @ np.cross(axis, right)], axis=1)
    return flat


def cut_ears(points: Floats) -> Ints:
    """(n - 2, 3): the triangles of a polygon that does not cross itself, given counterclockwise, (n, 2)."""
    left = list(range(len(points)))
    found: list[tuple[int, int, int]] = []
    while len(left) > 3:
        ear = next((i for i in range(len(left)) if _is_ear(points, left, i)), 0)
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return np.array([*found, tuple(left)], dtype=np.int64)


def _is_ear(points: Floats, left: list[int], i: int) -> bool:
    """Return True if a corner sticks out, and nothing of the rest lies in its triangle."""
    names = (left[i - 1], left[i], left[(i + 1) % len(left)])
    a, b, c = (points[each] for each in names)
    if _turn(a, b, c) <= 0:
        return False
    rest = points[[each for each in left if each not in names]]
    # A bridge between two outlines has corners twice: one at a corner of the ear is in nobody's way.
    rest = rest[(rest != a).any(axis=1) & (rest != b).any(axis=1) & (rest != c).any(axis=1)]
    inside = (_turn(a, b, rest) >= 0) & (_turn(b, c, rest) >= 0) & (_turn(c, a, rest) >= 0)
    return not bool(np.any(inside))


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    """Twice the area of a triangle, positive where it is counterclockwise; of many with c of two dimensions."""
    turn: Floats = (b[0] - a[0]) * (c[..., 1] - a[1]) - (b[1] - a[1]) * (c[..., 0] - a[0])
    return turn

"""A digest of a surface in ten numbers, and whether two surfaces are the same in different frames.

The numbers are moments of the surface itself (area as mass), integrated exactly over every triangle. They change
predictably with a rigid motion: with ``y = R x + t`` the centroid becomes ``R c + t`` and the second moments about it
``R M R^T``.
"""

from __future__ import annotations

from functools import reduce
from typing import TypeAlias

import numpy as np

from ..model import MeshDigest, Pose, Vector3
from .triangles import Floats, Triangles

TOLERANCE = 1e-5
"""The tolerance relative to the surface's size: the error of coordinates in single precision."""
_SAME_PLACE = 1e-7
"""Corners closer than this, relative to the surface's extent, count as one."""
_SLIVERS = 100
"""One in this many triangles may have corners that rounding to single precision merges or separates."""
_MOST = 0.9
"""The share of corners at the same place that shows that triangles are in the same order."""
_Moments: TypeAlias = tuple[float, float, float, float, float, float]


def digest(triangles: Triangles) -> MeshDigest:
    """Return the digest of a surface, in its own frame: metres, m^2 and m^4.

    A triangle counts only if its corners are three different places.
    """
    corners = triangles.corners
    middle = corners.reshape(-1, 3).mean(axis=0) if len(corners) else np.zeros(3)
    corners = corners - middle  # so that a surface far from its origin keeps its digits
    areas = _areas(corners)
    area = float(areas.sum())
    centroid = areas @ (_sums(corners) / 3) / area if area > 0 else np.zeros(3)
    moments = _moments(corners - centroid, areas)
    return MeshDigest(
        triangles=_whole_triangles(corners),
        area=area,
        centroid=_vector(centroid + middle),
        moments=_packed(moments),
    )


def same_surface(
    a: MeshDigest, pose_a: Pose | None, b: MeshDigest, pose_b: Pose | None, tolerance: float = TOLERANCE
) -> bool:
    """Return True if two surfaces coincide after moving each by its pose into a common frame.

    The numbers of triangles must be equal too, up to one in a hundred: of 777 meshes of real robots, written in
    single precision in another frame, one in seventy has slivers that rounding merges or separates.

    Args:
        a: The digest of one surface.
        pose_a: The pose of its frame in the common one; None is the identity.
        b: The digest of the other.
        pose_b: The pose of its frame in the common one.
        tolerance: Relative to the size of the surfaces and their distance from their origins.
    """
    most = max(a.triangles, b.triangles)
    if abs(a.triangles - b.triangles) > most // _SLIVERS:
        return False
    (centroid_a, moments_a), (centroid_b, moments_b) = _moved(a, pose_a), _moved(b, pose_b)
    size = max(_size(a), _size(b))
    area = max(a.area, b.area)
    return bool(
        abs(a.area - b.area) <= tolerance * max(area, size**2)
        and np.linalg.norm(centroid_a - centroid_b) <= tolerance * size
        and np.abs(moments_a - moments_b).max() <= 4 * tolerance * area * size**2
    )


def has_same_corners(a: Triangles, b: Triangles) -> bool:
    """Return True if two surfaces have the same triangles in the same order, which takes a tenth of two digests."""
    if len(a) != len(b) or not len(a):
        return False
    one, other = a.corners, b.corners
    return bool(np.abs(one - other).max() <= _SAME_PLACE * np.abs(one).max())


def has_moved_corners(a: Triangles, pose_a: Pose | None, b: Triangles, pose_b: Pose | None) -> bool:
    """Return True if two surfaces, moved into a common frame, are the same but for a few corners.

    One corner of thousands hardly changes a digest. It has moved if nine in ten are at their place, and it is ten
    times as far away as the precision of a digest: rounding spreads over all corners.
    """
    if len(a) != len(b) or not len(a):
        return False
    one, other = _placed(a, pose_a), _placed(b, pose_b)
    apart, size = np.abs(one - other).max(axis=-1), TOLERANCE * float(np.abs(one).max())
    return bool((apart <= size).mean() >= _MOST and apart.max() > 10 * size)


def _placed(triangles: Triangles, pose: Pose | None) -> Floats:
    placed: Floats = triangles.corners.reshape(-1, 3) @ np.array((pose or Pose()).matrix).T + np.array(
        (pose or Pose()).xyz
    )
    return placed


# Columns are combined one by one: numpy is many times slower in reducing an axis of three numbers.


def _areas(corners: Floats) -> Floats:
    """Return the areas: half of the length of the cross product of two edges."""
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    squares = (np.square(a[:, i] * b[:, j] - a[:, j] * b[:, i]) for i, j in ((1, 2), (2, 0), (0, 1)))
    areas: Floats = np.sqrt(sum(squares)) / 2
    return areas


def _sums(corners: Floats) -> Floats:
    """Return the sum of the corners of each triangle."""
    return corners[:, 0] + corners[:, 1] + corners[:, 2]


def _moments(corners: Floats, areas: Floats) -> Floats:
    """Return the integral of ``x x^T``: ``area (sum_k v_k v_k^T + s s^T) / 12``, ``s = sum_k v_k``, of each
    triangle.
    """
    weighted = areas[:, None] / 12
    total = _sums(corners)
    moments: Floats = (weighted * total).T @ total
    for k in range(3):
        moments = moments + (weighted * corners[:, k]).T @ corners[:, k]
    return moments


def _whole_triangles(corners: Floats) -> int:
    if not len(corners):
        return 0
    extent = float(np.abs(corners).max())
    shortest = np.full(len(corners), np.inf)
    for k in range(3):
        edge = np.abs(corners[:, k] - corners[:, k - 1])
        np.minimum(shortest, reduce(np.maximum, (edge[:, axis] for axis in range(3))), out=shortest)
    return int((shortest > _SAME_PLACE * extent).sum())


def _moved(digest: MeshDigest, pose: Pose | None) -> tuple[Floats, Floats]:
    turn = np.array((pose or Pose()).matrix)
    offset = np.array((pose or Pose()).xyz)
    return turn @ np.array(digest.centroid) + offset, turn @ _unpacked(digest.moments) @ turn.T


def _size(digest: MeshDigest) -> float:
    """Return the radius of gyration, and the distance of the surface from its origin, which determine rounding."""
    trace = sum(digest.moments[:3])
    gyration = (trace / digest.area) ** 0.5 if digest.area > 0 else 0.0
    return gyration + float(np.linalg.norm(digest.centroid))


def _packed(moments: Floats) -> _Moments:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = moments.tolist()
    return (xx, yy, zz, xy, xz, yz)


def _unpacked(moments: _Moments) -> Floats:
    xx, yy, zz, xy, xz, yz = moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _vector(values: Floats) -> Vector3:
    x, y, z = values.tolist()
    return (x, y, z)

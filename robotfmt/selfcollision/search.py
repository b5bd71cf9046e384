"""For two links that touched in no sample, minimise the distance, starting from the nearest poses.

Random steps of decreasing size in the cube of the joints between the two minimise the distance between bounding spheres
of the links, then that between spheres that contain their surfaces; where these nearly overlap, steps of one joint at a
time minimise the exact distance. The result is a pose in which an exact check finds contact, or in which their distance
is measured; for links that never come near only a lower bound is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from ..mesh.triangles import Floats
from .bodies import Body
from .link_poses import Way
from .narrow import Contact
from .separate import least_gaps

_PARENTS, _CHILDREN = 12, 36
_COARSE = (0.2, 0.12, 0.08, 0.05, 0.03, 0.015)
_FINE = (0.1, 0.06, 0.04, 0.025, 0.015, 0.01, 0.006, 0.003)
"""The finest step, as a share of the ranges of the joints."""
_STEPS = (0.03, 0.01, 0.003, 0.001)
_FAR, _CHEAPLY_FAR, _NEAR = 0.03, 0.1, 0.01
"""Distances in metres between bounding spheres. Beyond the first for meshes, and the second for simple shapes, nothing
is measured; if parts of meshes are farther apart than the last, only the nearest poses are. The distance of two meshes
takes up to a millisecond, that of two boxes some microseconds."""
_MEASURED, _FEW = 80, 3
"""The maximum number of exact distances measured for a pair, and for one that is not near: each takes as long as many
checks.
"""
Measure: TypeAlias = Callable[[Floats], Floats]


class Nearest(NamedTuple):
    """The result of the search for the smallest distance of two links."""

    point: Floats
    distance: float
    """The distance of the links in metres, or a lower bound if it was not measured; 0 if they touch."""
    is_measured: bool = True
    gap: float = 0.0
    """The distance between the bounding spheres of the links' parts; if it is small, another search is worthwhile."""


def search(
    first: Body,
    second: Body,
    way: Way,
    contact: Contact,
    starts: Floats,
    generator: np.random.Generator,
) -> Nearest:
    """Return the smallest distance of two links, as far as it can be found with a limited number of steps.

    Args:
        first: A link.
        second: Another one.
        way: The joints between them.
        contact: The contact check of the two.
        starts: Points of the cube of these joints at which they are near, (n, width).
        generator: The source of random steps.
    """

    def coarse(points: Floats) -> Floats:
        poses = way.relative(points)
        middle = poses[:, :3, :3] @ second.center + poses[:, :3, 3]
        gaps: Floats = np.linalg.norm(middle - first.center, axis=1) - (first.radius + second.radius)
        return gaps

    def fine(points: Floats) -> Floats:
        return least_gaps(first.spheres, second.spheres, way.relative(points))

    points, gaps = _down(starts, coarse, _COARSE, generator)
    if gaps[0] > (_CHEAPLY_FAR if contact.is_cheap else _FAR):
        return Nearest(points[0], float(gaps[0]), is_measured=False, gap=float(gaps[0]))
    points, gaps = _down(points, fine, _FINE, generator)
    most = _MEASURED
    if gaps[0] > _NEAR and not contact.is_cheap:
        points, most = points[:_FEW], _FEW
    return _down_exactly(points, way, contact, most)._replace(gap=float(gaps[0]))


def _down(
    points: Floats, measure: Measure, steps: tuple[float, ...], generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return points with smaller distances, the smallest first, and the distances."""
    values = measure(points)
    for step in steps:
        parents = points[generator.integers(0, len(points), _CHILDREN)]
        children = np.clip(parents + step * generator.standard_normal(parents.shape), 0.0, 1.0)
        points = np.concatenate([points, children])
        values = np.concatenate([values, measure(children)])
        order = np.argsort(values, kind="stable")[:_PARENTS]
        points, values = points[order], values[order]
    return points, values


def _down_exactly(points: Floats, way: Way, contact: Contact, most: int) -> Nearest:
    """Minimise by one joint at a time, from the best of some points, with a limited number of distance measurements."""
    poses = way.relative(points)
    for point, pose in zip(points, poses, strict=True):
        if contact.touch(pose):
            return Nearest(point, 0.0)
    distances = [contact.distance(pose) for pose in poses[:_FEW]]
    best = int(np.argmin(distances))
    point, distance, measured = points[best], distances[best], len(distances)
    for step in _STEPS:
        moved = True
        while moved and measured < most:
            moved = False
            around = _around(point, step)
            for candidate, pose in zip(around, way.relative(around), strict=True):
                measured += 1
                found = contact.distance(pose)
                if found <= 0 and contact.touch(pose):
                    return Nearest(candidate, 0.0)
                if 0 < found < distance - 1e-9:
                    point, distance, moved = candidate, found, True
                    break
    return Nearest(point, distance)


def _around(point: Floats, step: float) -> Floats:
    """Return the points one step away along each dimension of the cube, inside of it."""
    moves = np.concatenate([np.eye(len(point)), -np.eye(len(point))]) * step
    points: Floats = np.clip(point + moves, 0.0, 1.0)
    return points

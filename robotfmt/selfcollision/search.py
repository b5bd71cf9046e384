"""For two links that touched in no sample, minimise the distance, starting from the nearest poses.

Random steps of decreasing size in the cube of the joints between the two minimise the distance between bounding spheres
of the links, then that between spheres that contain their surfaces; where these nearly overlap, steps of one joint at a
time minimise the exact distance. The result is a pose in which an exact check finds contact, or in which their distance
is measured; for links that never come near only a lower bound is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ..mesh.triangles import Floats
from .bodies import Body
from .contact import Contact
from .link_poses import Products, Way
from .settle import least_gaps

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
_AT_ONCE = 32
"""The number of pairs that are moved together."""
Measure: TypeAlias = Callable[[Floats], Floats]


class Nearest(NamedTuple):
    """The result of the search for the smallest distance of two links."""

    point: Floats
    distance: float
    """The distance of the links in metres, or a lower bound if it was not measured; 0 if they touch."""
    is_measured: bool = True
    gap: float = 0.0
    """The distance between the bounding spheres of the links' parts; if it is small, another search is worthwhile."""


class Job(NamedTuple):
    """Two links to bring near each other."""

    first: Body
    second: Body
    way: Way
    """The joints between them."""
    contact: Contact
    starts: Floats
    """Points of the cube of these joints at which the links are near, (n, width)."""
    generator: np.random.Generator
    """The source of random steps."""


def search(jobs: Sequence[Job]) -> Iterator[Nearest]:
    """Yield the smallest distance of each pair of links, as far as it can be found with a limited number of steps.

    Pairs whose joints are similar are moved together, because a single step takes less time than the calls in it.

    Args:
        jobs: The pairs, each with as many starts.
    """
    order = sorted(range(len(jobs)), key=lambda number: (jobs[number].way.length, number))
    found: dict[int, Nearest] = {}
    for start in range(0, len(order), _AT_ONCE):
        some = order[start : start + _AT_ONCE]
        found |= zip(some, _together([jobs[number] for number in some]), strict=True)
    return (found[number] for number in range(len(jobs)))


def _together(jobs: Sequence[Job]) -> list[Nearest]:
    """Search several pairs with one call for each step; their joints are padded to the same number."""
    poses, points = _poses_of(jobs), _padded(jobs, [job.starts for job in jobs])
    first = np.array([job.first.center for job in jobs])[:, None]
    second = np.array([job.second.center for job in jobs])[:, None, :, None]
    reach = np.array([job.first.radius + job.second.radius for job in jobs])[:, None]

    def coarse(points: Floats) -> Floats:
        at = poses(points)
        middle = (at[:, :, :3, :3] @ second)[..., 0] + at[:, :, :3, 3]
        gaps: Floats = np.linalg.norm(middle - first, axis=2) - reach
        return gaps

    points, gaps = _down(jobs, points, coarse, _COARSE)
    far = [_CHEAPLY_FAR if job.contact.is_cheap else _FAR for job in jobs]
    near = np.flatnonzero(gaps[:, 0] <= far).tolist()
    found = [
        Nearest(at[0, : job.way.box.width], float(gap[0]), is_measured=False, gap=float(gap[0]))
        for job, at, gap in zip(jobs, points, gaps, strict=True)
    ]
    for number, nearest in zip(near, _finely([jobs[each] for each in near], points[near]), strict=True):
        found[number] = nearest
    return found


def _finely(jobs: Sequence[Job], points: Floats) -> Iterator[Nearest]:
    """Yield the results of pairs that may be near, from points where their bounding spheres are."""
    if not jobs:
        return
    poses, points = _poses_of(jobs), points[:, :, : max(job.way.box.width for job in jobs)]

    def fine(points: Floats) -> Floats:
        at = poses(points)
        rows = [least_gaps(job.first.spheres, job.second.spheres, its) for job, its in zip(jobs, at, strict=True)]
        return np.array(rows)

    points, gaps = _down(jobs, points, fine, _FINE)
    for job, at, gap in zip(jobs, points, gaps, strict=True):
        is_far = gap[0] > _NEAR and not job.contact.is_cheap
        starts = at[:_FEW, : job.way.box.width] if is_far else at[:, : job.way.box.width]
        nearest = _down_exactly(starts, job.way, job.contact, _FEW if is_far else _MEASURED)
        yield nearest._replace(gap=float(gap[0]))


def _poses_of(jobs: Sequence[Job]) -> Callable[[Floats], Floats]:
    """Return a function from points, (pairs, n, width), to relative poses."""
    products = [job.way.product for job in jobs]
    plain = [each for each in products if each is not None]
    if len(plain) == len(products):
        return Products(plain).poses

    def singly(points: Floats) -> Floats:
        each = zip(jobs, points, strict=True)
        return np.array([job.way.relative(its[:, : job.way.box.width]) for job, its in each])

    return singly


def _padded(jobs: Sequence[Job], rows: Sequence[Floats]) -> Floats:
    """Return rows of points with as many dimensions as the widest has: (pairs, n, width)."""
    width = max(job.way.box.width for job in jobs)
    found = np.zeros((len(jobs), len(rows[0]), width))
    for number, its in enumerate(rows):
        found[number, :, : its.shape[1]] = its
    return found


def _down(jobs: Sequence[Job], points: Floats, measure: Measure, steps: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Return, for each pair, points with smaller distances, the smallest first, and the distances."""
    values, each = measure(points), np.arange(len(jobs))[:, None]
    for step in steps:
        chosen = [job.generator.integers(0, points.shape[1], _CHILDREN) for job in jobs]
        moves = [job.generator.standard_normal((_CHILDREN, job.way.box.width)) for job in jobs]
        children = points[each, np.array(chosen)] + step * _padded(jobs, moves)
        children = np.clip(children, 0.0, 1.0)
        points = np.concatenate([points, children], axis=1)
        values = np.concatenate([values, measure(children)], axis=1)
        order = np.argsort(values, axis=1, kind="stable")[:, :_PARENTS]
        points, values = points[each, order], values[each, order]
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

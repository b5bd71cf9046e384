"""Boxes, cylinders, capsules and spheres around a surface: each contains all its corners, and so all of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..mesh.hull import convex_hull
from ..mesh.triangles import Floats, Triangles
from ..model import Box, Capsule, Cylinder, Pose, Shape, Sphere
from ..model.pose import quaternion_of

_MORE = 1 + 2e-6
"""The factor on measures, so that rounding leaves nothing outside."""
_AXES = 24
"""The number of faces of a hull whose normals are tried as axes."""
_REFINED = 2
"""The number of axes that are turned further for a smaller volume."""


class Fitted(NamedTuple):
    """A shape around a surface."""

    shape: Shape
    pose: Pose
    volume: float


def fitted(surface: Triangles) -> list[Fitted]:
    """Return a box, a cylinder, a capsule and a sphere that contain a surface, the smallest one first."""
    hull = convex_hull(surface)
    if hull is None:
        return []
    points = hull.vertices
    found = [_smallest(points, _axes(hull), fit) for fit in (_box, _cylinder, _capsule)]
    longer = [each for each in found if not isinstance(each.shape, Capsule) or each.shape.length]
    return sorted([*longer, _sphere(points)], key=lambda each: each.volume)


def gaps(fitted: Fitted, points: Floats) -> Floats:
    """Return (n,): the distances of points from a fitted shape, in metres; 0 inside."""
    frame = np.array(fitted.pose.matrix)
    x, y, z = np.abs((points - np.array(fitted.pose.xyz)) @ frame).T
    around = np.hypot(x, y)
    match fitted.shape:
        case Box((a, b, c)):
            over = [x - a / 2, y - b / 2, z - c / 2]
        case Cylinder(float() as radius, float() as length):
            over = [around - radius, z - length / 2]
        case Capsule(float() as radius, float() as length):
            over = [np.hypot(around, np.maximum(z - length / 2, 0.0)) - radius]
        case Sphere(float() as radius):
            over = [np.hypot(around, z) - radius]
        case _:
            raise AssertionError(fitted.shape)
    found: Floats = np.sqrt(sum(np.maximum(each, 0.0) ** 2 for each in over))
    return found


def _smallest(points: Floats, axes: Floats, fit: Callable[[Floats, Floats], Fitted]) -> Fitted:
    """Return the smallest shape about any of the axes, or about one near the best of them."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    tried = sorted((fit(points, axis).volume, index) for index, axis in enumerate(axes))
    best = fit(points, axes[tried[0][1]])
    for _, index in tried[:_REFINED]:
        frame = _frame(axes[index])

        def axis(turn: Floats, frame: Floats = frame) -> Floats:
            turned: Floats = frame @ np.array([turn[0], turn[1], 1.0])
            return turned

        done = minimize(
            lambda turn: fit(points, axis(turn)).volume,
            np.zeros(2),
            method="Nelder-Mead",
            options={"initial_simplex": [[0, 0], [0.05, 0], [0, 0.05]], "maxfev": 40},
        )
        best = min(best, fit(points, axis(done.x)), key=lambda each: each.volume)
    return best


def _axes(hull: Triangles) -> Floats:
    """Return the axes to try: those of the frame, of the inertia of the corners, and normals of large faces."""
    corners = hull.corners
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    units = normals[areas > 0] / areas[areas > 0, None]
    units[units[np.arange(len(units)), np.abs(units).argmax(axis=1)] < 0] *= -1
    _, first, which = np.unique(np.round(units, 2), axis=0, return_index=True, return_inverse=True)
    weights = np.bincount(which.reshape(-1), weights=areas[areas > 0])
    largest = units[first[np.argsort(-weights)[:_AXES]]]
    principal = np.linalg.svd(hull.vertices - hull.vertices.mean(axis=0), full_matrices=False)[2]
    found: Floats = np.concatenate([np.eye(3), principal, largest])
    return found


def _frame(axis: Floats) -> Floats:
    """Return a rotation whose z axis is an axis; its columns are the axes."""
    z = axis / np.linalg.norm(axis)
    x = np.cross(np.eye(3)[np.abs(z).argmin()], z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _pose(frame: Floats, center: Floats) -> Pose:
    x, y, z = (float(each) for each in frame @ center)
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in frame)
    return Pose((x, y, z), quaternion_of((a, b, c)))


def _box(points: Floats, axis: Floats) -> Fitted:
    """Return the smallest box with a side across an axis: one of its sides has an edge of the outline."""
    frame = _frame(axis)
    flat = (points @ frame)[:, :2]
    outline = _outline(flat)
    edges = np.roll(outline, -1, axis=0) - outline
    angles = np.unique(np.round(np.arctan2(edges[:, 1], edges[:, 0]) % (math.pi / 2), 6))
    cos, sin = np.cos(angles), np.sin(angles)
    along = np.outer(cos, outline[:, 0]) + np.outer(sin, outline[:, 1])
    across = np.outer(cos, outline[:, 1]) - np.outer(sin, outline[:, 0])
    best = int((np.ptp(along, axis=1) * np.ptp(across, axis=1)).argmin())
    turn = np.array([[cos[best], -sin[best], 0], [sin[best], cos[best], 0], [0, 0, 1]])
    frame = frame @ turn
    turned = points @ frame
    x, y, z = (float(each) for each in np.ptp(turned, axis=0) * _MORE)
    middle = (turned.min(axis=0) + turned.max(axis=0)) / 2
    return Fitted(Box((x, y, z)), _pose(frame, middle), x * y * z)


def _outline(flat: Floats) -> Floats:
    """Return the corners of the convex outline of points in a plane (monotone chain, A. M. Andrew 1979)."""
    rows = sorted(map(tuple, flat.tolist()))

    def half(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for x, y in points:
            while len(chain) > 1:
                (a, b), (c, d) = chain[-2:]
                if (c - a) * (y - b) - (d - b) * (x - a) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return np.array(half(rows) + half(rows[::-1]))


def _cylinder(points: Floats, axis: Floats) -> Fitted:
    frame, middle, radius, turned = _tube(points, axis)
    low, high = float(turned[:, 2].min()), float(turned[:, 2].max())
    length = (high - low) * _MORE
    center = np.array([*middle, (low + high) / 2])
    return Fitted(Cylinder(radius, length), _pose(frame, center), math.pi * radius**2 * length)


def _capsule(points: Floats, axis: Floats) -> Fitted:
    frame, middle, radius, turned = _tube(points, axis)
    reach = np.sqrt(np.maximum(radius**2 - ((turned[:, :2] - middle) ** 2).sum(axis=1), 0.0))
    low, high = float((turned[:, 2] + reach).min()), float((turned[:, 2] - reach).max())
    length = max(high - low, 0.0) * _MORE
    center = np.array([*middle, (low + high) / 2])
    volume = math.pi * radius**2 * length + 4 / 3 * math.pi * radius**3
    return Fitted(Capsule(radius, length), _pose(frame, center), volume)


def _tube(points: Floats, axis: Floats) -> tuple[Floats, Floats, float, Floats]:
    """Return the narrowest tube along an axis: its frame, its middle and radius in it, and the points in it."""
    frame = _frame(axis)
    turned = points @ frame
    middle, radius = _enclosing(_outline(turned[:, :2]))
    return frame, middle, radius * _MORE, turned


def _sphere(points: Floats) -> Fitted:
    """Return the smallest sphere around points, enlarged against rounding."""
    middle, radius = _enclosing(points)
    radius *= _MORE
    return Fitted(Sphere(radius), _pose(np.eye(3), middle), 4 / 3 * math.pi * radius**3)


def _enclosing(points: Floats) -> tuple[Floats, float]:
    """Return the smallest circle, or sphere, around points: that of a few of them, exchanged until it contains all."""
    held = points[:1]
    middle, radius = points[0], 0.0
    for _ in range(100):
        gaps = np.linalg.norm(points - middle, axis=1)
        far = int(gaps.argmax())
        if gaps[far] <= radius * (1 + 1e-9) + 1e-12:
            break
        pool = np.concatenate([held, points[far : far + 1]])
        found = min(_through(pool), key=lambda each: each[1], default=None)
        if found is None:  # rounding: the radius below is enough all the same
            break
        middle, radius, held = found
    return middle, float(np.linalg.norm(points - middle, axis=1).max())


def _through(pool: Floats) -> Iterator[tuple[Floats, float, Floats]]:
    """Yield the circles, or spheres, through some points of a pool that contain all of it, with these points."""
    for size in range(2, min(len(pool), pool.shape[1] + 1) + 1):
        for chosen in combinations(range(len(pool)), size):
            some = pool[list(chosen)]
            edges = some[1:] - some[0]
            middle = some[0] + np.linalg.lstsq(2 * edges, (edges**2).sum(axis=1), rcond=None)[0]
            radius = float(np.linalg.norm(some - middle, axis=1).max())
            if (np.linalg.norm(pool - middle, axis=1) <= radius * (1 + 1e-9) + 1e-12).all():
                yield middle, radius, some

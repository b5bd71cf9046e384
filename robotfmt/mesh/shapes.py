"""Shapes as triangles: closed, facing outwards, with vertices on the shape itself. Boxes of one shape may overlap.

Vertices lie on the shape, so the tessellation of a round shape is inside it, by at most the tolerance. The axis of
round shapes is z, as in :mod:`robotfmt.model`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from ..model import (
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Compound,
    Cone,
    Container,
    Cylinder,
    Ellipsoid,
    Extrusion,
    Plane,
    Pose,
    Shape,
    Sphere,
    Vector3,
    compose,
)
from .hull import extruded
from .triangles import Floats, Ints, Triangles, join

# Shapes that are composed of boxes, as in OpenRAVE

PlacedBox: TypeAlias = tuple[Box, Pose]
_THINNEST = 1e-6
"""The minimum thickness of a floor, in metres."""


def boxes(shape: Compound) -> list[PlacedBox]:
    """Return the boxes of a shape in its frame; none if it has no sizes."""
    match shape:
        case Container():
            return [each for each in _container(shape) if _is_solid(each[0])]
        case Cage():
            return [each for each in _cage(shape) if _is_solid(each[0])]
        case CalibrationBoard(size):
            return [_below(size, 0.0)] if size is not None else []


def _is_solid(box: Box) -> bool:
    return box.size is not None and all(measure > 0 for measure in box.size)


def _on_top_of(size: Vector3, height: float, x: float = 0.0, y: float = 0.0) -> PlacedBox:
    """Return a box whose underside is at a height in metres."""
    return Box(size), Pose((x, y, height + size[2] / 2))


def _below(size: Vector3, height: float) -> PlacedBox:
    """Return a box whose upper side is at a height in metres."""
    return Box(size), Pose((0.0, 0.0, height - size[2] / 2))


def _container(shape: Container) -> Iterator[PlacedBox]:
    """Yield the boxes of a container: its bottom, four walls, its floor, and a cross on the floor."""
    if shape.outer is None:
        return
    outer, inner = shape.outer, shape.inner or (0.0, 0.0, 0.0)
    stand = shape.bottom[2] if shape.bottom is not None and _is_solid(Box(shape.bottom)) else 0.0
    if shape.bottom is not None:
        yield _on_top_of(shape.bottom, 0.0)
    for side in (-1, 1):
        x, y = (side * (outer[i] + inner[i]) / 4 for i in (0, 1))
        yield _on_top_of(((outer[0] - inner[0]) / 2, outer[1], outer[2]), stand, x=x)
        yield _on_top_of((outer[0], (outer[1] - inner[1]) / 2, outer[2]), stand, y=y)
    floor = outer[2] - inner[2]
    if floor >= _THINNEST:
        yield _on_top_of((outer[0], outer[1], floor), stand)
    if shape.bottom_cross is not None:
        along_y, along_x, height = shape.bottom_cross
        yield _on_top_of((along_y, inner[1], height), stand + floor)
        yield _on_top_of((inner[0], along_x, height), stand + floor)


def _cage(shape: Cage) -> Iterator[PlacedBox]:
    if shape.base is not None:
        yield _on_top_of(shape.base, 0.0)
    for wall in shape.walls:
        if wall.size is not None:
            box, place = _on_top_of(wall.size, 0.0)
            yield box, compose(wall.pose or Pose(), place)


# Shapes

_FEWEST = 8
_MOST = 256
"""The maximum number of vertices around; a finer tolerance is not reached."""


def tessellate(shape: Shape, tolerance: float) -> Triangles | None:
    """Return the surface of a shape about its own origin, in metres.

    Args:
        shape: A box, sphere, cylinder, capsule, cone or ellipsoid, a plane with a size (a thin rectangle), an
            extrusion, or a composition of boxes: a container, a cage, a calibration board.
        tolerance: The largest distance between the surface and the shape, in metres.

    Returns:
        None if the shape has no surface: a size is missing or not positive, or the plane is infinite;
        and for meshes and heightmaps, which are not supported here.
    """
    match shape:
        case Box(size) if _positive(*(size or ())):
            return _box(np.array(size))
        case Sphere(radius) if radius is not None and _positive(radius):
            return _sphere(np.full(3, radius), 0.0, _around(radius, tolerance))
        case Ellipsoid(radii) if _positive(*(radii or ())):
            return _sphere(np.array(radii), 0.0, _around(max(radii or (0.0,)), tolerance))
        case Capsule(radius, length) if radius is not None and length is not None and _positive(radius, length + 1):
            return _sphere(np.full(3, radius), max(length, 0.0), _around(radius, tolerance))
        case Cylinder(radius, length) if radius is not None and length is not None and _positive(radius, length):
            return _drum(radius, radius, length, _around(radius, tolerance))
        case Cone(radius, length) if radius is not None and length is not None and _positive(radius, length):
            return _drum(radius, 0.0, length, _around(radius, tolerance))
        case Plane(normal, size) if size is not None and _positive(*size):
            return _rectangle(np.array(normal or (0.0, 0.0, 1.0)), size)
        case Extrusion(points, height, further) if height is not None and _positive(height):
            return extruded([np.array(each) for each in (points, *further) if len(each) > 2], height)
        case Container() | Cage() | CalibrationBoard():
            parts = [_box(np.array(box.size)).moved(place.matrix, place.xyz) for box, place in boxes(shape)]
            return join(parts) if parts else None
    return None


def _positive(*measures: float) -> bool:
    return bool(measures) and all(measure > 0 and math.isfinite(measure) for measure in measures)


def _around(radius: float, tolerance: float) -> int:
    """Return the number of vertices of a circle: a chord deviates by ``r (1 - cos(pi / n))``.

    On a sphere chords deviate along both directions, so each gets half of the tolerance.
    """
    sag = min(max(tolerance, 0.0) / 2 / radius, 0.5)
    wanted = math.pi / math.acos(1 - sag) if sag > 0 else _MOST
    return 4 * math.ceil(min(max(wanted, _FEWEST), _MOST) / 4)


def _box(size: Floats) -> Triangles:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size / 2
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    faces = [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]
    return Triangles(corners, np.array(faces, dtype=np.int64))


def _rectangle(normal: Floats, size: tuple[float, float]) -> Triangles:
    length = float(np.linalg.norm(normal))
    z = normal / length if length > 0 else np.array([0.0, 0.0, 1.0])
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [0.0, 0.0, 1.0], z)
    x /= np.linalg.norm(x)
    across, along = x * size[0] / 2, np.cross(z, x) * size[1] / 2
    corners = np.array([-across - along, across - along, across + along, along - across])
    return Triangles(corners, np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int64))


def _drum(bottom: float, top: float, length: float, around: int) -> Triangles:
    """Return a cylinder, or a cone if the top has radius 0: two poles and the rings between them."""
    heights = [-length / 2, -length / 2, length / 2, length / 2]
    radii = [0.0, bottom, top, 0.0]
    if top == 0:
        heights, radii = heights[:2] + heights[3:], radii[:2] + radii[3:]
    return _lathe(np.array(radii), np.array(heights), around)


def _sphere(radii: Floats, length: float, around: int) -> Triangles:
    """Return an ellipsoid cut at its equator, with a cylinder of a length between the halves."""
    quarter = max(around // 4, 2)
    angles = np.linspace(0, math.pi / 2, quarter + 1)
    rings, up = np.cos(angles), np.sin(angles)
    # The cosine of pi/2 is 6e-17, which would open the surface at its poles.
    rings[-1] = 0.0
    lower, upper = -up[::-1] * radii[2] - length / 2, up * radii[2] + length / 2
    if length > 0:
        surface = _lathe(np.concatenate([rings[::-1], rings]), np.concatenate([lower, upper]), around)
    else:
        surface = _lathe(np.concatenate([rings[::-1], rings[1:]]), np.concatenate([lower, upper[1:]]), around)
    return Triangles(surface.vertices * [radii[0], radii[1], 1.0], surface.faces)


def _lathe(radii: Floats, heights: Floats, around: int) -> Triangles:
    """Return rings of vertices one above the other, closed by a pole at each end."""
    turn = np.arange(around) * (2 * math.pi / around)
    circle = np.stack([np.cos(turn), np.sin(turn), np.zeros(around)], axis=1)
    rings = [radius * circle + [0, 0, z] for radius, z in zip(radii[1:-1], heights[1:-1], strict=True)]
    poles = [[0, 0, heights[0]], [0, 0, heights[-1]]]
    vertices = np.concatenate([*rings, np.array(poles)])
    count = len(rings)
    first, last = count * around, count * around + 1
    here = np.arange(around)
    there = (here + 1) % around
    top = (count - 1) * around
    faces = [np.stack([there, here, np.full(around, first)], axis=1)]
    faces += [_band(here + k * around, there + k * around, around) for k in range(count - 1)]
    faces.append(np.stack([here + top, there + top, np.full(around, last)], axis=1))
    return Triangles(vertices, np.concatenate(faces).astype(np.int64))


def _band(here: Ints, there: Ints, around: int) -> Ints:
    """Return the triangles between a ring and the next one."""
    up_here, up_there = here + around, there + around
    return np.concatenate([np.stack([here, there, up_there], axis=1), np.stack([here, up_there, up_here], axis=1)])

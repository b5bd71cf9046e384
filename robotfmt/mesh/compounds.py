"""Shapes that are composed of boxes, as in OpenRAVE: the boxes, with their poses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ..model import Box, Cage, CalibrationBoard, Compound, Container, Pose, Vector3, compose

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
            return [_hanging(size, 0.0)] if size is not None else []


def _is_solid(box: Box) -> bool:
    return box.size is not None and all(measure > 0 for measure in box.size)


def _standing(size: Vector3, height: float, x: float = 0.0, y: float = 0.0) -> PlacedBox:
    """Return a box whose underside is at a height in metres."""
    return Box(size), Pose((x, y, height + size[2] / 2))


def _hanging(size: Vector3, height: float) -> PlacedBox:
    """Return a box whose upper side is at a height in metres."""
    return Box(size), Pose((0.0, 0.0, height - size[2] / 2))


def _container(shape: Container) -> Iterator[PlacedBox]:
    if shape.outer is None:
        return
    outer, inner = shape.outer, shape.inner or (0.0, 0.0, 0.0)
    stand = shape.bottom[2] if shape.bottom is not None and _is_solid(Box(shape.bottom)) else 0.0
    if shape.bottom is not None:
        yield _standing(shape.bottom, 0.0)
    for side in (-1, 1):
        x, y = (side * (outer[i] + inner[i]) / 4 for i in (0, 1))
        yield _standing(((outer[0] - inner[0]) / 2, outer[1], outer[2]), stand, x=x)
        yield _standing((outer[0], (outer[1] - inner[1]) / 2, outer[2]), stand, y=y)
    floor = outer[2] - inner[2]
    if floor >= _THINNEST:
        yield _standing((outer[0], outer[1], floor), stand)
    if shape.bottom_cross is not None:
        along_y, along_x, height = shape.bottom_cross
        yield _standing((along_y, inner[1], height), stand + floor)
        yield _standing((inner[0], along_x, height), stand + floor)


def _cage(shape: Cage) -> Iterator[PlacedBox]:
    if shape.base is not None:
        yield _standing(shape.base, 0.0)
    for wall in shape.walls:
        if wall.size is not None:
            box, place = _standing(wall.size, 0.0)
            yield box, compose(wall.pose or Pose(), place)

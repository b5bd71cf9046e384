"""Whether two worlds are equal but for rounding, field by field: unlike ``diff`` it knows nothing about robots."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from robotfmt.context import Context
from robotfmt.kinematics.frames import with_link_frames
from robotfmt.kinematics.tree import roots
from robotfmt.model import (
    Extension,
    Geometry,
    Inertia,
    Mesh,
    Origin,
    PlacedRobot,
    Pose,
    World,
    compose,
    inverse,
)
from robotfmt.model.record import Record, replace
from robotfmt.surfaces.loading import surface

NEAR = 1e-6
"""The largest difference: of places in metres, of directions, else of numbers relative to the larger one."""
_QUIET = ("origin", "place")


def apart(one: World, other: World, contexts: tuple[Context, Context]) -> list[str]:
    """Return what differs in two worlds; extensions, whose units nobody knows, are left out."""
    return list(_apart("world", settled(one), settled(other), contexts))


def settled(world: World) -> World:
    """Return a world in which robots whose root is no body have their root at the origin of the world.

    The frame of such a root is that of the stage.
    """
    return replace(world, robots=tuple(map(_settled, world.robots)), extensions=())


def _settled(placed: PlacedRobot) -> PlacedRobot:
    robot, root = replace(placed.robot, extensions=()), next(iter(roots(placed.robot)), None)
    if root not in ("world", "surroundings") or placed.pose is None:
        return replace(placed, robot=robot)
    return replace(placed, pose=None, robot=with_link_frames(robot, {root: placed.pose}))


def _apart(where: str, one: Any, other: Any, contexts: tuple[Context, Context]) -> Iterator[str]:
    if isinstance(one, Pose) or isinstance(other, Pose):
        moved = compose(inverse(one or Pose()), other or Pose())
        error = max(max(map(abs, moved.xyz)), float(np.abs(np.array(moved.matrix) - np.eye(3)).max()))
        if not error <= NEAR:
            yield f"{where}: a pose is {error:.2g} m or rad away"
    elif isinstance(one, Geometry) and isinstance(other, Geometry):
        yield from _records(where, one, other, contexts)
        yield from _surfaces(where, one, other, contexts)
    elif isinstance(one, Inertia) and isinstance(other, Inertia):
        yield from _numbers(where, _moments(one), _moments(other), 0.0)
    elif isinstance(one, Record) and isinstance(other, Record) and one.record_type is other.record_type:
        yield from _records(where, one, other, contexts)
    elif isinstance(one, tuple | list) and isinstance(other, tuple | list):
        yield from _rows(where, one, other, contexts)
    elif isinstance(one, float) and isinstance(other, float):
        yield from _numbers(where, [one], [other], 1e-12)
    elif one != other:
        yield f"{where}: {one!r} and {other!r}"


def _records(where: str, one: Any, other: Any, contexts: tuple[Context, Context]) -> Iterator[str]:
    if isinstance(one, Extension | Origin | Mesh):
        return
    for name in one.compared_fields:
        if name not in _QUIET:
            yield from _apart(f"{where}.{name}", getattr(one, name), getattr(other, name), contexts)


def _rows(where: str, one: Any, other: Any, contexts: tuple[Context, Context]) -> Iterator[str]:
    if len(one) != len(other):
        yield f"{where}: {len(one)} and {len(other)}"
    elif one and all(isinstance(each, float) for each in (*one, *other)):
        yield from _numbers(where, list(one), list(other), NEAR)
    else:
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            name = getattr(a, "name", None) or number
            yield from _apart(f"{where}[{name}]", a, b, contexts)


def _numbers(where: str, one: list[float], other: list[float], least: float) -> Iterator[str]:
    """Compare numbers relative to the largest of them, but no closer than the least difference."""
    most = max(NEAR * max(map(abs, (*one, *other)), default=0.0), least)
    if not all(math.isclose(a, b, rel_tol=0.0, abs_tol=most) for a, b in zip(one, other, strict=True)):
        yield f"{where}: {one} and {other}"


def _moments(inertia: Inertia) -> list[float]:
    six = inertia.ixx, inertia.iyy, inertia.izz, inertia.ixy, inertia.ixz, inertia.iyz
    return [math.nan if each is None else each for each in six]


def _surfaces(where: str, one: Geometry, other: Geometry, contexts: tuple[Context, Context]) -> Iterator[str]:
    """Compare the points of meshes in metres."""
    if not isinstance(one.shape, Mesh) or not isinstance(other.shape, Mesh):
        return
    found = [surface(each, context) for each, context in zip((one, other), contexts, strict=True)]
    if found[0] is None or found[1] is None:
        if found[0] is not found[1]:
            yield f"{where}: only one mesh is read"
        return
    ours, theirs = (np.asarray(each.vertices) for each in found if each is not None)
    most = NEAR * max(1.0, np.abs(ours).max(initial=0.0))
    if ours.shape != theirs.shape or np.abs(ours - theirs).max(initial=0.0) > most:
        yield f"{where}: the points of the meshes differ"

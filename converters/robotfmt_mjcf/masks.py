"""Collision masks of robots whose links pass through each other, as in Gazebo, and still touch everything else."""

from __future__ import annotations

from collections.abc import Sequence

from robotfmt.kinematics.colliding import can_self_collide, with_self_collide
from robotfmt.model import CollisionMask, Geometry, Robot
from robotfmt.model.record import replace

MOST = 29
"""The number of such robots for which 31 bits suffice."""


def is_loose(robot: Robot) -> bool:
    """Return True for a robot whose links pass through each other."""
    return robot.simulation is not None and robot.simulation.self_collide is False


def masks_apart(count: int) -> list[CollisionMask]:
    """Return the mask of all shapes of each of some robots whose links pass through each other.

    Shapes without a mask have bit 0, and so have these, which look for no bit 0 themselves. Of several such robots each
    has a bit of its own, which the others look for.
    """
    if count == 1:
        return [CollisionMask(category=1, collides_with=0)]
    own = [2 << index for index in range(count)]
    return [CollisionMask(category=1 | each, collides_with=sum(own) - each) for each in own]


def masks_of(robots: Sequence[Robot]) -> list[CollisionMask | None]:
    """Return the mask that the shapes of each robot have that have none of their own."""
    made = iter(masks_apart(sum(map(is_loose, robots))))
    return [next(made) if is_loose(each) else None for each in robots]


def with_masks_read(robots: Sequence[Robot]) -> list[Robot]:
    """Return the robots in which masks of :func:`masks_apart` are what they mean."""
    found = [_common(each) for each in robots]
    given = [each for each in found if each is not None]
    if not given or given != masks_apart(len(given)):
        return list(robots)
    pairs = zip(robots, found, strict=True)
    return [with_self_collide(_unmasked(each), False) if mask is not None else each for each, mask in pairs]


def _common(robot: Robot) -> CollisionMask | None:
    """Return the mask of all shapes of a robot, if they have the same, by which they do not touch each other."""
    if not can_self_collide(robot):
        return None
    first, *others = {each.collision_mask for link in robot.links for each in link.collisions}
    return None if others or first is None or first.touches(first) else first


def _unmasked(robot: Robot) -> Robot:
    def bare(shapes: Sequence[Geometry]) -> tuple[Geometry, ...]:
        return tuple(replace(each, collision_mask=None) for each in shapes)

    return replace(robot, links=tuple(replace(each, collisions=bare(each.collisions)) for each in robot.links))

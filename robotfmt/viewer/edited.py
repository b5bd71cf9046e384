"""A robot with the spheres that somebody gave it on a page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..diagnostics import did_you_mean, quoted
from ..edit.sphere_sets import union, with_set
from ..model import AddFrame, CollisionSphere, FrameSpheres, Robot, SphereSet
from ..model.record import replace
from .asked import Ball, Refused

Balls = Mapping[str, Sequence[Ball]]
"""Of each link or frame."""


def with_balls(robot: Robot, name: str, balls: Balls) -> Robot:
    """The robot with these balls, and no others, in a sphere set; place holders stay where they are.

    Args:
        name: Of the set; it is made where there is none, and its first spheres serve where no others do. Sets that
            it is a clone of stay as they are.
        balls: All that the set itself holds.

    Raises:
        Refused: A link is not there.
    """
    _check_names(robot, balls)
    known = next((each for each in robot.sphere_sets if each.name == name), SphereSet(name=name))
    old = union(known, ())
    frames = {each.frame: each for each in old.frames}
    for frame in balls:
        frames.setdefault(frame, FrameSpheres(frame=frame))
    found = [_filled(each, balls.get(frame, ())) for frame, each in frames.items()]
    new = tuple(each for each in found if each.spheres or each in old.frames)
    if new == old.frames:
        return robot
    if not any(each.spheres for each in old.frames):
        return with_set(robot, replace(old, frames=new))
    sets = (replace(old, frames=new) if each.name == name else each for each in robot.sphere_sets)
    return replace(robot, sphere_sets=tuple(sets))


def _check_names(robot: Robot, balls: Collection[str]) -> None:
    known = {
        *robot.link_by_name,
        *(each.name for each in robot.frames),
        *(each.frame for each in robot.modifiers if isinstance(each, AddFrame)),
        *(frame.frame for each in robot.sphere_sets for frame in each.frames),
    }
    wrong = next((name for name in balls if name not in known), None)
    if wrong is not None:
        raise Refused(422, f"the robot has no link {quoted(wrong)}{did_you_mean(wrong[:80], known)}")


def _filled(frame: FrameSpheres, balls: Sequence[Ball]) -> FrameSpheres:
    """The frame with other balls; its place holders stay where they are."""
    coming = iter(balls)
    spheres: list[CollisionSphere] = []
    for each in frame.spheres:
        ball = None if _is_hidden(each) else next(coming, None)
        if _is_hidden(each):
            spheres.append(each)
        elif ball is not None:
            spheres.append(_sphere(ball))
    return replace(frame, spheres=(*spheres, *map(_sphere, coming)))


def _is_hidden(sphere: CollisionSphere) -> bool:
    """Whether it only keeps a place, so that the page shows nothing of it."""
    return sphere.disabled or sphere.center is None


def _sphere(ball: Ball) -> CollisionSphere:
    x, y, z, radius = ball
    return CollisionSphere(center=(x, y, z), radius=radius)

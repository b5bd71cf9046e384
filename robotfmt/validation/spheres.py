"""Collision spheres: too large, of no use, missing, or overlapping in the default pose."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from ..codes.spheres import LINK_WITHOUT_SPHERES, RADIUS_IMPLAUSIBLE, SPHERE_REDUNDANT
from ..diagnostics import Report
from ..model import FrameSpheres, Robot, Vector3

_LARGEST = 1.0
"""Metres; no link needs a larger ball."""
_SLACK = 1e-9
_SHOWN = 5
_Ball = tuple[Vector3, float, int]


def check_spheres(robot: Robot, report: Report) -> None:
    """Find balls that are too large or inside others, and links without any; see whether the robot touches itself.

    The robot is the one that its modifiers make.
    """
    for each in robot.sphere_sets:
        for frame in each.frames:
            _sizes(frame, report)
            _redundant(frame, report)
    if any(frame.spheres for each in robot.sphere_sets for frame in each.frames):
        _bare(robot, report)
        if robot.joints and robot.self_collision is not None:
            from .default_pose import check_default_pose  # loads numpy

            check_default_pose(robot, report)


def _sizes(frame: FrameSpheres, report: Report) -> None:
    large = [each for each in frame.spheres if each.radius is not None and each.radius > _LARGEST]
    if large:
        largest = max(each.radius or 0.0 for each in large)
        count = f"{len(large)} sphere{'s' if len(large) > 1 else ''}"
        message = f"{count} of '{frame.frame}' with a radius of up to {largest:g} m: are they millimetres?"
        report.add(RADIUS_IMPLAUSIBLE, message, large[0].origin or frame.origin)


def _redundant(frame: FrameSpheres, report: Report) -> None:
    """Balls inside others; each is told with the largest that contains it."""
    balls = sorted(_balls(frame), key=lambda ball: (-ball[1], ball[2]))
    found = [(inner[2], outer[2]) for inner, outer in _inside(balls)]
    if found:
        shown = ", ".join(f"{inner} in {outer}" for inner, outer in sorted(found)[:_SHOWN])
        more = ", ..." if len(found) > _SHOWN else ""
        count = f"of the {len(frame.spheres)} spheres of '{frame.frame}' {len(found)}"
        message = f"{count} lie inside others: {shown}{more}"
        report.add(SPHERE_REDUNDANT, message, frame.spheres[min(found)[0] - 1].origin or frame.origin)


def _balls(frame: FrameSpheres) -> Iterator[_Ball]:
    """Those with a place and a size, counted from 1."""
    for number, each in enumerate(frame.spheres, 1):
        if not each.disabled and each.center is not None and each.radius is not None:
            yield each.center, each.radius, number


def _inside(balls: list[_Ball]) -> Iterator[tuple[_Ball, _Ball]]:
    """Of balls that become smaller each one that lies in an earlier one which does not, and the largest such."""
    outer: list[_Ball] = []
    places: list[float] = []  # along x, where only those that are near enough can contain it
    for ball in balls:
        center, radius, _ = ball
        reach = balls[0][1] - radius + _SLACK
        near = outer[bisect_left(places, center[0] - reach) : bisect_right(places, center[0] + reach)]
        around = [it for it in near if math.dist(center, it[0]) + radius <= it[1] + _SLACK]
        if around:
            yield ball, max(around, key=lambda it: it[1])
        else:
            place = bisect_left(places, center[0])
            places.insert(place, center[0])
            outer.insert(place, ball)


def _bare(robot: Robot, report: Report) -> None:
    frames = [frame for each in robot.sphere_sets for frame in each.frames]
    covered = {each.frame for each in frames if not all(ball.disabled for ball in each.spheres)}
    bare = [link.name for link in robot.links if link.collisions and link.name not in covered]
    if bare:
        shown = ", ".join(f"'{name}'" for name in bare[:_SHOWN])
        more = f" and {len(bare) - _SHOWN} more" if len(bare) > _SHOWN else ""
        verb = "has" if len(bare) == 1 else "have"
        message = f"{shown}{more} {verb} collision geometry, but no spheres"
        report.add(LINK_WITHOUT_SPHERES, message, robot.sphere_sets[0].origin)

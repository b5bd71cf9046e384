"""Checks of collision spheres: too large, redundant, missing, or overlapping in the default pose."""

from __future__ import annotations

from ..codes.spheres import LINK_WITHOUT_SPHERES, RADIUS_IMPLAUSIBLE, SPHERE_REDUNDANT
from ..diagnostics import Report
from ..model import CollisionSphere, FrameSpheres, Robot
from ..spheres.nesting import nested

_LARGEST = 1.0
"""The largest plausible radius of a sphere, in metres."""
_SHOWN = 5


def check_spheres(robot: Robot, report: Report) -> None:
    """Find spheres that are too large or inside others, links without spheres, and overlaps in the default pose.

    The modifiers of the robot have been applied.
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
        message = f"{count} of '{frame.frame}' with a radius of up to {largest:g} m; are the units millimetres?"
        report.add(RADIUS_IMPLAUSIBLE, message, large[0].origin or frame.origin)


def _redundant(frame: FrameSpheres, report: Report) -> None:
    """Report spheres inside others, each with the largest one that contains it, numbered from 1."""
    numbers = [place for place, each in enumerate(frame.spheres) if _is_placed(each)]
    placed = [(frame.spheres[place].center, frame.spheres[place].radius) for place in numbers]
    found = sorted((numbers[inner] + 1, numbers[outer] + 1) for inner, outer in nested(placed))  # type: ignore[arg-type]
    if found:
        shown = ", ".join(f"{inner} in {outer}" for inner, outer in found[:_SHOWN])
        more = ", ..." if len(found) > _SHOWN else ""
        count = f"of the {len(frame.spheres)} spheres of '{frame.frame}' {len(found)}"
        message = f"{count} are inside other spheres: {shown}{more}"
        report.add(SPHERE_REDUNDANT, message, frame.spheres[found[0][0] - 1].origin or frame.origin)


def _is_placed(it: CollisionSphere) -> bool:
    return not it.disabled and it.center is not None and it.radius is not None


def _bare(robot: Robot, report: Report) -> None:
    frames = [frame for each in robot.sphere_sets for frame in each.frames]
    covered = {each.frame for each in frames if not all(sphere.disabled for sphere in each.spheres)}
    bare = [link.name for link in robot.links if link.collisions and link.name not in covered]
    if bare:
        shown = ", ".join(f"'{name}'" for name in bare[:_SHOWN])
        more = f" and {len(bare) - _SHOWN} more" if len(bare) > _SHOWN else ""
        verb = "has" if len(bare) == 1 else "have"
        message = f"{shown}{more} {verb} collision geometry, but no spheres"
        report.add(LINK_WITHOUT_SPHERES, message, robot.sphere_sets[0].origin)

"""Adapt the robot to the version of XRDF that is written: steps of ``adapt``."""

from __future__ import annotations

import re
from functools import partial

from robotfmt.adapting.sphere_sets import flat
from robotfmt.codes import NO_PLACE
from robotfmt.compare.adaptation import Step
from robotfmt.model import CollisionSphere, FrameSpheres, RemoveMimic, Robot
from robotfmt.model.record import replace

from ..codes import CLONES_FLATTENED, PLACE_HOLDER, REMOVE_MIMIC_LOST
from ..document.versions import EXTENDED, WORLD

_LISTS = "cspace/(?:joint_names|acceleration_limits|jerk_limits)"
_IN_MODIFIERS = re.compile(r"/modifiers/")
_IN_SPHERES = re.compile(r"/geometry/[^/]*/spheres/[^/]*/")


def steps(version: str) -> tuple[Step, ...]:
    """Return the steps that adapt a robot to a version, with the codes that report them."""
    extensions = (partial(_extensions, version=version), NO_PLACE)
    if version == EXTENDED:
        return extensions, (_without_place_holders, PLACE_HOLDER), (_whole_ranges, NO_PLACE)
    return extensions, (_without_remove_mimic, REMOVE_MIMIC_LOST), (flat, CLONES_FLATTENED)


def _extensions(robot: Robot, version: str) -> Robot:
    """Keep unrecognised content, except where it would displace valid content, or belongs to another version."""
    foreign = [name for known_version, name in WORLD.items() if known_version != version]
    foreign += ["geometry/[^/]*/clone"] if version != EXTENDED else []
    return _without_extensions(robot, re.compile(f"/(?:{'|'.join((_LISTS, *foreign))})(?:/|$)"))


def _without_extensions(robot: Robot, places: re.Pattern[str]) -> Robot:
    kept = tuple(
        each
        for each in robot.extensions
        if each.format != "xrdf" or not places.match(f"{each.place.rstrip('/')}/{each.name}")
    )
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


# What 1.0 lacks


def _without_remove_mimic(robot: Robot) -> Robot:
    """Drop ``remove_mimic_attributes``, which requires 2.0. Content in later items of the list loses its place."""
    kept = tuple(each for each in robot.modifiers if not isinstance(each, RemoveMimic))
    if len(kept) == len(robot.modifiers):
        return robot
    return _without_extensions(replace(robot, modifiers=kept), _IN_MODIFIERS)


# What 2.0 lacks


def _without_place_holders(robot: Robot) -> Robot:
    """Drop placeholders: radii are above 0 in 2.0. A frame with only placeholders is no longer listed."""
    sets = tuple(
        replace(each, frames=tuple(_solid(frame) for frame in each.frames if _stays(frame)))
        for each in robot.sphere_sets
    )
    if sets == robot.sphere_sets:
        return robot
    return _without_extensions(replace(robot, sphere_sets=sets), _IN_SPHERES)


def _solid(frame: FrameSpheres) -> FrameSpheres:
    return replace(frame, spheres=tuple(sphere for sphere in frame.spheres if not _is_place_holder(sphere)))


def _stays(frame: FrameSpheres) -> bool:
    return not frame.spheres or not all(map(_is_place_holder, frame.spheres))


def _is_place_holder(sphere: CollisionSphere) -> bool:
    return sphere.radius is not None and sphere.radius <= 0


def _whole_ranges(robot: Robot) -> Robot:
    """Keep ``position_limits`` only if there are two numbers."""

    def whole(modifier: RemoveMimic) -> RemoveMimic:
        one = (modifier.lower is None) != (modifier.upper is None)
        return replace(modifier, lower=None, upper=None) if one else modifier

    modifiers = tuple(whole(each) if isinstance(each, RemoveMimic) else each for each in robot.modifiers)
    return robot if modifiers == robot.modifiers else replace(robot, modifiers=modifiers)

"""Spheres (XRDF 1.0 §3), and the collision checks that use them (§4, §5)."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.adapting.sphere_sets import resolved
from robotfmt.diagnostics import Severity, quoted
from robotfmt.model import AddFrame, CollisionUse

from ..codes import (
    BUFFER_FRAME_BARE,
    BUFFERED_RADIUS,
    COLLISION_ABSENT,
    FRAME_PRUNED,
    GROUP_UNUSED,
    IGNORE_FRAME_BARE,
    MANY_GROUPS,
    NO_GEOMETRY,
    SELF_COLLISION_ABSENT,
    SELF_GEOMETRY_DIFFERS,
)
from .document import Checked, listed

_SLACK = 1e-12


def check_added_frames(it: Checked) -> None:
    """Find frames that the new base cuts off."""
    for each in it.robot.modifiers:
        if isinstance(each, AddFrame) and each.frame not in it.modified.frame_names:
            message = f"the added frame {quoted(each.frame)} is not below the new base"
            it.add(FRAME_PRUNED, message, each.origin)


def check_geometry(it: Checked) -> None:
    """Find unused groups, and too many groups."""
    groups = it.robot.sphere_sets
    if not groups:
        it.add(NO_GEOMETRY, "the document has no spheres: collisions are not checked at all")
    if len(groups) > 1 and it.version == "1.0":
        names = listed(each.name for each in groups)
        it.add(MANY_GROUPS, f"the document has the groups {names}", groups[1].origin)
    used = {use.spheres for _, use in _uses(it)} | {name for each in groups for name in each.clones}
    for group in groups:
        if group.name not in used:
            it.add(GROUP_UNUSED, f"nothing refers to the group {quoted(group.name)}", group.origin)


def check_collision(it: Checked) -> None:
    """Find missing sections, and buffers that have no effect or too much."""
    world, itself = it.robot.world_collision, it.robot.self_collision
    section = "collision" if it.version == "1.0" else "world_collision"
    if world is None:
        it.add(COLLISION_ABSENT, f"the document has no '{section}': obstacles are not checked")
    if not it.has_key("self_collision"):
        it.add(SELF_COLLISION_ABSENT, "the document has no 'self_collision', which cuRobo requires")
    elif not it.has_key("self_collision", "ignore"):
        message = "'self_collision' has no 'ignore', which cuRobo requires"
        it.add(SELF_COLLISION_ABSENT, message, itself.origin if itself is not None else None)
    names = [use.spheres for use in (world, itself) if use is not None and use.spheres is not None]
    if len(set(names)) > 1:
        message = f"collisions with the world use {quoted(names[0])}, self-collisions use {quoted(names[1])}"
        severity = Severity.ERROR if it.version == "1.0" else Severity.NOTE
        it.add(SELF_GEOMETRY_DIFFERS, message, itself.origin if itself is not None else None, severity=severity)
    for what, use in _uses(it):
        _buffers(it, what, use)


def check_ignored(it: Checked) -> None:
    """Find pairs without effect, because one of the frames has no spheres."""
    use, pairs = it.robot.self_collision, it.robot.ignored_pairs
    if use is not None and use.spheres is not None:
        frames = [name for pair in pairs for name in (pair.first, pair.second)]
        at = use.origin or (pairs[0].origin if pairs else None)
        bare = _bare(it, frames, use)
        if bare:
            it.add(IGNORE_FRAME_BARE, f"'ignore' lists frames without spheres: {listed(bare)}", at)


def _uses(it: Checked) -> list[tuple[str, CollisionUse]]:
    world, itself = it.robot.world_collision, it.robot.self_collision
    both = (("the world", world), ("the robot itself", itself))
    return [(what, use) for what, use in both if use is not None]


def _buffers(it: Checked, what: str, use: CollisionUse) -> None:
    group = resolved(use.spheres or "", it.robot.sphere_sets)
    if group is None:
        return
    bare = _bare(it, [each.frame for each in use.buffers], use)
    if bare:
        message = f"against {what}, buffers are given for frames without spheres: {listed(bare)}"
        it.add(BUFFER_FRAME_BARE, message, use.buffers[0].origin)
    distances = {each.frame: each.distance for each in reversed(use.buffers)}
    for frame in group.frames:
        buffer = distances.get(frame.frame, 0.0)
        for sphere in frame.spheres:
            if sphere.radius is not None and 0 < sphere.radius <= -buffer + _SLACK:
                message = f"a sphere of {quoted(frame.frame)} shrinks to nothing against {what}"
                message = f"{message}: its radius is {sphere.radius:g}, its buffer {buffer:g}"
                severity = None if it.version == "1.0" else Severity.ERROR
                it.add(BUFFERED_RADIUS, message, sphere.origin or frame.origin, severity=severity)


def _bare(it: Checked, frames: Iterable[str], use: CollisionUse) -> list[str]:
    """Return the frames without spheres in the group of a section; unknown frames are reported elsewhere."""
    group = resolved(use.spheres or "", it.robot.sphere_sets)
    if group is None:
        return []
    covered = {each.frame for each in group.frames if each.spheres}
    known = it.robot.frame_names if it.robot.links else set(frames)
    return [each for each in dict.fromkeys(frames) if each not in covered and each in known]

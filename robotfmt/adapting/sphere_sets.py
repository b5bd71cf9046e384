"""Sets of collision spheres: combined, without clones, with unique names."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from ..model import CollisionUse, FrameSpheres, Robot, SphereSet
from ..model.record import replace

_N = TypeVar("_N")


def union(first: SphereSet, others: Iterable[SphereSet]) -> SphereSet:
    """Return all spheres of several sets under the name of the first one, each frame once."""
    frames: dict[str, FrameSpheres] = {}
    clones: dict[str, None] = {}
    for each in (first, *others):
        clones |= dict.fromkeys(each.clones)
        for frame in each.frames:
            known = frames.get(frame.frame)
            frames[frame.frame] = frame if known is None else together(known, frame)
    return replace(first, frames=tuple(frames.values()), clones=tuple(clones))


def together(first: FrameSpheres, second: FrameSpheres) -> FrameSpheres:
    """Return spheres with each frame once: those of repeated frames are combined."""
    return replace(first, spheres=(*first.spheres, *second.spheres), remark=None)


def resolved(name: str, sets: Iterable[SphereSet]) -> SphereSet | None:
    """Return a set with the spheres of all sets that it clones, each once; None if the set does not exist."""
    by_name = {each.name: each for each in reversed(list(sets))}
    found: dict[str, SphereSet] = {}
    pending = [name]
    while pending:
        each = by_name.get(pending.pop())
        if each is not None and each.name not in found:
            found[each.name] = each
            pending.extend(reversed(each.clones))
    first, *others = found.values() or (None,)
    return replace(union(first, others), clones=()) if first is not None else None


def flat(robot: Robot) -> Robot:
    """Return the robot without clones: sets in use get copies of the spheres."""
    uses = (robot.world_collision, robot.self_collision)
    used = {use.spheres for use in uses if use is not None}
    sets = tuple(_flat(each, robot.sphere_sets, each.name in used) for each in robot.sphere_sets)
    return robot if sets == robot.sphere_sets else replace(robot, sphere_sets=sets)


def _flat(spheres: SphereSet, sets: tuple[SphereSet, ...], used: bool) -> SphereSet:
    if used and spheres.clones:
        return resolved(spheres.name, sets) or spheres
    return replace(union(spheres, ()), clones=())


def with_set(robot: Robot, new: SphereSet) -> Robot:
    """Return the robot with a set, replacing one of the same name; it is used for collisions if no other set is."""
    known = [each.name for each in robot.sphere_sets]
    if new.name in known:
        sets = tuple(new if each.name == new.name else each for each in robot.sphere_sets)
    else:
        sets = (*robot.sphere_sets, new)
    return replace(
        robot,
        sphere_sets=sets,
        world_collision=_pointing(robot.world_collision, new.name),
        self_collision=_pointing(robot.self_collision, new.name),
    )


def _pointing(use: CollisionUse | None, name: str) -> CollisionUse:
    """Return a use of spheres, which refers to the given set if it had none; its buffers stay."""
    if use is None:
        return CollisionUse(spheres=name)
    return use if use.spheres is not None else replace(use, spheres=name)


def without_repetitions(robot: Robot) -> Robot:
    """Return the robot with unique names where a mapping requires it: sets, default positions, buffers."""
    changed = replace(
        robot,
        sphere_sets=_first(robot.sphere_sets, lambda each: each.name),
        default_positions=_first(robot.default_positions, lambda each: each.joint),
        world_collision=_first_buffers(robot.world_collision),
        self_collision=_first_buffers(robot.self_collision),
    )
    return robot if changed == robot else changed


def _first_buffers(use: CollisionUse | None) -> CollisionUse | None:
    return replace(use, buffers=_first(use.buffers, lambda each: each.frame)) if use is not None else None


def _first(nodes: Iterable[_N], name: Callable[[_N], Hashable]) -> tuple[_N, ...]:
    found: dict[Hashable, _N] = {}
    for each in nodes:
        found.setdefault(name(each), each)
    return tuple(found.values())

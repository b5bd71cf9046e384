"""Pairs of bodies that MuJoCo does not test because one is the parent of the other, although no joint connects them.

MuJoCo takes bodies without joints between them as one, and tests none against its parent, unless that is fixed to the
world. Other programs pass over the links that a joint connects, so that such pairs need words of their own there: a
body with several joints has links between them, and a neighbour may be welded to a third body.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from robotfmt.adapting.pairs import with_masks
from robotfmt.inertia.repair import moving_groups
from robotfmt.kinematics.colliding import can_self_collide, joined_links, with_self_collide
from robotfmt.model import CollisionMask, IgnoredPair, Link, Robot, World
from robotfmt.model.record import replace
from robotfmt.model.semantics import ADJACENT

from .plan import BodyPlan

# Collision masks

MOST = 29
"""The number of such robots for which 31 bits suffice."""
DEFAULT = CollisionMask(category=1, collides_with=1)
"""The mask of a geom that gives none."""
_HIGHEST = 1 << 30
"""The bit that cannot move up: MuJoCo has 31."""


def links_pass(robot: Robot) -> bool:
    """Return True for a robot whose links pass through each other."""
    return robot.simulation is not None and robot.simulation.self_collide is False


def masks_apart(count: int) -> list[CollisionMask]:
    """Return a mask for each of several robots whose links pass through each other.

    Shapes of other robots have bit 0 and collide with bit 0. The returned masks have bit 0, but do not collide with it.
    If there are several, each has another bit too, with which only the others collide.
    """
    if count == 1:
        return [CollisionMask(category=1, collides_with=0)]
    bits = [2 << index for index in range(count)]
    return [CollisionMask(category=1 | each, collides_with=sum(bits) - each) for each in bits]


def masks_of(robots: Sequence[Robot]) -> list[CollisionMask | None]:
    """Return the mask that the shapes of each robot have that have none of their own."""
    made = iter(masks_apart(sum(map(links_pass, robots))))
    return [next(made) if links_pass(each) else None for each in robots]


def with_masks_read(robots: Sequence[Robot]) -> list[Robot]:
    """Return the robots in which masks of :func:`masks_apart` are what they mean."""
    found = [_common(each) for each in robots]
    given = [each for each in found if each is not None]
    if not given or given != masks_apart(len(given)):
        return list(robots)
    return [_passing(each) if mask is not None else each for each, mask in zip(robots, found, strict=True)]


def _passing(robot: Robot) -> Robot:
    """Return a robot whose links pass through each other, without bitmasks."""
    return with_self_collide(with_masks(robot, lambda *_: None), False)


def _common(robot: Robot) -> CollisionMask | None:
    """Return the mask of all shapes of a robot, if they have the same, by which they do not touch each other."""
    if not can_self_collide(robot):
        return None
    first, *others = _masks(robot)
    return None if others or first is None or first.touches(first) else first


def with_default_masks(robots: Sequence[Robot]) -> list[Robot]:
    """Return robots whose shapes have MuJoCo's default mask, where shapes are that do not touch it.

    In other formats a shape without a mask touches every other one.
    """
    if not any(map(passes_default, robots)):
        return list(robots)
    return [with_masks(each, lambda _, mask: mask or DEFAULT) for each in robots]


def open_to_all(robot: Robot, scene: World | None = None) -> Robot:
    """Return a robot of another format whose masks touch shapes without one, as there: also in MuJoCo, where such a
    shape has bit 0.

    The bits move up by one, and all shapes with a mask look for bit 0. Masks of all robots of a world move together.
    """
    is_whole = robot.layout("mjcf") is not None and None not in _masks(robot)
    robots = [robot, *(each.robot for each in (scene.robots if scene is not None else ()))]
    return robot if is_whole or not any(map(passes_default, robots)) else with_masks(robot, _moved)


def _moved(_: Link, mask: CollisionMask | None) -> CollisionMask | None:
    if mask is None or not 0 < mask.own_category | mask.collides_with < _HIGHEST:
        return mask
    return replace(mask, category=mask.own_category << 1, collides_with=mask.collides_with << 1 | 1)


def is_default(mask: CollisionMask) -> bool:
    """Return True for the mask of a geom that gives none."""
    return (mask.own_category, mask.collides_with) == (1, 1)


def passes_default(robot: Robot) -> bool:
    """Return True for a robot with a shape that passes through those with MuJoCo's default mask."""
    given = [each for each in _masks(robot) if each is not None and each.own_category | each.collides_with]
    return not all(map(DEFAULT.touches, given))


def _masks(robot: Robot) -> set[CollisionMask | None]:
    return {each.collision_mask for link in robot.links for each in link.collisions}


def with_filtered_pairs(robot: Robot) -> Robot:
    """Return a robot that ignores the pairs that MuJoCo filters, after those that its document excludes."""
    known = {each.links for each in robot.ignored_pairs}
    more = tuple(each for each in filtered_pairs(robot) if each.links not in known)
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *more)) if more else robot


def unwritten(robot: Robot) -> frozenset[IgnoredPair]:
    """Return the ignored pairs that need no words in MJCF."""
    filtered = {each.links for each in filtered_pairs(robot)}
    return frozenset(each for each in robot.ignored_pairs if each.reason == ADJACENT and each.links in filtered)


def filtered_pairs(robot: Robot) -> Iterator[IgnoredPair]:
    """Yield the pairs that MuJoCo filters and no joint connects, if their shapes could touch otherwise."""
    plan = BodyPlan(robot)
    if plan.is_ground or links_pass(robot):
        return
    joined = joined_links(robot)
    groups = _groups(plan)
    fixed = groups.get(plan.roots[0]) if plan.roots and plan.free is None else None
    for link in plan.order:
        above = plan.parent(link)
        group = groups.get(above) if above is not None and plan.row(link) else None
        if group is None or group is fixed:
            continue
        for first, second in product(group, groups[link]):
            is_new = frozenset((first, second)) not in joined
            if is_new and _meet(robot.link_by_name[first], robot.link_by_name[second]):
                yield IgnoredPair(origin=robot.link_by_name[second].origin, first=first, second=second, reason=ADJACENT)


def tested_neighbours(robot: Robot, unfiltered: bool = False) -> Iterator[IgnoredPair]:
    """Yield the pairs that a joint connects and no document ignores, and that MuJoCo tests all the same.

    Args:
        robot: The robot.
        unfiltered: True if MuJoCo tests bodies against all parents, not only against those that are fixed to the world.
    """
    if links_pass(robot):
        return
    moving = {name for group in moving_groups(robot) for name in group}
    known = {each.links for each in robot.ignored_pairs}
    for joint in robot.joints:
        above, below = (robot.link_by_name.get(each or "") for each in (joint.parent, joint.child))
        if above is None or below is None or below.name not in moving or (above.name in moving and not unfiltered):
            continue
        pair = IgnoredPair(origin=joint.origin, first=above.name, second=below.name)
        if pair.links not in known and _meet(above, below):
            yield pair


def _groups(plan: BodyPlan) -> dict[str, list[str]]:
    """Return the bodies that are one for MuJoCo, by the name of each of them."""
    found: dict[str, list[str]] = {}
    for link in plan.order:
        above = plan.parent(link)
        group = found.get(above) if above is not None and not plan.row(link) else None
        found[link] = [] if group is None else group
        found[link].append(link)
    return found


def _meet(one: Link, other: Link) -> bool:
    """Return True if a shape of one link can touch one of the other by their masks; those without one touch all."""
    return any(
        a.collision_mask is None or b.collision_mask is None or a.collision_mask.touches(b.collision_mask)
        for a, b in product(one.collisions, other.collisions)
    )

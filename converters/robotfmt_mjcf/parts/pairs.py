"""Pairs of bodies that MuJoCo does not test because one is the parent of the other, although no joint connects them.

MuJoCo takes bodies without joints between them as one, and tests none against its parent, unless that is fixed to the
world. Other programs pass over the links that a joint connects, so that such pairs need words of their own there: a
body with several joints has links between them, and a neighbour may be welded to a third body.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from robotfmt.inertia.repair import moving_groups
from robotfmt.kinematics.colliding import joined_links
from robotfmt.model import IgnoredPair, Link, Robot
from robotfmt.model.record import replace
from robotfmt.model.semantics import ADJACENT

from .masks import links_pass
from .plan import BodyPlan


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

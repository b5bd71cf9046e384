"""Ignored pairs, as the bitmasks by which Gazebo tests shapes."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import combinations

from robotfmt import adapting
from robotfmt.adapting.pairs import Masks, Pair, are_alone, is_masked, masks_apart, with_masks_of_links
from robotfmt.kinematics.colliding import can_self_collide, joined_links, touching_links
from robotfmt.kinematics.tree import joints_over
from robotfmt.model import JointType, Robot, World
from robotfmt.model.record import replace

_NEVER = "Never"
"""MoveIt's reason of a pair that never collides: whether it is tested changes nothing."""
_COMMON = 8
"""The bits that libsdformat gives a shape without a mask, 255: without one of them a link falls through the floor."""


def with_masks_of_pairs(robot: Robot, scene: World | None = None) -> Robot:
    """Return a robot whose links pass through each other by their bitmasks, where 16 bits can express it.

    Links that a joint connects are left alone: Gazebo never tests them. Links that may touch always have a bit in
    common. If the bits do not suffice, pairs that never collide have one, too, and then others: these stay pairs.

    Args:
        robot: The robot.
        scene: The world that is written, if there are several robots.
    """
    passes = robot.simulation is not None and robot.simulation.self_collide is False
    if passes or not can_self_collide(robot) or is_masked(robot) or not are_alone(scene):
        return robot
    plain = adapting.with_pairs_of_links(adapting.spell_out_pairs(robot))
    joined = joined_links(plain)
    solid = set(touching_links(plain))
    reasons = {each.links: each.reason for each in plain.ignored_pairs if each.links <= solid and len(each.links) == 2}
    masks = _masks(plain, {pair: reason for pair, reason in reasons.items() if pair not in joined}, joined)
    held = {pair for pair in reasons if pair in joined or _are_apart(pair, masks)}
    if not held:
        return robot
    pairs = tuple(each for each in plain.ignored_pairs if each.links not in held)
    return with_masks_of_links(replace(plain, ignored_pairs=pairs), masks)


def _masks(robot: Robot, reasons: Mapping[Pair, str | None], joined: Set[Pair]) -> Masks:
    """Return masks that keep all pairs apart; else those which can collide; else as many of them as is easily found."""
    every = reasons.keys()
    names = [each.name for each in robot.links if any(each.name in pair for pair in every)]
    free = joined | _welded(robot, names)
    masks = masks_apart(names, every, free=free, common=_COMMON)
    if all(_are_apart(pair, masks) for pair in every):
        return masks
    never = {pair for pair, reason in reasons.items() if reason == _NEVER}
    return masks_apart(names, every - never, free=free | never, common=_COMMON)


def _welded(robot: Robot, names: list[str]) -> set[Pair]:
    """Return the pairs of links that do not move against each other."""
    moved = {each.child or "" for each in robot.joints if each.type is not JointType.FIXED}
    bodies = {name: joints_over(robot, name, moved)[1] for name in names}
    return {frozenset(pair) for pair in combinations(names, 2) if bodies[pair[0]] == bodies[pair[1]]}


def _are_apart(pair: Pair, masks: Masks) -> bool:
    one, other = (masks.get(each) for each in pair)
    return one is not None and other is not None and not one & other

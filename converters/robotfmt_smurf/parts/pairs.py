"""Ignored pairs of links, and the bitmasks of their shapes: two links touch if their bitmasks have a bit in common."""

from __future__ import annotations

from robotfmt.adapting.pairs import are_alone, is_masked, masks_apart, passing, with_masks_of_links
from robotfmt.model import Robot, World
from robotfmt.model.record import replace


def of_masks(robot: Robot) -> Robot:
    """Return the robot with those of its pairs that its bitmasks imply, each once and without a reason."""
    implied = {frozenset((one.name, other.name)) for one, other in passing(robot)}
    first = {each.links: each for each in reversed(robot.ignored_pairs) if each.links in implied}
    kept = tuple(each for each in robot.ignored_pairs if first.get(each.links) is each)
    return robot if kept == robot.ignored_pairs else replace(robot, ignored_pairs=kept)


def with_masks_of_pairs(robot: Robot, scene: World | None = None) -> Robot:
    """Return a robot that has no bitmasks with those that keep its ignored pairs apart, and only these.

    Links that may touch always have a bit in common. If the bits do not suffice, some of the pairs have one, too.
    """
    if is_masked(robot) or not are_alone(scene):
        return robot
    solid = {each.name for each in robot.links if each.collisions}
    pairs = {each.links for each in robot.ignored_pairs if each.links <= solid and len(each.links) == 2}
    names = [each.name for each in robot.links if any(each.name in pair for pair in pairs)]
    masks = masks_apart(names, pairs)
    return with_masks_of_links(robot, masks) if masks else robot

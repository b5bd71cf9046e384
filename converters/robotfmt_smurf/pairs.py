"""Ignored pairs of links, and the bitmasks of their shapes: two links touch if their bitmasks have a bit in common."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, combinations_with_replacement

from robotfmt.codes import LIMIT
from robotfmt.errors import LimitError
from robotfmt.model import CollisionMask, IgnoredPair, Link, Robot
from robotfmt.model.record import replace

BITS = 16
"""The bits that MARS sets in the bitmask of a shape that has none."""
_MOST_GROUPS = 64
"""The most groups of links that are tried before some become one."""
_ALL = -1
"""The bitmask of shapes without one."""


def with_pairs_of_masks(robot: Robot, most: int | None = None) -> Robot:
    """Return the robot with the pairs that its bitmasks imply, in addition to its own.

    Args:
        robot: The robot.
        most: The most pairs that are accepted.

    Raises:
        LimitError: The bitmasks imply more pairs.
    """
    known = {each.links for each in robot.ignored_pairs}
    new: list[IgnoredPair] = []
    for one, other in _apart(robot):
        if frozenset((one.name, other.name)) not in known:
            new.append(IgnoredPair(origin=one.origin, first=one.name, second=other.name))
        if most is not None and len(new) > most:
            message = f"the bitmasks of '{robot.name}' imply more than {most} ignored pairs"
            raise LimitError(LIMIT, message, robot.origin)
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def of_masks(robot: Robot) -> Robot:
    """Return the robot with those of its pairs that its bitmasks imply, each once and without a reason."""
    implied = {frozenset((one.name, other.name)) for one, other in _apart(robot)}
    first = {each.links: each for each in reversed(robot.ignored_pairs) if each.links in implied}
    kept = tuple(each for each in robot.ignored_pairs if first.get(each.links) is each)
    return robot if kept == robot.ignored_pairs else replace(robot, ignored_pairs=kept)


def _apart(robot: Robot) -> Iterator[tuple[Link, Link]]:
    """Yield the links that have shapes whose bitmasks have no bit in common."""
    masks = {each.name: _mask(each) for each in robot.links if each.collisions}
    if all(mask == _ALL for mask in masks.values()):
        return
    links = [each for each in robot.links if each.name in masks]
    for one, other in combinations(links, 2):
        if not masks[one.name] & masks[other.name]:
            yield one, other


def _mask(link: Link) -> int:
    """Return the bits of all shapes of a link."""
    found = 0
    for each in link.collisions:
        found |= _ALL if each.collision_mask is None else each.collision_mask.collides_with
    return found


# Writing


def with_masks_of_pairs(robot: Robot) -> Robot:
    """Return a robot that has no bitmasks with those that keep its ignored pairs apart, and only these.

    Links that may touch always have a bit in common. If the bits do not suffice, some of the pairs have one, too.
    """
    if any(each.collision_mask is not None for link in robot.links for each in link.collisions):
        return robot
    solid = {each.name for each in robot.links if each.collisions}
    pairs = {each.links for each in robot.ignored_pairs if each.links <= solid and len(each.links) == 2}
    names = [each.name for each in robot.links if any(each.name in pair for pair in pairs)]
    masks = _masks(names, pairs)

    def masked(link: Link) -> Link:
        if link.name not in masks:
            return link
        mask = CollisionMask(collides_with=masks[link.name])
        return replace(link, collisions=tuple(replace(each, collision_mask=mask) for each in link.collisions))

    return replace(robot, links=tuple(map(masked, robot.links))) if masks else robot


def _masks(names: list[str], pairs: Collection[frozenset[str]]) -> dict[str, int]:
    """Return bitmasks: each bit belongs to links that may all touch one another, until every such two have one."""
    groups: list[set[str]] = []
    open_ = [each for each in combinations_with_replacement(names, 2) if frozenset(each) not in pairs]
    while open_:
        is_last = len(groups) == _MOST_GROUPS
        together = {name for each in open_ for name in each} if is_last else _touching(open_, names, pairs)
        groups.append(together)
        open_ = [each for each in open_ if not together.issuperset(each)]
    while len(groups) > BITS:
        groups = _merged(groups, pairs)
    return {name: sum(1 << bit for bit, group in enumerate(groups) if name in group) for name in names}


def _merged(groups: list[set[str]], pairs: Collection[frozenset[str]]) -> list[set[str]]:
    """Return groups with two of them as one: those between which the fewest pairs are."""
    apart: dict[str, set[str]] = {}
    for pair in pairs:
        for name in pair:
            apart.setdefault(name, set()).update(pair - {name})

    def cost(both: tuple[set[str], set[str]]) -> int:
        return sum(len(apart[name] & both[1]) for name in both[0])

    one, other = min(combinations(groups, 2), key=cost)
    return [*(each for each in groups if each is not one and each is not other), one | other]


def _touching(open_: list[tuple[str, str]], names: list[str], pairs: Collection[frozenset[str]]) -> set[str]:
    """Return links that may all touch one another, with as many of the open ones among them as is easily found."""
    wanted = dict.fromkeys(names, 0)
    for one, other in open_:
        wanted[one] += 1
        wanted[other] += 1
    one, other = max(open_, key=lambda each: wanted[each[0]] + wanted[each[1]])
    found = {one, other}
    for name in sorted(names, key=lambda each: -wanted[each]):
        if all(frozenset((name, each)) not in pairs for each in found):
            found.add(name)
    return found

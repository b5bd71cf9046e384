"""Links that are not checked for collisions, as pairs, or as bitmasks that keep pairs apart: two links touch if their
masks have a bit in common.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence, Set
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from .. import codes
from ..codes import LIMIT
from ..diagnostics import Report
from ..errors import LimitError
from ..kinematics.colliding import joined_links
from ..kinematics.tree import joints_over
from ..model import CollisionMask, IgnoredPair, JointType, Link, Robot, World
from ..model.record import replace
from ..model.semantics import UNCHECKED, pair_of

# Pairs


def pairs_once(robot: Robot, format_name: str) -> Robot:
    """Return the robot with each ignored pair once, in either order; unchanged if its own document gave it.

    Formats that list pairs by their first links change the order, and so which of two reasons comes first.
    """
    if robot.layout(format_name) is not None:
        return robot
    found: dict[frozenset[str], IgnoredPair] = {}
    for each in robot.ignored_pairs:
        found.setdefault(each.links, each)
    pairs = tuple(found.values())
    return robot if len(pairs) == len(robot.ignored_pairs) else replace(robot, ignored_pairs=pairs)


def with_pairs_of_links(robot: Robot) -> Robot:
    """Return the robot without ignored pairs of parts that are no links."""
    known = robot.link_by_name.keys()
    kept = tuple(each for each in robot.ignored_pairs if each.links <= known)
    return robot if len(kept) == len(robot.ignored_pairs) else replace(robot, ignored_pairs=kept)


def report_parted(before: Robot, after: Robot, report: Report) -> None:
    """Report the links with collision shapes that one joint connected before an adaptation, and none connects after."""
    ignored = {each.links for each in after.ignored_pairs}
    touching = {each.name for each in after.links if each.collisions}
    near = joined_links(after)
    apart = {each: frozenset((each.parent or "", each.child or "")) for each in before.joints}
    apart = {joint: ends for joint, ends in apart.items() if ends <= touching and ends not in ignored | near}
    if not apart:
        return
    moved = {each.child or "" for each in after.joints if each.type is not JointType.FIXED}
    welded = {each.name: joints_over(after, each.name, moved)[1] for each in after.links}
    joined = {frozenset(map(welded.get, pair)) for pair in near}
    for joint, ends in apart.items():
        if frozenset(map(welded.get, ends)) not in joined:
            message = f"joint '{joint.name}' is a row of joints now: programs test the pair"
            message += f" '{joint.parent}' and '{joint.child}'"
            report.add(codes.PARTED_PAIR, message, joint.origin, subject=f"joint/{joint.name}/type")


def spell_out_pairs(robot: Robot, among: Collection[str] | None = None) -> Robot:
    """Return the robot with ignored pairs instead of unchecked links and checked pairs.

    As in MoveIt, an unchecked link is paired with every other link except those of its checked pairs; a pair that is
    also ignored stays ignored. A robot without links is not changed.

    Args:
        among: The links to pair with; by default all of the robot.
    """
    links = [link.name for link in robot.links if among is None or link.name in among]
    if not links or not (robot.unchecked_links or robot.checked_pairs):
        return robot
    listed = {pair.links for pair in robot.ignored_pairs}
    listed |= {pair.links for pair in robot.checked_pairs}
    found: list[IgnoredPair] = []
    for each in robot.unchecked_links:
        for other in links if each.link in links else ():
            ends = pair_of(each.link, other)
            if other != each.link and ends not in listed:
                listed.add(ends)
                pair = IgnoredPair(origin=each.origin, first=each.link, second=other, reason=UNCHECKED)
                found.append(pair)
    pairs = (*robot.ignored_pairs, *found)
    return replace(robot, ignored_pairs=pairs, unchecked_links=(), checked_pairs=())


# Masks

Pair: TypeAlias = frozenset[str]
Masks: TypeAlias = dict[str, int]
"""The bitmasks of links, whose shapes all have the same."""
BITS = 16
"""The bits of a mask in Gazebo and in MARS."""
_EVERY = CollisionMask(collides_with=-1)
"""What a shape without a mask touches."""
_COMMON = CollisionMask(collides_with=255)
"""What libsdformat gives a shape without a mask."""
_MOST_GROUPS = 64
"""The most groups of links that are tried before some become one."""


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
    for one, other in passing(robot):
        if frozenset((one.name, other.name)) not in known:
            new.append(IgnoredPair(origin=one.origin, first=one.name, second=other.name))
        if most is not None and len(new) > most:
            message = f"the bitmasks of '{robot.name}' imply more than {most} ignored pairs"
            raise LimitError(LIMIT, message, robot.origin)
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def passing(robot: Robot) -> Iterator[tuple[Link, Link]]:
    """Yield the links that have shapes of which none touches one of the other link by their bitmasks."""
    masks = {each.name: {it.collision_mask or _EVERY for it in each.collisions} for each in robot.links}
    if all(bits <= {_EVERY} for bits in masks.values()):
        return
    for one, other in combinations([each for each in robot.links if each.collisions], 2):
        if not any(a.touches(b) for a in masks[one.name] for b in masks[other.name]):
            yield one, other


def without_masks(robot: Robot) -> Robot:
    """Return the robot without bitmasks, if its ignored pairs express all that they do.

    The shapes of a link have the same mask, which also touches a shape of another robot that has none.
    """
    masks = [{it.collision_mask for it in each.collisions} for each in robot.links if each.collisions]
    if not is_masked(robot) or not all(len(bits) == 1 and all(map(_is_open, bits)) for bits in masks):
        return robot
    return with_masks(robot, lambda *_: None)


def with_masks(robot: Robot, mask: Callable[[Link, CollisionMask | None], CollisionMask | None]) -> Robot:
    """Return the robot with other bitmasks of its collision shapes.

    Args:
        robot: The robot.
        mask: Returns the bitmask of a shape of a link that has another one.
    """

    def changed(link: Link) -> Link:
        shapes = (replace(each, collision_mask=mask(link, each.collision_mask)) for each in link.collisions)
        return replace(link, collisions=tuple(shapes)) if link.collisions else link

    return replace(robot, links=tuple(map(changed, robot.links)))


def _is_open(mask: CollisionMask | None) -> bool:
    return mask is None or mask.touches(_COMMON)


def are_alone(scene: World | None) -> bool:
    """Return True if at most one robot of a scene has bitmasks or pairs that become some.

    Links of two robots touch, but masks that were made for each robot have a bit in common by chance only.
    """
    robots = [each.robot for each in scene.robots] if scene is not None else []
    return sum(bool(each.ignored_pairs or each.unchecked_links or is_masked(each)) for each in robots) < 2


def is_masked(robot: Robot) -> bool:
    """Return True if a collision shape has a bitmask."""
    return any(each.collision_mask is not None for link in robot.links for each in link.collisions)


def with_masks_of_links(robot: Robot, masks: Masks) -> Robot:
    """Return the robot whose links have these bitmasks; the others keep theirs."""

    def mask(link: Link, present: CollisionMask | None) -> CollisionMask | None:
        return CollisionMask(collides_with=masks[link.name]) if link.name in masks else present

    return with_masks(robot, mask)


def masks_apart(names: Sequence[str], apart: Set[Pair], *, free: Set[Pair] = frozenset(), common: int = BITS) -> Masks:
    """Return masks of links that keep pairs of them apart, if the bits suffice: else some of the pairs touch.

    Each bit belongs to a group of links that may all touch one another, until every two that touch have one: a cover of
    the edges of a graph by cliques, found greedily.

    Args:
        names: The links.
        apart: The pairs that shall not touch. All others touch, whatever the bits.
        free: Of the others, those of which it does not matter whether they touch.
        common: The lowest bits that shapes without a mask have; each link gets one of them.
    """
    groups: list[set[str]] = []
    open_ = [
        each
        for each in combinations_with_replacement(names, 2)
        if (pair := frozenset(each)) not in apart and pair not in free
    ]
    while open_:
        is_last = len(groups) == _MOST_GROUPS
        together = {name for each in open_ for name in each} if is_last else _touching(open_, names, apart)
        groups.append(together)
        open_ = [each for each in open_ if not together.issuperset(each)]
    while len(groups) > BITS or not _covered(groups := _widest_first(groups), names, common):
        groups = _merged(groups, apart)
    return {name: sum(1 << bit for bit, group in enumerate(groups) if name in group) for name in names}


def _widest_first(groups: Sequence[set[str]]) -> list[set[str]]:
    """Return groups in an order in which the first ones have as many links as is easily found."""
    found, left, seen = list[set[str]](), list(groups), set[str]()
    while left:
        best = max(left, key=lambda each: len(each - seen))
        found.append(best)
        left.remove(best)
        seen |= best
    return found


def _covered(groups: Sequence[set[str]], names: Collection[str], common: int) -> bool:
    return set[str]().union(*groups[:common]).issuperset(names)


def _merged(groups: Sequence[set[str]], apart: Collection[Pair]) -> list[set[str]]:
    """Return groups with two of them as one: those between which the fewest pairs are."""
    others: dict[str, set[str]] = {}
    for pair in apart:
        for name in pair:
            others.setdefault(name, set()).update(pair - {name})

    def cost(both: tuple[set[str], set[str]]) -> int:
        return sum(len(others[name] & both[1]) for name in both[0] if name in others)

    one, other = min(combinations(groups, 2), key=cost)
    return [*(each for each in groups if each is not one and each is not other), one | other]


def _touching(open_: Sequence[tuple[str, str]], names: Sequence[str], apart: Set[Pair]) -> set[str]:
    """Return links that may all touch one another, with as many of the open ones among them as is easily found."""
    wanted = dict.fromkeys(names, 0)
    for one, other in open_:
        wanted[one] += 1
        wanted[other] += 1
    one, other = max(open_, key=lambda each: wanted[each[0]] + wanted[each[1]])
    found = {one, other}
    for name in sorted(names, key=lambda each: -wanted[each]):
        if all(frozenset((name, each)) not in apart for each in found):
            found.add(name)
    return found

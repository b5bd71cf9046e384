"""What was found of pairs, as pairs that a robot ignores."""

from __future__ import annotations

from collections.abc import Collection

from ..model import IgnoredPair, Robot
from ..model.record import replace
from .neighbours import adjacent_pairs
from .records import Classes, Pair, PairClass

_WORDS = {PairClass.ADJACENT: "Adjacent", PairClass.NEVER: "Never", PairClass.ALWAYS: "Always"}
"""MoveIt's reasons. A pair that touches in the default pose only is for a person to look at, and stays checked."""


def with_ignored_pairs(robot: Robot, found: Classes, *, evidence: bool = False) -> Robot:
    """The robot with the pairs ignored that are adjacent, or touch never or always.

    Pairs that it ignores already stay, with their reasons.

    Args:
        robot: The robot that was looked at.
        found: What was found of it.
        evidence: Whether the reason says what it stands on, after MoveIt's word: only people read that.
    """
    known = {frozenset((pair.first, pair.second)) for pair in robot.ignored_pairs}
    new = [
        IgnoredPair(first=pair.first, second=pair.second, reason=_reason(pair, evidence))
        for pair in found.pairs
        if pair.kind in _WORDS and frozenset((pair.first, pair.second)) not in known
    ]
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def with_neighbours_ignored(robot: Robot, links: Collection[str]) -> Robot:
    """Return the robot with the pairs of adjacent links ignored, of which one is among some links.

    Spheres that cover adjacent links always overlap at the joint between the two.

    Args:
        robot: Its links with spheres count as those with a shape.
        links: The links whose spheres are new.
    """
    solid = {frame.frame for group in robot.sphere_sets for frame in group.frames if frame.spheres}
    known = {frozenset((pair.first, pair.second)) for pair in robot.ignored_pairs}
    near = adjacent_pairs(robot, solid & set(robot.link_by_name))
    order = {link.name: place for place, link in enumerate(robot.links)}
    pairs = sorted(
        (sorted(pair, key=order.__getitem__) for pair in near - known if pair & set(links)),
        key=lambda pair: [order[name] for name in pair],
    )
    new = tuple(
        IgnoredPair(first=first, second=second, reason=_WORDS[PairClass.ADJACENT]) for first, second in pairs
    )
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def _reason(pair: Pair, evidence: bool) -> str:
    word = _WORDS[pair.kind]
    return f"{word}: {pair.reason}" if evidence and pair.kind is not PairClass.ADJACENT else word

"""What was found of pairs, as pairs that a robot ignores."""

from __future__ import annotations

from ..model import IgnoredPair, Robot
from ..model.record import replace
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


def _reason(pair: Pair, evidence: bool) -> str:
    word = _WORDS[pair.kind]
    return f"{word}: {pair.reason}" if evidence and pair.kind is not PairClass.ADJACENT else word

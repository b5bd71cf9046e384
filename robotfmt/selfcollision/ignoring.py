"""Convert findings about pairs to ignored pairs of a robot."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..model import IgnoredPair, Robot
from ..model.record import replace
from .claims import ignored_pairs
from .neighbours import adjacent_pairs
from .pairs import Classes, Pair, PairClass

_WORDS = {PairClass.ADJACENT: "Adjacent", PairClass.NEVER: "Never", PairClass.ALWAYS: "Always"}
"""MoveIt's reasons. A pair that touches in the default pose only needs a human decision, and is still checked."""
_DEFAULT = "Default"
_EVIDENCE = re.compile(
    r"(?:Never: free|Always: touch) in (?:\d+ of )?\d+ poses\b.*|(?:Never|Always): fixed to one another\b.*"
)
"""A reason that :func:`with_ignored_pairs` has written."""


def with_ignored_pairs(robot: Robot, found: Classes, *, evidence: bool = False) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, and those that never or always touch.

    Existing ignored pairs stay, with their reasons; pairs that the robot lists as checked stay checked.

    Args:
        robot: The robot that was examined.
        found: The findings.
        evidence: True to append the evidence to MoveIt's word in the reason.
    """
    known = ignored_pairs(robot).keys() | {pair.links for pair in robot.checked_pairs}
    new = [
        IgnoredPair(first=pair.first, second=pair.second, reason=_reason(pair, evidence))
        for pair in found.pairs
        if pair.kind in _WORDS and pair.links not in known
    ]
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def with_neighbours_ignored(robot: Robot, links: Collection[str]) -> Robot:
    """Return the robot with ignored pairs added: some links, each with the links adjacent to it.

    Spheres that cover adjacent links always overlap at the joint between the two.

    Args:
        robot: The robot; its links with spheres count as those with a shape.
        links: The links with new spheres.
    """
    solid = {frame.frame for group in robot.sphere_sets for frame in group.frames if frame.spheres}
    known = {pair.links for pair in robot.ignored_pairs}
    near = adjacent_pairs(robot, solid & set(robot.link_by_name))
    order = {link.name: place for place, link in enumerate(robot.links)}
    pairs = sorted(
        (sorted(pair, key=order.__getitem__) for pair in near - known if pair & set(links)),
        key=lambda pair: [order[name] for name in pair],
    )
    new = tuple(IgnoredPair(first=first, second=second, reason=_WORDS[PairClass.ADJACENT]) for first, second in pairs)
    return replace(robot, ignored_pairs=(*robot.ignored_pairs, *new)) if new else robot


def is_found(reason: str | None) -> bool:
    """Return True if a reason was given by a program, and the pair can be found again.

    Such reasons are MoveIt's words in upper or lower case, and robotfmt's own; not ``User``, a sentence, or an empty
    text.
    """
    words = {word.casefold() for word in (*_WORDS.values(), _DEFAULT)}
    return reason is not None and (reason.strip().casefold() in words or bool(_EVIDENCE.fullmatch(reason)))


def renewed(listed: IgnoredPair, pair: Pair | None) -> IgnoredPair | None:
    """Return an ignored pair according to the present findings; None if it must be checked.

    Args:
        listed: A pair whose reason :func:`is_found`. As long as the reason is true, it is unchanged.
        pair: The findings about its links; None if they cannot collide, because a link or shape does not exist.
    """
    known = (listed.reason or "").strip().casefold()
    if pair is None or (pair.kind is PairClass.DEFAULT and known == _DEFAULT.casefold()):
        return listed if pair is not None else None
    if pair.kind not in _WORDS:
        return None
    is_evidence = bool(_EVIDENCE.fullmatch(listed.reason or ""))
    reason = _reason(pair, is_evidence)
    return listed if known == reason.casefold() else replace(listed, reason=reason)


def _reason(pair: Pair, evidence: bool) -> str:
    word = _WORDS[pair.kind]
    return f"{word}: {pair.reason}" if evidence and pair.kind is not PairClass.ADJACENT else word

"""Convert findings about pairs to ignored pairs of a robot, and compare those of documents with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ..adapting import spell_out_pairs
from ..codes.collisions import IGNORED_PAIR, NO_PLACE, NO_SHAPE
from ..diagnostics import Report
from ..model import IgnoredPair, JointValue, Link, Mesh, Robot
from ..model.record import replace
from .neighbours import adjacent_pairs
from .pairs import Classes, Pair, PairClass

# Ignored pairs of documents

_SHOWN = 5
_CAN_TOUCH = (PairClass.SOMETIMES, PairClass.DEFAULT)


def ignored_pairs(robot: Robot) -> dict[frozenset[str], IgnoredPair]:
    """Return the ignored pairs of a robot by their links, with unchecked links spelled out; of duplicates the first."""
    found: dict[frozenset[str], IgnoredPair] = {}
    for each in spell_out_pairs(robot).ignored_pairs:
        found.setdefault(each.links, each)
    return found


def report_refuted(robot: Robot, found: Classes, report: Report) -> None:
    """Report each ignored pair of a robot that can touch, with a pose in which it does.

    Adjacent links are expected to touch; links for which only a document gives this reason are not.
    """
    ignored = ignored_pairs(robot)
    for pair in found.pairs:
        listed = ignored.get(pair.links)
        if listed is not None and can_touch(pair):
            report.add(IGNORED_PAIR, _message(pair, listed), listed.origin)


def report_unknown(robot: Robot, found: Classes, report: Report) -> None:
    """Report the links whose pairs could not be checked."""
    links = robot.link_by_name
    if found.without_shape:
        message = f"some of the geometry of {_listed(found.without_shape)} could not be turned into shapes; "
        at = links[found.without_shape[0]].origin
        report.add(NO_SHAPE, f"{message}their pairs were not checked", at, help=_remedy(found.without_shape, links))
    if found.unplaced:
        names = _listed(found.unplaced)
        message = f"the first root does not lead to {names}; their pairs were not checked"
        report.add(NO_PLACE, message, links[found.unplaced[0]].origin)


def _remedy(names: Iterable[str], links: Mapping[str, Link]) -> str | None:
    """Return the help if no mesh is at fault; None if one may be missing."""
    shapes = [each.shape for name in names for each in links[name].geometries]
    if any(isinstance(each, Mesh) for each in shapes):
        return None
    return "Replace the shapes without a surface by boxes, cylinders, spheres, capsules or meshes."


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} others" if len(names) > _SHOWN else ""
    return ", ".join(f"'{name}'" for name in names[:_SHOWN]) + more


def can_touch(pair: Pair) -> bool:
    """Return True if there is a pose in which two links touch, and one in which they do not, and both matter: parts of
    a gripper that touch only at the ends of its joints do so when it is closed or open.
    """
    return pair.kind in _CAN_TOUCH and pair.witness is not None and not pair.at_ends


def touching_at(pair: Pair) -> str:
    """Return the pose in which two links touch, and how it was found, as text."""
    by = "; found by a search, not by the samples" if pair.searched else ""
    return f"touch at {_pose(pair.witness or ())}{by}"


def _message(pair: Pair, listed: IgnoredPair) -> str:
    wrong = ", which is wrong" if (listed.reason or "").strip().casefold() == "adjacent" else ""
    why = f" (as {listed.reason}{wrong})" if listed.reason else ""
    return f"the pair '{pair.first}' and '{pair.second}' is ignored{why}, but they {touching_at(pair)}"


def _pose(values: tuple[JointValue, ...]) -> str:
    return ", ".join(f"{each.joint} {' '.join(f'{value:.6g}' for value in each.values)}" for each in values)


# Ignored pairs of findings

_WORDS = {PairClass.ADJACENT: "Adjacent", PairClass.NEVER: "Never", PairClass.ALWAYS: "Always"}
_DEFAULT = "Default"
"""MoveIt's reasons. A pair that touches in the default pose only needs a human decision, and is still checked, unless
both links belong to one gripper.
"""
_EVIDENCE = re.compile(
    r"(?:Never: free|Always: touch) in (?:\d+ of )?\d+ poses\b.*|(?:Never|Always): fixed to one another\b.*"
    r"|Default: parts of one gripper\b.*"
)
"""A reason that :func:`with_ignored_pairs` has written."""


def with_ignored_pairs(robot: Robot, found: Classes, *, evidence: bool = False) -> Robot:
    """Return the robot with ignored pairs added: adjacent links, those that never or always touch, and parts of a
    gripper that touch only at the ends of its joints.

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
        if _word(pair) is not None and pair.links not in known
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
    if _word(pair) is None:
        return None
    is_evidence = bool(_EVIDENCE.fullmatch(listed.reason or ""))
    reason = _reason(pair, is_evidence)
    return listed if known == reason.casefold() else replace(listed, reason=reason)


def _word(pair: Pair) -> str | None:
    """Return MoveIt's reason to ignore a pair; None if it must be checked."""
    return _DEFAULT if pair.at_ends else _WORDS.get(pair.kind)


def _reason(pair: Pair, evidence: bool) -> str:
    word = _word(pair) or ""
    return f"{word}: {pair.reason}" if evidence and pair.kind is not PairClass.ADJACENT else word

"""Compare the ignored pairs of documents with the findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..adapting import spell_out_pairs
from ..codes.collisions import IGNORED_PAIR, NO_PLACE, NO_SHAPE
from ..diagnostics import Report
from ..model import IgnoredPair, JointValue, Link, Mesh, Robot
from .pairs import Classes, Pair, PairClass

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
    """Return True if there is a pose in which two links touch, and one in which they do not."""
    return pair.kind in _CAN_TOUCH and pair.witness is not None


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

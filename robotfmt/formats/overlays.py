"""Merge a document over earlier ones; the later one takes precedence, and conflicts are reported.

:func:`merge` is for planning formats. A format with parts of its own merges them by :func:`merge_nodes` and
:func:`merge_pairs`, in the order of the earlier documents or of the later one.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from ..codes import CONFLICT
from ..diagnostics import Report, quoted
from ..model import CheckedPair, IgnoredPair, JointValue, Node, Origin, Robot, SphereSet
from ..model.record import replace

_N = TypeVar("_N", bound=Node)
_P = TypeVar("_P", bound="IgnoredPair | CheckedPair")


class Order(Enum):
    """The document whose parts come first."""

    EARLIER = "earlier"
    """Each part keeps its place in the earlier document: for a format whose order has no meaning."""
    LATER = "later"
    """The parts of the later document keep their order: for a format that preserves it."""


def merge(robot: Robot, overlay: Robot, report: Report) -> Robot:
    """Return the robot with the contents of another document."""
    tools = overlay.tool_frames or robot.tool_frames
    if robot.tool_frames and overlay.tool_frames and robot.tool_frames != overlay.tool_frames:
        report.add(
            CONFLICT,
            "the tool frames differ from those of an earlier document",
            overlay.origin,
            subject="tool frame/0",
        )
    return replace(
        robot,
        neighbours_pass=robot.neighbours_pass and not overlay.ignored_pairs,
        modifiers=(*robot.modifiers, *(each for each in overlay.modifiers if each not in robot.modifiers)),
        default_positions=merge_nodes(robot.default_positions, overlay.default_positions, _joint, report),
        cspace=_later(robot.cspace, overlay.cspace, "cspace", report),
        tool_frames=tools,
        world_collision=_later(robot.world_collision, overlay.world_collision, "world collision", report),
        self_collision=_later(robot.self_collision, overlay.self_collision, "self collision", report),
        ignored_pairs=merge_pairs(robot.ignored_pairs, overlay.ignored_pairs, "ignored pair", report),
        sphere_sets=merge_nodes(robot.sphere_sets, overlay.sphere_sets, _set, report),
    )


def _joint(value: JointValue) -> str:
    return f"default position/{value.joint}"


def _set(spheres: SphereSet) -> str:
    return f"spheres/{spheres.name}"


def merge_pairs(
    earlier: tuple[_P, ...], later: tuple[_P, ...], kind: str, report: Report, order: Order = Order.EARLIER
) -> tuple[_P, ...]:
    """Merge pairs, in either order of links; a reason that only one of the documents gives is kept.

    If one document lists a pair twice, the first is used.
    """
    if order is Order.LATER:
        unmet = {each.links: each for each in reversed(earlier)}
        again = [_with_reason(unmet.pop(each.links, each), each, each, kind, report) for each in later]
        return (*again, *(each for each in earlier if each.links in unmet))
    known = {each.links for each in earlier}
    new = {each.links: each for each in reversed(later)}
    again = [_with_reason(each, new.get(each.links, each), each, kind, report) for each in earlier]
    return (*again, *(each for each in later if each.links not in known))


def _with_reason(earlier: _P, later: _P, pair: _P, kind: str, report: Report) -> _P:
    """Return one of two equal pairs, with the reason that takes precedence."""
    if later.reason is None:
        return replace(pair, reason=earlier.reason)
    if earlier.reason is not None and earlier.reason != later.reason:
        report_conflict(earlier, later, "/".join((kind, *sorted(pair.links), "reason")), report)
    return replace(pair, reason=later.reason)


def merge_nodes(
    earlier: tuple[_N, ...],
    later: tuple[_N, ...],
    subject: Callable[[_N], str],
    report: Report,
    order: Order = Order.EARLIER,
) -> tuple[_N, ...]:
    """Merge parts by their subjects; of two with the same subject the later document's is used."""
    if order is Order.LATER:
        known = {subject(each): each for each in reversed(earlier)}
        for each in {subject(each): each for each in reversed(later)}.values():
            _later(known.get(subject(each)), each, subject(each), report)
        names = {subject(each) for each in later}
        return (*later, *(each for each in earlier if subject(each) not in names))
    found = list(earlier)
    places = {subject(each): index for index, each in reversed(list(enumerate(earlier)))}
    for each in later:
        index = places.get(subject(each))
        if index is None:
            found.append(each)
        else:
            found[index] = _later(found[index], each, subject(each), report) or each
    return tuple(found)


def _later(earlier: _N | None, later: _N | None, subject: str, report: Report) -> _N | None:
    if earlier is None or later is None:
        return later if later is not None else earlier
    if earlier != later:
        report_conflict(earlier, later, subject, report)
    return later


def report_conflict(earlier: Node, later: Node, subject: str, report: Report) -> None:
    """Report that two documents give different values for one subject."""
    message = f"{quoted(subject)} differs from the value at {_place(earlier.origin)}"
    report.add(CONFLICT, f"{message}; {_place(later.origin)} is used", later.origin, subject=subject)


def _place(origin: Origin | None) -> str:
    if origin is None:
        return "another place"
    return origin.document if origin.line is None else f"{origin.document}:{origin.line}"

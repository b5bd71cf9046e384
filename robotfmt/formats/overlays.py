"""Putting what a document says on top of what earlier ones said; the later one wins, and that is reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..codes import CONFLICT
from ..diagnostics import Report, quoted
from ..model import IgnoredPair, JointValue, Node, Origin, Robot, SphereSet
from ..model.record import replace

_N = TypeVar("_N", bound=Node)


def merge(robot: Robot, overlay: Robot, report: Report) -> Robot:
    """The robot with what another document says about it."""
    tools = overlay.tool_frames or robot.tool_frames
    if robot.tool_frames and overlay.tool_frames and robot.tool_frames != overlay.tool_frames:
        report.add(
            CONFLICT,
            "the tool frames are not those of an earlier document",
            overlay.origin,
            subject="tool frame/0",
        )
    return replace(
        robot,
        modifiers=(*robot.modifiers, *(each for each in overlay.modifiers if each not in robot.modifiers)),
        default_positions=_by_name(robot.default_positions, overlay.default_positions, _joint, report),
        cspace=_later(robot.cspace, overlay.cspace, "cspace", report),
        tool_frames=tools,
        world_collision=_later(robot.world_collision, overlay.world_collision, "world collision", report),
        self_collision=_later(robot.self_collision, overlay.self_collision, "self collision", report),
        ignored_pairs=_pairs(robot.ignored_pairs, overlay.ignored_pairs, report),
        sphere_sets=_by_name(robot.sphere_sets, overlay.sphere_sets, _set, report),
    )


def _joint(value: JointValue) -> str:
    return f"default position/{value.joint}"


def _set(spheres: SphereSet) -> str:
    return f"spheres/{spheres.name}"


def _pairs(
    earlier: tuple[IgnoredPair, ...], later: tuple[IgnoredPair, ...], report: Report
) -> tuple[IgnoredPair, ...]:
    """Both, whichever link comes first; a reason that only one of the documents gives is kept.

    Of a pair that one document has twice the first counts, as everywhere.
    """
    known = {each.links for each in earlier}
    reasons = {each.links: each for each in reversed(later)}
    reasons = {ends: each for ends, each in reasons.items() if each.reason is not None}
    again = (_with_reason(each, reasons.get(each.links, each), report) for each in earlier)
    return (*again, *(each for each in later if each.links not in known))


def _with_reason(pair: IgnoredPair, later: IgnoredPair, report: Report) -> IgnoredPair:
    if pair.reason is not None:
        subject = "/".join(("ignored pair", *sorted(pair.links), "reason"))
        later = _later(pair, replace(later, first=pair.first, second=pair.second), subject, report) or later
    return replace(pair, reason=later.reason)


def _by_name(
    earlier: tuple[_N, ...], later: tuple[_N, ...], subject: Callable[[_N], str], report: Report
) -> tuple[_N, ...]:
    """Both, each in the place where it was said first."""
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
        message = f"{quoted(subject)} is not what was said at {_place(earlier.origin)}"
        report.add(CONFLICT, f"{message}; {_place(later.origin)} counts", later.origin, subject=subject)
    return later


def _place(origin: Origin | None) -> str:
    if origin is None:
        return "another place"
    return origin.document if origin.line is None else f"{origin.document}:{origin.line}"

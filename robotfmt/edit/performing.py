"""Run operations so that every fact that they remove, change or add is reported; unrecognised content is removed with
its part of the document, or fitted by its format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

from ..diagnostics import Report
from ..errors import UsageError
from ..facts import Path, facts
from ..formats import Format, find
from ..model import Extension, Origin, Robot
from ..model.record import replace
from .journal import Journal
from .tracing import Identified, Judge, Step, identified, keys_in, marked, marks_in, traced, unmarked


def without_orphans(before: Robot, after: Robot) -> Robot:
    """Return the robot without extensions of removed nodes, such as a joint value of a state or the limits of a joint.

    Args:
        before: The marked robot before an operation.
        after: The marked robot after it.
    """
    if not after.extensions:
        return after
    there = set(keys_in(after))
    homes = _homes(before)
    kept = tuple(each for each in after.extensions if there.intersection(_home(each, homes) or there))
    return after if len(kept) == len(after.extensions) else replace(after, extensions=kept)


def _homes(robot: Robot) -> dict[tuple[str, str], list[int]]:
    """Return the keys of the nodes that were read from each element or key of each document."""
    found: dict[tuple[str, str], list[int]] = {}
    for mark in marks_in(robot):
        if mark.original is not None and not isinstance(mark.node, Extension | Robot):
            found.setdefault((mark.original.document, mark.original.path), []).append(mark.key)
    return found


def _home(extension: Extension, homes: dict[tuple[str, str], list[int]]) -> list[int]:
    """Return the nodes read from the innermost element around an extension that any node was read from."""
    origin = extension.origin
    if origin is None:
        return []
    return next((homes[path] for path in _ways(origin) if path in homes), [])


def _ways(origin: Origin) -> Iterable[tuple[str, str]]:
    """Return a path in a document, and all paths above it."""

    def above(path: str) -> Iterator[tuple[str, str]]:
        while path:
            yield origin.document, path
            path = path.rpartition("/")[0]

    return above(origin.path)


# Unrecognised content


def followed(before: Sequence[Robot], after: Robot) -> tuple[Robot, dict[int, str]]:
    """Return an edited robot whose unrecognised content fits its parts, and the reasons for what changed in it.

    Args:
        before: The marked robots before the operation.
        after: The marked robot after it.
    """
    reasons: dict[int, str] = {}
    for format in _formats(after):
        if format.follow is not None:
            after, more = format.follow(before, after)
            reasons |= more
    return after, reasons


def ready_to_join(robot: Robot, other: Robot) -> tuple[Robot, Robot]:
    """Return two robots with unrecognised content that one document can contain."""
    formats = [*_formats(robot), *_formats(other)]
    for format in {each.name: each for each in formats}.values():
        if format.join is not None:
            robot, other = format.join(robot, other)
    return robot, other


def _formats(robot: Robot) -> Iterator[Format]:
    """Yield the installed formats that a robot has unrecognised content of."""
    names = (*(each.format for each in robot.extensions), *(each.format for each in robot.layouts))
    for name in dict.fromkeys(names):
        try:
            yield find(name)
        except UsageError:
            continue


# Operations


def perform(
    robot: Robot,
    change: Callable[[Robot], Robot],
    judge: Judge,
    report: Report | None,
    *,
    restate: Callable[[Robot], Robot] | None = None,
    keep_orphans: bool = False,
) -> Robot:
    """Run an operation, and report every fact that it removes, changes or adds.

    Unrecognised content stays with its part of the document.

    Args:
        robot: The robot before the operation.
        change: The operation.
        judge: Gives the reason for each difference.
        report: The report of the changes; without it, they are not computed.
        restate: Gives the robot the names and frames that apply afterwards. A fact that differs only in these is not
            changed.
        keep_orphans: True if the operation itself moves the unrecognised content of parts that it removes.

    Raises:
        InternalError: The operation made a difference for which there is no reason.
    """
    if report is None and not robot.extensions:
        return change(robot)
    marked_robot = marked(robot, count())
    result = change(marked_robot)
    if result is marked_robot:
        return robot
    result = result if keep_orphans else without_orphans(marked_robot, result)
    result, reasons = followed([marked_robot], result)
    if report is None:
        return unmarked(result)
    before = _identified(marked_robot)
    restated = _identified(restate(marked_robot)) if restate is not None else before
    step = traced(before, restated, _identified(result), judge, reasons)
    return _entered(step, robot, unmarked(result), _journal(robot, report), report)


def perform_together(
    robot: Robot,
    other: Robot,
    history: Journal,
    change: Callable[[Robot, Robot], Robot],
    judge: Judge,
    report: Report,
    *,
    restate: Callable[[Robot], Robot],
) -> Robot:
    """Run an operation that joins two robots; see :func:`perform`.

    Args:
        robot: The robot that the other one is joined to.
        other: The robot that is joined to it.
        history: The changes of the other robot so far.
        change: The operation.
        judge: Gives the reason for each difference; the paths of the other robot begin with ``robot`` and its name.
        report: Where the changes are reported.
        restate: Gives the other robot the names that apply afterwards.
    """
    keys = count()
    one, two = marked(robot, keys), marked(other, keys)
    result = without_orphans(two, without_orphans(one, change(one, two)))
    result, reasons = followed([one, two], result)
    journal = _journal(robot, report)
    where = journal.join(history, other.name or "attached")
    mine = _identified(one)
    before, restated = mine | _identified(two, where, where), mine | _identified(restate(two), where)
    step = traced(before, restated, _identified(result), judge, reasons)
    return _entered(step, robot, unmarked(result), journal, report)


def _identified(robot: Robot, which: Path = (), where: Path = ()) -> Identified:
    return identified(facts(robot), which, where)


def _journal(robot: Robot, report: Report) -> Journal:
    return report if isinstance(report, Journal) else Journal(robot)


def _entered(step: Step, before: Robot, after: Robot, journal: Journal, report: Report) -> Robot:
    """Enter a step into a journal, and report it at once, unless the report is a journal, which reports at the end."""
    journal.enter(step, before, after)
    if journal is not report:
        report.diagnostics += [*journal, *journal.lines(journal.differences(after))]
    return after

"""Run operations so that every fact that they remove, change or add is reported."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from ..diagnostics import Report
from ..facts import Path, facts
from ..model import Robot
from .following import followed
from .journal import Journal
from .marks import marked, unmarked
from .orphans import without_orphans
from .tracing import Identified, Judge, Step, identified, traced


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
    wearing = marked(robot, count())
    result = change(wearing)
    if result is wearing:
        return robot
    result = result if keep_orphans else without_orphans(wearing, result)
    result, reasons = followed([wearing], result)
    if report is None:
        return unmarked(result)
    before = _identified(wearing)
    restated = _identified(restate(wearing)) if restate is not None else before
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

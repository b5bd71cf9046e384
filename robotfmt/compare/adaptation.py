"""Explain the changes of an adaptation: every changed fact gets a diagnostic under its path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..diagnostics import Code, Report
from ..facts.difference import diff
from ..model import Robot

Step: TypeAlias = tuple[Callable[[Robot], Robot], Code]
"""A change of a robot, and the code that reports it."""


def report_changes(before: Robot, after: Robot, code: Code, report: Report) -> Robot:
    """Report every fact that a step of an adaptation has changed, and return the robot after it."""
    if after is not before:
        report.diagnostics += [each.diagnosed(code) for each in diff(before, after)]
    return after


def adapted(robot: Robot, steps: Iterable[Step], report: Report) -> Robot:
    """Return the robot after some steps; report the facts that they change in total, by the code of the last step.

    A change that a later step reverts is not reported.
    """
    before, codes = robot, dict[str, Code]()
    last: Code | None = None
    for step, code in steps:
        after = step(robot)
        if after is not robot:
            codes |= {each.subject: code for each in diff(robot, after)}
            robot, last = after, code
    if last is not None:
        found = diff(before, robot)
        report.diagnostics += [each.diagnosed(_code(codes, each.subject, last)) for each in found]
    return robot


def _code(codes: dict[str, Code], subject: str, otherwise: Code) -> Code:
    """Return the code of a fact, or of the fact that contains it."""
    while subject and subject not in codes:
        subject = subject.rpartition("/")[0]
    return codes.get(subject, otherwise)

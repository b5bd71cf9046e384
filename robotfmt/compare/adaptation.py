"""Explain the changes of an adaptation: every changed fact gets a diagnostic under its path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from ..diagnostics import Code, Report
from ..facts.difference import diff
from ..model import Robot, World

_W = TypeVar("_W", Robot, World)
Change: TypeAlias = tuple[Callable[[_W], _W], Code]
"""A change of a robot or a world, and the code that it is reported under."""
Step: TypeAlias = Change[Robot]


def report_changes(before: _W, after: _W, code: Code, report: Report) -> _W:
    """Report every fact that one step of an adaptation has changed, and return the robot after it."""
    if after is not before:
        report.diagnostics += [each.diagnosed(code) for each in diff(before, after)]
    return after


def adapted(whole: _W, steps: Iterable[Change[_W]], report: Report) -> _W:
    """Return the robot or the world after some steps. Every fact that they change together is reported, by the code of
    the last one.

    A change that a later step reverts is not reported.
    """
    before, codes = whole, dict[str, Code]()
    last: Code | None = None
    for step, code in steps:
        after = step(whole)
        if after is not whole:
            codes |= {each.subject: code for each in diff(whole, after)}
            whole, last = after, code
    if last is not None:
        found = diff(before, whole)
        report.diagnostics += [each.diagnosed(_code(codes, each.subject, last)) for each in found]
    return whole


def _code(codes: dict[str, Code], subject: str, otherwise: Code) -> Code:
    """Return the code of a fact, or of the fact that contains it."""
    while subject and subject not in codes:
        subject = subject.rpartition("/")[0]
    return codes.get(subject, otherwise)

"""Explaining what an adaptation changed: every fact that it changes gets a diagnostic under its path."""

from __future__ import annotations

from .diagnostics import Code, Report
from .difference import diff
from .model import Robot


def explain(before: Robot, after: Robot, code: Code, report: Report) -> Robot:
    """Report every fact that one step of an adaptation has changed, and return the robot after it."""
    if after is not before:
        for each in diff(before, after):
            at = each.origin
            report.add(code, str(each), at, subject=each.subject)
    return after

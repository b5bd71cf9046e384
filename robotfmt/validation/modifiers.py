"""Modifiers: what of the robot they leave, and whether anything else counts on the rest."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..errors import ModelError
from ..model import Robot


def check_modifiers(robot: Robot, report: Report) -> Robot:
    """The robot as its modifiers want it; as it is where they do not fit, of which readers tell.

    What is used though the new base cuts it off is told here.
    """
    own = Report()
    try:
        return apply_modifiers(robot, report=own)
    except ModelError:
        report.diagnostics += own.having(codes.REMOVED_BY_BASE.slug)
        return robot

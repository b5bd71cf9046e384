"""Checks of modifiers, and of references to the parts that they remove."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report
from ..edit import apply_modifiers
from ..errors import ModelError
from ..model import Robot


def check_modifiers(robot: Robot, report: Report) -> Robot:
    """Return the robot with its modifiers applied; unchanged if they are invalid, which readers report.

    References to parts that the new base removes are reported.
    """
    own = Report()
    try:
        return apply_modifiers(robot, report=own)
    except ModelError:
        report.diagnostics += own.having(codes.REMOVED_BY_BASE.slug)
        return robot

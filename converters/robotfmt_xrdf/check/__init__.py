"""The rules in ``RULES.md`` that reading a document does not check.

Reading stops a conversion as rarely as possible; in a check, each code has the severity of its rule.
"""

from __future__ import annotations

from robotfmt.codes import DUPLICATE_KEY
from robotfmt.context import Context
from robotfmt.diagnostics import Diagnostic, Report, Severity
from robotfmt.documents.source import Source
from robotfmt.edit import apply_modifiers
from robotfmt.errors import ModelError
from robotfmt.model import Robot
from robotfmt.model.record import replace

from ..adapting.for_consumer import check_consumer
from ..codes import CODES
from .control import check_cspace, check_default_positions, check_tool_frames
from .document import Checked
from .spheres import check_added_frames, check_collision, check_geometry, check_ignored

_ERRORS = {code.slug for code in CODES if code.severity is Severity.ERROR}
_ERRORS_HERE = {DUPLICATE_KEY.slug}
"""Codes that are warnings elsewhere. YAML forbids duplicate keys, and other readers use the last one (YAML 1.2,
3.2.1.3).
"""


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report content of an XRDF document that is missing, has no effect, or does not match the robot."""
    report = context.report
    report.diagnostics = [_as_error(each, source.name) for each in report]
    checked = Checked(source.name, robot, _modified(robot), report)
    check_added_frames(checked)
    check_default_positions(checked)
    check_cspace(checked)
    check_tool_frames(checked)
    check_geometry(checked)
    check_collision(checked)
    check_ignored(checked)
    check_consumer(robot, context)


def _as_error(it: Diagnostic, document: str) -> Diagnostic:
    wrong = it.code in _ERRORS or (it.code in _ERRORS_HERE and it.file == document)
    return replace(it, severity=Severity.ERROR) if wrong else it


def _modified(robot: Robot) -> Robot:
    """Return the robot with its modifiers applied; unmodified if they do not fit, which is reported elsewhere."""
    try:
        return apply_modifiers(robot, report=Report())
    except ModelError:
        return robot

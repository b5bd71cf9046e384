"""The clause about edits: unknown content stays with its part when that is renamed."""

from __future__ import annotations

from .. import edit
from ..diagnostics import Report
from ..errors import RobotfmtError
from .clauses import marked_paths, marks_of_gone
from .marks import marks
from .trial import Trial, by_kind

_BEFORE = "zzq_"
"""The prefix for every name."""
_TURNS = 2
"""The number of trials in which one place of each kind gets unknown content."""


def renames_are_followed(trial: Trial) -> list[str]:
    """Check that unknown content is written to its place after every part is renamed, or that a lost place is
    reported."""
    parts = trial.parts
    assert parts is not None
    kinds = by_kind(parts.places)
    batches = [[numbers[turn] for numbers in kinds if turn < len(numbers)] for turn in range(_TURNS)]
    problems = []
    for batch in batches:
        try:
            problems += _strayed(trial, parts.injected(batch))
        except RobotfmtError:
            for each in batch:
                problems += _strayed_or_refused(trial, parts.injected([each]))
    return problems


def _strayed(trial: Trial, data: bytes) -> list[str]:
    robot = trial.read(data)
    usual, report = trial.bench.written(robot).data, Report()
    prefixed = edit.prefix(robot, _BEFORE)
    renamed = trial.bench.converted(prefixed, report)
    found = {path.replace(_BEFORE, "") for path in marked_paths(renamed)}
    said = marks_of_gone(prefixed, report)
    strayed = (path for path in marked_paths(usual) if path not in found)
    return [f"{path}: moved or gone, and not reported" for path in strayed if not marks(path) <= said]


def _strayed_or_refused(trial: Trial, data: bytes) -> list[str]:
    try:
        return _strayed(trial, data)
    except RobotfmtError:  # a document that may not have unknown content there
        return []

"""The clause about edits: unknown content stays with its part when that is renamed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from .. import edit, formats
from ..codes import PLACE_GONE
from ..diagnostics import Report
from ..errors import RobotfmtError
from ..hub.conversion import write
from ..model import Robot
from .clauses import marked_paths
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
    renamed = _converted(trial, edit.prefix(robot, _BEFORE), report)
    found = {path.replace(_BEFORE, "") for path in marked_paths(renamed)}
    said = marks("\n".join(each.message for each in report.having(PLACE_GONE.slug)))
    strayed = (path for path in marked_paths(usual) if path not in found)
    return [f"{path}: moved or gone, and not reported" for path in strayed if not marks(path) <= said]


def _converted(trial: Trial, robot: Robot, report: Report) -> bytes:
    """Return the document of a robot as a conversion writes it, which leaves out content that has no place."""
    with TemporaryDirectory() as made, formats.added(trial.format):
        path = Path(made) / Path(trial.bench.output).name
        write(robot, path, report=report, allow=[each.slug for each in trial.format.codes])
        return path.read_bytes()


def _strayed_or_refused(trial: Trial, data: bytes) -> list[str]:
    try:
        return _strayed(trial, data)
    except RobotfmtError:  # a document that may not have unknown content there
        return []

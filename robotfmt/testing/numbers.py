"""The clause about numbers: an invalid one is reported as a fault, not kept as unknown content."""

from __future__ import annotations

from ..diagnostics import Report, Severity
from ..errors import RobotfmtError
from ..facts import facts
from ..facts.fact import Kind
from .alterations import NUMBER, others
from .trial import Trial, by_kind

_WORD = "zz_word"


def words_are_no_numbers(trial: Trial) -> list[str]:
    """Check that a word in the place of a number is an error or a warning."""
    parts = trial.parts
    assert parts is not None
    problems = []
    for numbers in by_kind((path for path, _ in parts.leaves), trial.silent):
        leaf = next((each for each in numbers if _is_number(trial, each)), None)
        if leaf is not None and not _is_reported(trial, parts.altered(leaf, _WORD)):
            path, text = parts.leaves[leaf]
            problems.append(f"{path}: '{_WORD}' in place of {text} is neither an error nor a warning")
    return problems


def _is_number(trial: Trial, leaf: int) -> bool:
    """Return True if a changed value of a leaf changes a number of the robot."""
    parts = trial.parts
    assert parts is not None
    if not all(map(NUMBER.fullmatch, parts.leaves[leaf][1].split())):
        return False
    try:
        altered = trial.read(parts.altered(leaf, others(parts.leaves[leaf][1])[0]))
    except RobotfmtError:
        return False
    found = trial.bench.differences(trial.robot, altered)
    return any(each.fact.kind is Kind.NUMBERS for each in found if None not in (each.before, each.after))


def _is_reported(trial: Trial, data: bytes) -> bool:
    """Return True if a word in a document is reported as a fault, or a fact contains it, such as a parameter."""
    report = Report()
    try:
        robot = trial.read(data, report)
    except RobotfmtError:
        return True
    said = {text for _, text in trial.said}
    is_fault = any(each.severity is not Severity.NOTE for each in report if each.message not in said)
    return is_fault or any(_WORD in str(fact.value) for fact in facts(robot))

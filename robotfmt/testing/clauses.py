"""The clauses of the contract for each document of a format; each returns the violations."""

from __future__ import annotations

from collections.abc import Iterable

from .. import edit
from ..codes import PLACE_GONE
from ..diagnostics import Fate, Report, Severity
from ..errors import RobotfmtError
from ..facts import extension_paths, facts
from ..facts.difference import diff
from ..facts.fact import Kind
from ..model import Extension, Robot
from .alterations import NUMBER, marks, others
from .anatomy import Anatomy, anatomy
from .bench import Trial, by_kind, messages_of

_BATCHES = 6
"""The number of trials of unknown content, so that neighbours never get it in the same trial."""


def understood(trial: Trial) -> list[str]:
    """Check that the document is recognised, read without errors, and not empty; a second reading gives the same."""
    robot, data = trial.robot, trial.sample.data
    named = trial.sample.name.lower().endswith(trial.format.suffixes)
    problems = [str(each) for each in trial.report.errors]
    if not named and not trial.format.sniff(data):
        problems.append("neither its name nor its content identifies the format (suffixes, sniff)")
    if not facts(robot) and not robot.extensions:
        problems.append("it was read, but describes no part of a robot")
    if trial.read(data) != robot:
        problems.append("reading it twice gives two different robots")
    return problems


def same_again(trial: Trial) -> list[str]:
    """Check that the document, written and read, gives the same robot, and written again, the same bytes."""
    written = trial.written
    again = trial.bench.again(written.data, trial.sample.beside)
    problems = []
    if again != written.adapted and _is_own_form(trial):
        problems += [f"read back: {each}" for each in _unlike(written.adapted, again)]
    second = trial.bench.written(again)
    problems += [f"its own format loses: {each.message}" for each in written.claims.having(Fate.LOST)]
    if second.data != written.data:
        problems.append(f"written a second time it differs: {_first_difference(written.data, second.data)}")
    return problems


def proved(trial: Trial) -> list[str]:
    """Check that the proof of the hub accepts the document and its report."""
    return trial.bench.unproved(trial.robot, trial.written, trial.sample.beside)


def nothing_in_silence(trial: Trial) -> list[str]:
    """Check that a changed value or a removed element gives another robot, another extension, or another report."""
    parts = trial.parts
    assert parts is not None
    problems = []
    for numbers in by_kind((path for path, _ in parts.leaves), trial.silent):
        path, text = parts.leaves[numbers[0]]
        if all(_is_silent(trial, parts.altered(each, new)) for each in numbers for new in _others(parts, each)):
            problems.append(f"{path}: another value than '{text[:40]}' changes nothing")
    for numbers in by_kind(parts.parts, (*trial.silent, "*@*")):
        if all(_is_silent(trial, parts.without(each)) for each in numbers):
            problems.append(f"{parts.parts[numbers[0]]}: without it nothing changes")
    return problems


def unknown_is_kept(trial: Trial) -> list[str]:
    """Check that unknown content is kept as an extension or reported, and that kept content is written to its place, or
    that a lost place is reported."""
    parts = trial.parts
    assert parts is not None
    count = len(parts.places)
    problems = []
    for start in range(min(_BATCHES, count)):
        batch = range(start, count, _BATCHES)
        try:
            problems += _silenced(trial, parts, batch)
        except RobotfmtError:
            for each in batch:
                problems += _silenced_or_refused(trial, parts, each)
    return problems


def sabotage_is_noticed(trial: Trial) -> list[str]:
    """Check that the proof notices any changed value in a written document, unless no value was read from it."""
    parts, adapted = anatomy(trial.written.data), trial.written.adapted
    assert parts is not None
    again = trial.bench.again(trial.written.data, trial.sample.beside)
    problems = []
    for numbers in by_kind((path for path, _ in parts.leaves), trial.silent):
        altered = (parts.altered(each, new) for each in numbers for new in _others(parts, each))
        if _is_hole(_noticed(trial, adapted, again, each) for each in altered):
            path, text = parts.leaves[numbers[0]]
            problems.append(f"{path}: another value than '{text[:40]}' gives another robot, but no fact differs")
    return problems


def _is_hole(noticed: Iterable[bool | None]) -> bool:
    """Return True if the robot differs and no difference is noticed."""
    missed = False
    for each in noticed:
        if each:
            return False
        missed = missed or each is False
    return missed


def _others(parts: Anatomy, leaf: int) -> tuple[str, ...]:
    return others(parts.leaves[leaf][1])


def _noticed(trial: Trial, adapted: Robot, again: Robot, data: bytes) -> bool | None:
    """Return True if the proof notices that another document was written; None if the robot is the same."""
    try:
        back = trial.bench.again(data, trial.sample.beside)
    except RobotfmtError:
        return True
    if back == again:
        return None
    return bool(trial.bench.differences(adapted, back) or diff(adapted, back))


def _is_silent(trial: Trial, data: bytes) -> bool:
    report = Report()
    try:
        robot = trial.read(data, report)
    except RobotfmtError:
        return False
    if robot != trial.robot or messages_of(report) != trial.messages:
        return False
    return not trial.bench.differences(trial.robot, robot)


def _silenced(trial: Trial, parts: Anatomy, batch: range) -> list[str]:
    """Return messages about injected content that is neither kept nor reported, or not written again."""
    data, report = parts.injected(batch), Report()
    robot = trial.read(data, report)
    expected, kept = marks(data.decode()), marks(_text_of(robot.extensions))
    reported = marks("\n".join(each.message for each in report))
    problems = [
        f"{each} is neither kept nor reported: {_place(data, each)}" for each in sorted(expected - kept - reported)
    ]
    if trial.format.write is None:
        return problems
    made = trial.bench.written(robot)
    own_form = _is_own_form(trial)
    lost = kept - marks(made.everything)
    if lost and not own_form:
        lost -= _gone(trial, robot)
    problems += [f"{each} is kept, but not written: {_place(data, each)}" for each in sorted(lost)]
    if own_form:
        moved = sorted(set(marked_paths(data)) - set(marked_paths(made.data)))
        problems += [f"{each} is not written at its place" for each in moved if marks(each) <= kept - lost]
    return problems


def _gone(trial: Trial, robot: Robot) -> set[str]:
    """Return the unknown content whose place is gone, as a conversion reports."""
    report = Report()
    trial.bench.converted(robot, report)
    return marks_of_gone(robot, report)


def marks_of_gone(robot: Robot, report: Report) -> set[str]:
    """Return the unknown content of a robot that has no place, as a report has it, with all that is in it."""
    subjects = {each.subject for each in report.having(PLACE_GONE.slug)}
    return marks(_text_of([each for path, each in extension_paths(robot) if "/".join(path) in subjects]))


def _silenced_or_refused(trial: Trial, parts: Anatomy, place: int) -> list[str]:
    try:
        return _silenced(trial, parts, range(place, place + 1))
    except RobotfmtError:
        return []


def _is_own_form(trial: Trial) -> bool:
    """Return True if a document has its content at the places where the writer puts it."""
    parts = trial.parts
    return parts is not None and set(parts.places) == set(_paths(trial.written.data))


def _text_of(extensions: Iterable[Extension]) -> str:
    return "\n".join(f"{each.name}={each.content}" for each in extensions)


def _paths(data: bytes) -> list[str]:
    parts = anatomy(data)
    return parts.places if parts is not None else []


def marked_paths(data: bytes) -> list[str]:
    """Return the paths of all unknown content in a document."""
    parts = anatomy(data)
    assert parts is not None
    return [path for path in (*parts.places, *(path for path, _ in parts.leaves)) if marks(path)]


def _place(data: bytes, mark: str) -> str:
    found = [path for path in marked_paths(data) if mark in path]
    return found[0] if found else ""


def _unlike(one: Robot, other: Robot) -> list[str]:
    """Return the differences of two robots as they are written."""
    names = [name for name in one.compared_fields if getattr(one, name) != getattr(other, name)]
    return [f"{name}: {str(getattr(one, name))[:300]} -> {str(getattr(other, name))[:300]}" for name in names]


def _first_difference(one: bytes, other: bytes) -> str:
    lines = zip([*one.splitlines(), b""], [*other.splitlines(), b""], strict=False)
    return next(
        (f"{a.decode(errors='replace')[:100]!r} -> {b.decode(errors='replace')[:100]!r}" for a, b in lines if a != b),
        "",
    )


# Numbers

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
    known = {text for _, text in trial.messages}
    is_fault = any(each.severity is not Severity.NOTE for each in report if each.message not in known)
    return is_fault or any(_WORD in str(fact.value) for fact in facts(robot))


# Edits

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
    reported = marks_of_gone(prefixed, report)
    strayed = (path for path in marked_paths(usual) if path not in found)
    return [f"{path}: moved or gone, and not reported" for path in strayed if not marks(path) <= reported]


def _strayed_or_refused(trial: Trial, data: bytes) -> list[str]:
    try:
        return _strayed(trial, data)
    except RobotfmtError:  # a document that may not have unknown content there
        return []

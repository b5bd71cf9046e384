"""The clauses about the features of a format: the table is true, losses are reported, faults are found."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from .. import formats
from ..codes import INTERNAL_DIFFERENCE, PLACE_GONE
from ..context import Context
from ..diagnostics import Report
from ..errors import InternalError, RobotfmtError
from ..facts import facts
from ..facts.difference import numbered_alike
from ..facts.names import named_as
from ..formats import Carries, Feature, Format
from ..hub.conversion import write, written
from ..hub.outputs import ConversionOptions
from ..hub.proof import Files, kept
from ..hub.reading import read
from ..model import Robot
from ..model.record import replace
from ..settings import Settings
from .alterations import others
from .anatomy import anatomy
from .bench import Bench, Sample, Trial, by_kind, share, unreported
from .featured import featured, lay

_FAULTS = 4
"""The number of faulty writers to test with the whole hub."""


def table_is_true(format: Format, samples: list[Sample]) -> list[str]:
    """Check that a document stores as much of each feature as ``carries`` declares, and that losses are reported."""
    problems = []
    with TemporaryDirectory() as made, formats.added(format):
        folder = Path(made)
        lay(folder)
        base = Robot() if format.name in _KNOWN else _with_unknown(format, samples)
        robots = featured(folder, *base.extensions)
        # Places of content name the robot in many formats.
        robots[Feature.EXTENSIONS] = replace(robots[Feature.EXTENSIONS], name=base.name or "robot")
        for feature, robot in robots.items():
            try:
                problems += _of_feature(format, feature, robot, folder / f"{feature.name}{format.suffixes[0]}")
            except RobotfmtError as error:
                problems.append(f"{feature.name}: {error}")
    return problems


_KNOWN = {"collada", "curobo", "srdf", "urdf", "usd", "xrdf"}


def _of_feature(format: Format, feature: Feature, robot: Robot, output: Path) -> list[str]:
    """Return what is wrong with the share of a feature, in the version that is written by default and in the newest."""
    declared, problems, found = format.holds(feature), list[str](), Carries.NONE
    for version in dict.fromkeys((*format.versions[:1], *format.versions[-1:])) or ("",):
        found, silent = _share_of(format, feature, robot, output, version)
        problems += silent
        if found is declared:
            return problems
    return [*problems, f"{feature.name}: carries declares {declared.value}, but a document supports {found.value}"]


def _share_of(format: Format, feature: Feature, robot: Robot, output: Path, version: str) -> tuple[Carries, list[str]]:
    """Return how much of a feature a document of a version stores, and the losses that are not reported."""
    report, to = Report(), f"{format.name}@{version}" if version else format.name
    allow = [each.slug for each in format.codes]
    options = ConversionOptions(allow=allow, overwrite=True)
    writing, _ = written(robot, [output], report, Settings(target_format=to), options)
    files = Files(Context(report=Report()))
    before = [fact for fact in facts(robot) if fact.feature is feature]
    back = named_as(read(output), writing.prepared[0].adapted)
    after = numbered_alike(facts(back), facts(robot), files.same)
    same = kept(before, after, files)
    problems = unreported(feature, before, same, report)
    if format.overlay and feature in (Feature.NAME, Feature.JOINTS):
        # Read alone it may name the robot and its joints; together with another document it only refers to them.
        return format.holds(feature), problems
    return share({each.path for each in before}, same, {each.path for each in after}), problems


def _with_unknown(format: Format, samples: list[Sample]) -> Robot:
    """Return the robot of the first sample with unknown content that the format keeps; an empty one without any."""
    parts = anatomy(samples[0].data) if samples else None
    for place in range(len(parts.places) if parts is not None else 0):
        assert parts is not None
        try:
            kept = Bench(format).read(parts.injected([place]), "", None, samples[0].beside)
        except RobotfmtError:
            continue
        if kept.extensions:
            return kept
    return Robot()


def faults_are_found(trial: Trial) -> list[str]:
    """Check that a writer that changes or leaves out a value fails the conversion, and nothing is written."""
    parts = anatomy(trial.written.data)
    assert parts is not None
    kinds = by_kind((path for path, _ in parts.leaves), trial.silent)
    some = (numbers[0] for numbers in kinds[:: max(1, len(kinds) // (3 * _FAULTS))])
    documents = (parts.altered(leaf, new) for leaf in some for new in others(parts.leaves[leaf][1])[:1])
    faulty = islice((each for each in documents if _is_misread(trial, each)), _FAULTS)
    found = (_of_fault(trial, data) for data in faulty)
    return [each for each in found if each is not None]


def _is_misread(trial: Trial, data: bytes) -> bool:
    try:
        return bool(trial.bench.misread(trial.written.adapted, data, trial.sample.beside))
    except RobotfmtError:
        return False


def _of_fault(trial: Trial, data: bytes) -> str | None:
    """Return the faults that are not found if a writer writes the given bytes."""

    write_others = trial.format.write

    def faulty(robot: Robot, context: Context) -> dict[str, bytes]:
        assert write_others is not None
        return {**write_others(robot, context), context.output: data}

    report, name = Report(), Path(trial.bench.output).name
    with TemporaryDirectory() as made, formats.added(replace(trial.format, write=faulty)):
        path = Path(made) / name
        try:
            write(trial.robot, path, report=report)
        except InternalError:
            return (
                "a conversion that failed has written its document" if path.exists() else _unnamed(trial, data, report)
            )
        except RobotfmtError as error:
            return f"a faulty writer ends in another error: {error}"
        return "a faulty writer is not detected by a conversion" if _unnamed(trial, data, report) else None


def _unnamed(trial: Trial, data: bytes, report: Report) -> str | None:
    """Return which faults of a writer the report does not name; mesh files of the document do not exist.

    Unrecognised content that a writer damages is reported as lost.
    """
    wrong = {each.subject for each in trial.bench.misread(trial.written.adapted, data, trial.sample.beside)}
    if any(each.code == INTERNAL_DIFFERENCE.slug for each in report):
        # A conversion that is refused because of other faults leaves this content out, too.
        wrong = {each for each in wrong if not each.startswith(f"extension/{trial.format.name}/")}
    named = {each.subject for each in report if each.code in (INTERNAL_DIFFERENCE.slug, PLACE_GONE.slug)}
    return f"{sorted(wrong - named)} is wrong, but is not named" if wrong - named else None

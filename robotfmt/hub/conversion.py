"""Write and convert robots: adapting, proof, refusals, and only then files."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from .. import codes
from ..assets.files import check_outputs
from ..assets.mesh_files import report_now, supersede
from ..codes.spheres import ADJACENT_NOT_IGNORED, DEFAULT_COLLISION
from ..context import Context
from ..diagnostics import Diagnostic, Report, Severity
from ..edit.journal import Journal
from ..formats import Carries
from ..model import Robot
from ..model.features import Feature
from ..model.record import replace
from ..settings import Settings
from ..validation import check_magnitudes, check_structure
from .checking import NO_NAMES, new_findings
from .editing import Changes, prove_edit
from .options import GivenConversion, GivenWriting, conversion_options, writing_options
from .outputs import Output, outputs_of
from .reading import Documents, PathLike, Reading, opened, paths_of, read_documents
from .refusals import refuse_broken, refuse_other_links, refuse_wanted, refuse_without_links
from .tally import Tally
from .writing import Job, Writing, prepare

if TYPE_CHECKING:
    from typing_extensions import Unpack

Edit: TypeAlias = Callable[[Robot, Context], Robot]
_OVERLAPS = {ADJACENT_NOT_IGNORED.slug, DEFAULT_COLLISION.slug}


@dataclass(frozen=True, slots=True, repr=False)
class Conversion:
    """The result of a conversion."""

    robot: Robot
    report: Report
    tally: Tally
    """The number of facts with each fate."""
    files: tuple[Path, ...]
    """The written files: the documents and their meshes."""
    findings: tuple[Diagnostic, ...] = ()
    """The findings in the outputs that the inputs do not have."""

    def __repr__(self) -> str:
        files = ", ".join(map(str, self.files[:1])) or "nothing"
        more = f" and {len(self.files) - 1} more" if len(self.files) > 1 else ""
        name = repr(self.robot.name) if self.robot.name is not None else "an unnamed robot"
        return f"<Conversion of {name}: wrote {files}{more}; {self.tally}; {self.report.summary()}>"


def write(
    robot: Robot,
    *paths: PathLike,
    report: Report | None = None,
    settings: Settings | None = None,
    **given: Unpack[GivenWriting],
) -> tuple[Path, ...]:
    """Write a robot to one or several documents, and return the paths of all written files.

    Losses are reported. Nothing is written if an error occurs.

    Args:
        robot: The robot.
        paths: The paths of the documents; their suffixes determine the formats.
        report, settings: The report for diagnostics; limits, options, mesh locations, ...
        given: ``overwrite=True`` replaces existing files; ``meshes`` is the place of meshes (``keep``, ``copy``,
            ``package://NAME/FOLDER``), ``mesh_format`` their format (``obj``, ``stl``, ...).

    Raises:
        TypeError: A keyword is unknown.
        ModelError: The robot has errors, which are the error's ``findings``.
        OutputError: A document already exists, or cannot be written.
        InternalError: The output does not read back as the robot.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    options = writing_options(given)
    outputs = outputs_of([os.fspath(path) for path in paths], settings)
    report_now(robot, settings.assets, report)
    check_structure(robot, report)
    refuse_broken(report)
    job = Job(robot, outputs, settings, report, options)
    writing = prepare(job)
    refuse_broken(report)
    return writing.commit(job, [])


def convert(
    inputs: PathLike | Sequence[PathLike],
    outputs: PathLike | Sequence[PathLike],
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    edit: Edit | None = None,
    **given: Unpack[GivenConversion],
) -> Conversion:
    """Convert documents, prove the conversion, and only then write; report new findings in the outputs.

    Args:
        inputs, outputs: The documents, one path or several; a fact is lost only if no output stores it.
        report, settings: The report for diagnostics; limits, options, mesh locations, ...
        edit: A function from robot to robot, applied between reading and writing.
        given: ``overwrite=True`` replaces existing files; ``meshes`` is the place of meshes (``keep``, ``copy``,
            ``package://NAME/FOLDER``), ``mesh_format`` their format (``obj``, ``stl``, ...); ``verify=False`` skips
            reading back; ``fail_on``: fates or severities at which nothing is written; ``allow``: codes that it
            ignores; ``put``: the function that writes the files.

    Raises:
        TypeError: A keyword is unknown.
        InputError, ModelError: A document cannot be read; the robot has errors, which are the error's ``findings``.
        OutputError, InternalError: An output cannot be written; the proof failed, an internal error.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    options, sources = conversion_options(given), paths_of(inputs)
    wanted = _wanted(paths_of(outputs), sources, settings, options.overwrite)
    reading = read_documents(sources, settings, report)
    robot, changes = _ready(reading, wanted, settings, report, edit, options.allow)
    job = Job(robot, wanted, settings, report, options, reading.base, changes)
    writing = prepare(job)
    refuse_broken(report, options.allow)
    found = _report_findings(job, writing, reading)
    refuse_wanted(report, options.fail_on, options.allow)
    return Conversion(robot, report, writing.tally, writing.commit(job, sources), tuple(found))


def _report_findings(job: Job, writing: Writing, reading: Reading) -> list[Diagnostic]:
    """Report findings in documents to be written that the source documents do not have."""
    settings = replace(job.settings, assets=writing.assets)
    read, names = [*reading.documents, *_attached(job.changes, settings)], _old_names(job.changes)
    found = found_in_outputs(writing.documents, read, settings, reading.robot, job.robot, job.report, names)
    job.report.diagnostics += found
    return found


def _wanted(paths: list[str], sources: list[str], settings: Settings, overwrite: bool) -> list[Output]:
    """Return the documents to write, which do not exist yet or may be overwritten."""
    wanted = outputs_of(paths, settings)
    check_outputs([each.path for each in wanted], sources, overwrite)
    return wanted


def found_in_outputs(
    written: Documents,
    read: Documents,
    settings: Settings,
    before: Robot,
    after: Robot,
    report: Report,
    names: Mapping[str, str] = NO_NAMES,
) -> list[Diagnostic]:
    """Return the findings in written documents that the source documents do not have.

    Findings that are already in the report are omitted.

    Documents that only add to others are checked together with those that they belong to. Spheres are written as they
    were read, so their overlaps are only warnings. The same applies if no document can store the default pose.

    Args:
        written, read: The documents.
        settings: Limits, options, mesh locations, ...
        before, after: The robot as it was read, and as it was written.
        report: The findings known so far.
        names: The names of renamed parts in the documents that were read, by their new names.
    """
    if all(format.overlay for _, format in written):
        written = [*(each for each in read if not each[1].overlay), *written]
    known = {(each.code, each.message) for each in report}
    new = new_findings(written, read, settings, names)
    found = [it for it in new if (it.code, it.message) not in known]
    has_pose = any(format.holds(Feature.DEFAULT_POSITIONS) is not Carries.NONE for _, format in written)
    if before.sphere_sets != after.sphere_sets and has_pose:
        return found
    return [replace(it, severity=Severity.WARNING) if it.code in _OVERLAPS else it for it in found]


def _old_names(changes: Changes | None) -> Mapping[str, str]:
    return changes.journal.old_names if changes is not None else NO_NAMES


def _attached(changes: Changes | None, settings: Settings) -> Documents:
    """Return the documents of robots that an edit attached; not those that only add to one."""
    names = changes.journal.attached if changes is not None else ()
    documents = opened(names, settings, Report()) if names else []
    return [each for each in documents if not each[1].overlay]


def _ready(
    reading: Reading,
    outputs: list[Output],
    settings: Settings,
    report: Report,
    edit: Edit | None,
    allow: Collection[str],
) -> tuple[Robot, Changes | None]:
    """Return the complete, edited robot as the outputs can store it; and the number of facts with each fate."""
    robot = reading.robot
    if reading.base is None:
        refuse_without_links(robot, [source.name for source, _ in reading.documents], outputs)
    check_structure(robot, report)
    refuse_broken(report)
    if edit is None and not robot.modifiers:
        return robot, None
    journal, edited = Journal(robot), robot
    try:
        if edit is not None:
            edited = edit(robot, Context(report=journal, limits=settings.limits, assets=settings.assets))
            check_magnitudes(edited, report)
            refuse_broken(report)
            refuse_broken(journal, allow)
        edited = _with_modifiers_applied(edited, outputs, journal)
    finally:
        report.extend(journal)
        supersede(report)
    if all(output.format.overlay for output in outputs):
        refuse_other_links(robot, edited, [output.path for output in outputs])
    return edited, prove_edit(journal, edited, report)


def _with_modifiers_applied(robot: Robot, outputs: list[Output], report: Report) -> Robot:
    """Apply the modifiers of a document, if a whole robot is written and no output can store them."""
    formats = [output.format for output in outputs]
    is_held = any(format.holds(Feature.MODIFIERS) is not Carries.NONE for format in formats)
    if not robot.modifiers or not robot.links or is_held or all(format.overlay for format in formats):
        return robot
    from ..edit import apply_modifiers

    new = apply_modifiers(robot, report=report)
    count = len(robot.modifiers)
    message = (
        f"{count} kinematics modifier{'s' if count > 1 else ''} applied, because no output can store them"
    )
    report.add(codes.APPLIED, message, robot.modifiers[0].origin)
    return new

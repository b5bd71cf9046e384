"""Write and convert robots: adapting, proof, refusals, and only then files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codes
from ..assets.files import check_outputs
from ..assets.mesh_files import supersede
from ..codes import BASE_GIVEN
from ..codes.spheres import ADJACENT_NOT_IGNORED, DEFAULT_COLLISION
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..edit.journal import Journal
from ..errors import ModelError, UsageError
from ..facts import Whole
from ..formats import Carries
from ..kinematics.tree import base_of
from ..model import Base, Robot, SphereSet, World
from ..model.features import Feature
from ..model.record import Record, replace
from ..model.world import world_of
from ..settings import Settings
from ..validation import check_magnitudes, check_structure
from .checking import NO_NAMES, new_findings
from .editing import Changes, Edit, prove_edit
from .outputs import (
    ConversionOptions,
    GivenConversion,
    GivenWriting,
    Output,
    conversion_options,
    document_in,
    outputs_of,
    writing_options,
)
from .reading import Documents, PathLike, Reading, WorldReading, each_path, opened, paths_of, read_any, read_documents
from .refusals import refuse_broken, refuse_empty, refuse_other_links, refuse_wanted, refuse_without_links
from .tally import Tally
from .worlds import as_one_reading, check_whole, ready_world
from .writing import Job, Writing, prepare

if TYPE_CHECKING:
    from typing_extensions import Unpack


# The base


def with_base_given(job: Job) -> Job:
    """Return a job whose robots have the wanted base, unless their documents give one; that is reported."""
    if job.options.base is None:
        return job
    base, whole = Base(job.options.base), job.whole
    if isinstance(whole, World):
        made = whole.with_robots([_based(each.robot, base, job.report) for each in whole.robots])
        return replace(job, whole=made)
    return replace(job, whole=_based(whole, base, job.report))


def _based(robot: Robot, base: Base, report: Report) -> Robot:
    from ..adapting import assume_base

    given = base_of(robot)
    if given is not None and given is not base:
        message = (
            f"the base of '{robot.name}' is {given.value}, as its document gives it; --base {base.value} is ignored"
        )
        report.add(BASE_GIVEN, message, robot.origin)
    return assume_base(robot, base)


# Conversions

_OVERLAPS = {ADJACENT_NOT_IGNORED.slug, DEFAULT_COLLISION.slug}


class Conversion(Record, kw_only=False):
    """The result of a conversion."""

    whole: Whole
    """The robot, or the world."""
    report: Report
    tally: Tally
    """The numbers of facts of the robot or world with each fate."""
    files: tuple[Path, ...]
    """The written files: the documents and their meshes."""
    findings: tuple[Diagnostic, ...] = ()
    """The findings in the outputs that the inputs do not have."""

    @property
    def robot(self) -> Robot:
        """The robot.

        Raises:
            ModelError: A world was converted, whose robots are in ``world``.
        """
        if isinstance(self.whole, World):
            names = ", ".join(f"'{each.name}'" for each in self.whole.robots)
            raise ModelError(codes.SEVERAL_ROBOTS, f"a world was converted: {names}")
        return self.whole

    @property
    def world(self) -> World:
        """The world; that of a single robot if no world was converted."""
        return self.whole if isinstance(self.whole, World) else world_of(self.whole)

    def __repr__(self) -> str:
        files = ", ".join(map(str, self.files[:1])) or "nothing"
        more = f" and {len(self.files) - 1} more" if len(self.files) > 1 else ""
        kind = "world" if isinstance(self.whole, World) else "robot"
        name = repr(self.whole.name) if self.whole.name is not None else f"an unnamed {kind}"
        return f"<Conversion of {name}: wrote {files}{more}; {self.tally}; {self.report.summary()}>"


def write(
    whole: Whole,
    *paths: PathLike,
    report: Report | None = None,
    settings: Settings | None = None,
    **given: Unpack[GivenWriting],
) -> tuple[Path, ...]:
    """Write a robot or a world to one or several documents, and return the paths of all files that were written.

    Losses are reported. Nothing is written if an error occurs.

    Args:
        whole: The robot, or the world.
        paths: The documents; their suffixes give the formats.
        report, settings: Where diagnostics go; limits, options, where meshes are, ...
        given: ``overwrite=True`` replaces existing files; ``meshes`` is where meshes go (``keep``, ``copy``,
            ``package://NAME/FOLDER``), ``mesh_format`` what they become (``obj``, ``stl``, ...); ``allow`` has
            codes of errors that become warnings; ``keep=True`` stores what no document has words for in a sidecar.

    Raises:
        TypeError: A keyword is unknown.
        ModelError: The robot has errors, which are the error's ``findings``.
        OutputError: A document exists already, or cannot be written.
        UsageError: A format supports one robot, and this is a world of several.
        InternalError: An output does not read back.
    """
    report = report if report is not None else Report()
    return written(whole, paths, report, settings or Settings(), writing_options(given))[1]


def written(
    whole: Whole, paths: Sequence[PathLike], report: Report, settings: Settings, options: ConversionOptions
) -> tuple[Writing, tuple[Path, ...]]:
    """Write a robot or a world; return what was written, and the paths of all files; see :func:`write`."""
    outputs = outputs_of(each_path(paths, "write(robot, 'arm.dae', 'arm.srdf')"), settings)
    check_whole(whole, settings, report)
    refuse_broken(report)
    job = Job(_for_outputs(whole, outputs), outputs, settings, report, options)
    writing = prepare(job)
    refuse_broken(report, options.allow)
    return writing, writing.commit(job, [])


def convert(
    source: PathLike | Sequence[PathLike],
    *outputs: PathLike,
    report: Report | None = None,
    settings: Settings | None = None,
    edit: Edit | None = None,
    **given: Unpack[GivenConversion],
) -> Conversion:
    """Convert documents, prove the conversion, and only then write; report new findings in the outputs.

    Args:
        source: The document; a list if several documents describe the robot, such as a URDF and its SRDF.
        outputs: The documents to write; a fact is lost only if none of them stores it.
        report, settings: Where diagnostics go; limits, options, where meshes are, ...
        edit: A function from robot to robot that takes ``report`` and ``settings`` by name, as ``spheres.fit`` does.
        given: ``overwrite=True`` replaces existing files; ``meshes`` is where meshes go (``keep``, ``copy``,
            ``package://NAME/FOLDER``), ``mesh_format`` what they become (``obj``, ``stl``, ...); ``keep=True`` stores
            what no output has words for in a sidecar; ``verify=False`` reads nothing back; ``fail_on`` has fates or
            severities at which nothing is written, and ``allow`` the codes that pass; ``put`` writes the files;
            ``base`` connects robots to the world whose documents do not give it; ``as_one`` makes one robot of a
            world; ``in_world`` edits the robot named in ``settings``, and writes its whole world.

    Raises:
        TypeError: A keyword is unknown.
        InputError, ModelError: A document cannot be read; the robot has errors, which are the error's ``findings``.
        OutputError, InternalError: An output cannot be written; the proof failed, an internal error.
        UsageError: No output is given, or a list of them.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    options, sources = conversion_options(given), paths_of(source)
    wanted = _wanted(_targets(sources, outputs, settings), sources, settings, options.overwrite)
    reading = _read(sources, wanted, settings, report, options, edit is not None)
    if isinstance(reading, WorldReading) and options.apart is not None:
        wanted, settings = _apart(wanted, sources, settings, options)
    job = with_base_given(_job(reading, wanted, settings, report, options, edit))
    writing = prepare(job)
    refuse_broken(report, options.allow)
    found = _report_findings(job, writing, reading, is_edit=edit is not None)
    refuse_wanted(report, options.fail_on, options.allow)
    return Conversion(job.whole, report, writing.tally, writing.commit(job, sources), tuple(found))


def _targets(sources: list[str], outputs: Sequence[PathLike], settings: Settings) -> list[str]:
    """Return the paths of the outputs."""
    if not outputs:
        first = repr(sources[0]) if len(sources) == 1 else repr(sources)
        raise UsageError(codes.USAGE, f"no output is given; name it after the source: convert({first}, 'arm.dae')")
    paths = each_path(outputs, "convert('arm.urdf', 'arm.dae', 'arm.srdf')")
    return [document_in(each, sources, settings) for each in paths]


def _apart(
    wanted: list[Output], sources: list[str], settings: Settings, options: ConversionOptions
) -> tuple[list[Output], Settings]:
    """Return the outputs of a world: the given ones if they can store it, else one with documents of its robots."""
    if options.apart is None or all(each.format.write_world is not None for each in wanted):
        return wanted, settings
    path, more = options.apart
    settings = replace(settings, options={**settings.options, **more}, target_format=None)
    return _wanted([path], sources, settings, options.overwrite), settings


def _job(
    reading: Reading | WorldReading,
    wanted: list[Output],
    settings: Settings,
    report: Report,
    options: ConversionOptions,
    edit: Edit | None,
) -> Job:
    """Return the edited and complete robot or world to write."""
    if isinstance(reading, WorldReading):
        world = ready_world(reading.world, settings, report, edit, options.allow)
        return Job(world, wanted, settings, report, options)
    robot, changes = _ready(reading, wanted, settings, report, edit, options.allow)
    whole = _for_outputs(robot, wanted)
    return Job(whole, wanted, settings, report, options, reading.base, changes if whole is robot else None)


def _for_outputs(whole: Whole, wanted: list[Output]) -> Whole:
    """Return the world of a single robot, for formats that store only worlds."""
    only_worlds = any(each.format.write is None for each in wanted) and all(
        each.format.write_world is not None for each in wanted
    )
    return world_of(whole) if only_worlds and isinstance(whole, Robot) else whole


def _read(
    sources: list[str],
    wanted: list[Output],
    settings: Settings,
    report: Report,
    options: ConversionOptions,
    edited: bool,
) -> Reading | WorldReading:
    """Return the world if all outputs can store it, or if it becomes one robot; else the robot.

    Args:
        edited: True if a robot is edited: it is converted even if the outputs can store worlds.
    """
    if options.as_one:
        return as_one_reading(read_any(sources, replace(settings, robot=None), report), report)
    able = all(each.format.write_world is not None for each in wanted)
    if (able and (not edited or options.in_world)) or (options.apart is not None and not options.in_world):
        return read_any(sources, replace(settings, robot=None) if options.in_world else settings, report)
    return read_documents(sources, settings, report)


def _report_findings(job: Job, writing: Writing, reading: Reading | WorldReading, *, is_edit: bool) -> list[Diagnostic]:
    """Report findings of the formats' rules in the outputs that the inputs did not have.

    Raises:
        ModelError: An edit made a broken document, which its program refuses.
    """
    settings = replace(job.settings, assets=writing.assets)
    read, names = [*reading.documents, *_attached(job.changes, settings)], _old_names(job.changes)
    before = reading.world if isinstance(reading, WorldReading) else reading.robot
    found = found_in_outputs(writing.documents, read, settings, before, job.whole, job.report, names)
    job.report.diagnostics += found
    if is_edit:
        broken = Report()
        broken.diagnostics += [each for each in found if each.fate is Fate.BROKEN]
        refuse_broken(broken, job.options.allow)
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
    before: Whole,
    after: Whole,
    report: Report,
    names: Mapping[str, str] = NO_NAMES,
) -> list[Diagnostic]:
    """Return the findings in written documents that the source documents do not have.

    Findings that are already in the report are omitted.

    Documents that only add to others are checked together with those that they belong to. Spheres are written as they
    were read, so their overlaps are only warnings. The same applies if no document can store the default pose.

    Args:
        written, read: The documents.
        settings: Limits, options, where meshes are, ...
        before, after: The robot or the world as it was read, and as it was written.
        report: The report so far.
        names: The names of renamed parts in the documents that were read, by their new names.
    """
    if all(format.overlay for _, format in written):
        written = [*(each for each in read if not each[1].overlay), *written]
    known = {(each.code, each.message) for each in report}
    new = new_findings(written, read, settings, names)
    found = [it for it in new if (it.code, it.message) not in known]
    has_pose = any(format.holds(Feature.DEFAULT_POSITIONS) is not Carries.NONE for _, format in written)
    if _spheres_of(before) != _spheres_of(after) and has_pose:
        return found
    return [replace(it, severity=Severity.WARNING) if it.code in _OVERLAPS else it for it in found]


def _spheres_of(whole: Whole) -> list[tuple[SphereSet, ...]]:
    robots = [each.robot for each in whole.robots] if isinstance(whole, World) else [whole]
    return [each.sphere_sets for each in robots]


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
    else:
        refuse_empty(robot, outputs, allow)
    check_structure(robot, report)
    refuse_broken(report)
    if edit is None and not robot.modifiers:
        return robot, None
    journal, edited = Journal(robot), robot
    try:
        if edit is not None:
            edited = edit(robot, report=journal, settings=settings)
            check_magnitudes(edited, report)
            refuse_broken(report)
            refuse_broken(journal, allow)
        edited = _with_modifiers_applied(edited, outputs, journal)
    finally:
        report.extend(journal)
        supersede(report)
    if all(output.format.overlay for output in outputs):
        refuse_other_links(robot, edited, [output.path for output in outputs])
    return edited, prove_edit(journal, edited, report, allow)


def _with_modifiers_applied(robot: Robot, outputs: list[Output], report: Report) -> Robot:
    """Apply the modifiers of a document, if a whole robot is written and no output can store them."""
    formats = [output.format for output in outputs]
    is_held = any(format.holds(Feature.MODIFIERS) is not Carries.NONE for format in formats)
    if not robot.modifiers or not robot.links or is_held or all(format.overlay for format in formats):
        return robot
    from ..edit import apply_modifiers

    new = apply_modifiers(robot, report=report)
    count = len(robot.modifiers)
    message = f"{count} kinematics modifier{'s' if count > 1 else ''} applied, because no output can store them"
    report.add(codes.APPLIED, message, robot.modifiers[0].origin)
    return new

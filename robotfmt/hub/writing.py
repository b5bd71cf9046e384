"""Write outputs: a robot is adapted, written, read back and compared, before any file exists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codes, formats
from ..assets.files import check_outputs, holds
from ..assets.resolver import Assets
from ..context import Context
from ..diagnostics import Diagnostic, Fate, Report
from ..documents.source import Source
from ..errors import UsageError
from ..facts import Fact, Whole, facts
from ..facts import Path as FactPath
from ..facts.difference import Difference, compare
from ..facts.names import with_names
from ..facts.shapes import with_places
from ..formats import Format
from ..model import Robot, World
from ..model.features import Feature
from ..model.record import Record, replace
from ..settings import Settings, format_context
from .composing import Inner, adapted_for, compose, drop_moot
from .editing import Changes
from .losses import (
    held_otherwise,
    misplaced,
    report_contradictions,
    report_left_behind,
    report_losses,
    report_other_forms,
    report_stored,
    report_untested,
    without_extensions,
)
from .once import documents_named_in
from .outputs import ConversionOptions, Output, is_outside, outputs_of, settled
from .proof import Files, Intent, Proof, believed, prove
from .proof import kept as kept_facts
from .reading import read_into
from .tally import Tally, claim, tally
from .twins import is_new_place, moved_in_vain

if TYPE_CHECKING:
    from ..kept.sidecar import Sidecar


class Job(Record, kw_only=False):
    """A robot or a world, its output documents, and the options of writing."""

    whole: Whole
    outputs: list[Output]
    settings: Settings
    report: Report
    options: ConversionOptions
    base: Robot | None = None
    """The robot of the documents that overlay outputs belong to."""
    changes: Changes | None = None
    """The changes by an edit, if there was one."""


class _Prepared(Record, kw_only=False):
    """One document that is ready to write, with the files that it refers to."""

    output: Output
    adapted: Whole
    source: Source
    files: dict[Path, bytes]
    claims: Report
    lost_in_files: list[Difference]
    """The appearances of mesh files that were lost."""
    inner: Mapping[str, Format]
    """The formats of robots of a world that have separate documents."""


class _Proved(Record, kw_only=False):
    """One document, with the proof of its content."""

    document: _Prepared
    proof: Proof
    dropped: frozenset[FactPath]
    """Unrecognised content that has no place in it."""


class Writing(Record, kw_only=False):
    """Documents that are proved but not yet written."""

    assets: Assets
    """Assets that serve the files as if they were written; the user's assets never see refused files."""
    prepared: tuple[_Prepared, ...]
    tally: Tally
    """The number of facts of the robot with each fate."""
    sidecar: Sidecar | None = None
    """What the documents have no words for, if it was to be kept."""

    @property
    def documents(self) -> list[tuple[Source, Format]]:
        """The documents to write, without meshes and other files."""
        return [(each.source, each.output.format) for each in self.prepared]

    def commit(self, job: Job, sources: list[str]) -> tuple[Path, ...]:
        """Write everything, meshes first, and update the user's assets."""
        overwrite = job.options.overwrite
        meshes = {path: data for each in self.prepared for path, data in each.files.items()}
        documents = {each.output.path: each.source.data for each in self.prepared}
        kept = {Path(self.sidecar.name): self.sidecar.data} if self.sidecar is not None else {}
        check_outputs([*documents, *kept], sources, overwrite)
        check_outputs([path for path, data in meshes.items() if not holds(path, data)], sources, overwrite)
        job.options.put([*sorted(meshes.items()), *kept.items(), *documents.items()])
        job.settings.assets.adopt(self.assets, {each.source.name: each.source.data for each in self.prepared})
        return (*documents, *kept, *sorted(meshes))


def prepare(job: Job) -> Writing:
    """Adapt, write and read back the documents of a conversion, and report the facts that none of them contains.

    Raises:
        UsageError: A format cannot be written, or conflicts with an option.
        InternalError: An output does not read back as the robot.
    """
    outputs = sorted(settled(job.outputs, job.whole), key=lambda output: output.format.overlay)
    # What is written has one robot, whichever was chosen of those that were read.
    settings = replace(job.settings, robot=None, assets=job.settings.assets.draft())
    job = replace(job, whole=with_names(with_places(job.whole)), outputs=outputs, settings=settings)
    report_contradictions(job.whole, outputs, job.report)
    before, base = facts(job.whole), job.base
    proved: list[_Proved] = []
    for output in outputs:
        proved.append(_proved(job, output, before, base))
        read_back = proved[-1].proof.whole
        if not output.format.overlay and isinstance(read_back, Robot):
            base = read_back
    kept = _kept(proved, job.base)
    sidecar, stored = _stored(job, proved, before, kept)
    files = Files(_context(job, outputs[0], Report()))
    otherwise = held_otherwise(job.whole, [each.proof.shown for each in proved], before, files) - kept
    lost = _report_losses(proved, before, kept, otherwise, job.report)
    if not any(each.document.output.format.overlay for each in proved):
        for each in proved:
            report_untested(job.whole, each.document.adapted, each.proof.whole, job.report)
    if sidecar is not None:
        report_stored(job.report, stored, Path(sidecar.name).name)
    claims = [claim("/".join(path), Fate.CONVERTED) for path in otherwise]
    claims += [claim(fact.subject, Fate.LOST) for fact in lost]
    prepared = tuple(each.document for each in proved)
    return Writing(settings.assets, prepared, _count(prepared, before, kept, stored, job.changes, claims), sidecar)


def _stored(
    job: Job, proved: Sequence[_Proved], before: Sequence[Fact], kept: set[FactPath]
) -> tuple[Sidecar | None, set[FactPath]]:
    """Return the sidecar of the documents, and the facts that only it has."""
    if not job.options.keep:
        report_left_behind([each.document.output for each in proved], job.report)
        return None, set()
    from .storing import sidecar_of

    wholes = [each for each in proved if not each.document.output.format.overlay]
    overlays = [each for each in proved if each.document.output.format.overlay]
    together = [*wholes[:1], *overlays]
    found: Whole | None = wholes[0].proof.whole if wholes else job.base
    for each in overlays:
        assert isinstance(found, Robot) or found is None
        found = read_into(found, [(each.document.source, each.document.output.format)], job.settings, Report())
    assert found is not None
    documents = [(each.document.output.path, each.document.output.format) for each in together]
    files = Files(_context(job, job.outputs[0], Report()))
    made = sidecar_of(job.whole, found, documents, files.same, job.report)
    if made is None:
        return None, set()
    sidecar, whole = made
    return sidecar, kept_facts(before, facts(whole), files) - kept


def _proved(job: Job, output: Output, before: Sequence[Fact], base: Robot | None) -> _Proved:
    """Return an output that reads back as intended.

    Unrecognised content is left out, and reported, if it has lost its place or would be understood at its place.
    """
    dropped: frozenset[FactPath] = frozenset()
    while True:
        document = _prepared(job, output, dropped)
        intent = _intent(document, before, job)
        if not job.options.verify:
            return _Proved(document, believed(intent, document.adapted), dropped)
        proof = prove(intent, document.source, base, job.settings)
        clashing = misplaced(job.whole, output.format, proof.misread) - dropped
        if not clashing:
            break
        dropped |= clashing
    proof.refuse(output.path.name, job.report, job.options.allow)
    return _Proved(document, proof, dropped)


def _prepared(job: Job, output: Output, dropped: frozenset[FactPath]) -> _Prepared:
    """Return an output that is composed, but not yet proved or written."""
    claims = Report()
    inner = InnerDocuments(job, output, claims)
    reading = documents_named_in(str(output.path), job.settings, Report()).read
    context = _context(job, output, claims).having(writing=inner.write, adapting=inner.adapt, reading=reading)
    gone = Report()
    whole = without_extensions(job.whole, dropped, gone)
    made = compose(whole, output, job.options, context, inner.known)
    if inner.changed:
        files_alike = Files(context.having(report=Report())).same
        drop_moot(inner.changed, compare(facts(whole), facts(made.adapted), same_file=files_alike), claims)
    adapted = without_extensions(made.adapted, inner.dropped, gone)
    claims.extend(gone)
    files = dict(made.files)
    source = Source(context.output, files.pop(context.output))
    beside = {output.path.parent / name: content for name, content in files.items()}
    for path, data in beside.items():
        job.settings.assets.stage(path, data)
    together = {**inner.files, **made.placed, **beside}
    lost = [*made.lost_in_files, *inner.lost_in_files]
    return _Prepared(output, adapted, source, together, claims, lost, made.inner)


class InnerDocuments:
    """The documents of other formats that belong to a document."""

    def __init__(self, job: Job, output: Output, claims: Report) -> None:
        self._job, self._output, self._claims = job, output, claims
        self.known: dict[int, Inner] = {}
        """The written documents, by the identity of their robots."""
        self.files: dict[Path, bytes] = {}
        """The meshes of adapted robots."""
        self.lost_in_files: list[Difference] = []
        self.dropped: frozenset[FactPath] = frozenset()
        """Unrecognised content that has no place in them."""
        self.changed: set[str] = set()
        """The subjects of the changes for them, which the outer document may have in its own words."""
        self._placed: dict[str, Output] = {}

    def adapt(self, robot: Robot, name: str, format: str, report: Report) -> Robot:
        """Return a robot as a document can store it; see :meth:`robotfmt.context.Context.adapt`."""
        self._placed[name] = output = self._named(robot, name, format)
        changes = Report()
        made = adapted_for(robot, output, self._job.options, _context(self._job, output, changes))
        self.changed |= {each.subject for each in changes if each.subject}
        report.extend(changes)
        self.files |= made.files
        self.lost_in_files += made.differences
        return made.robot

    def _named(self, robot: Robot, name: str, format: str) -> Output:
        if is_outside(name):
            raise UsageError(codes.USAGE, f"'{name}' is not a path in the folder of '{self._output.path}'")
        settings = replace(self._job.settings, target_format=format)
        return settled(outputs_of([str(self._output.path.parent / name)], settings), robot)[0]

    def write(self, robot: Robot, name: str, format: str) -> None:
        """Write a robot to a document; see :meth:`robotfmt.context.Context.write`."""
        if id(robot) in self.known:
            return
        output, options, report = self._placed.get(name), self._job.options, Report()
        if output is None:
            output = self._named(robot, name, format)
        else:
            options = replace(options, meshes="keep", mesh_format=None)  # the caller has placed the meshes already
        job = replace(self._job, whole=robot, outputs=[output], report=report, options=options, base=None, changes=None)
        proved = _proved(job, output, facts(robot), None)
        done = proved.document
        if not isinstance(self._job.whole, World):
            self.dropped |= proved.dropped
        assert isinstance(done.adapted, Robot)
        if not isinstance(
            self._job.whole, World
        ):  # for a world, the caller joins the reports and adds the name of each robot
            self._claims.extend(report)
        report.extend(done.claims)
        files = {**done.files, output.path: done.source.data}
        self._job.settings.assets.stage(output.path, done.source.data)
        self.known[id(robot)] = Inner(robot, done.adapted, output.format, report, files, done.lost_in_files)


def _context(job: Job, output: Output, report: Report) -> Context:
    others = [each.format for each in job.outputs if each is not output]
    elsewhere = frozenset(
        each for each in Feature if any(other.holds(each) is formats.Carries.FULL for other in others)
    )
    context = format_context(output.format, job.settings, report, str(output.path), output.version)
    return context.having(held_elsewhere=elsewhere)


def _intent(document: _Prepared, before: Sequence[Fact], job: Job) -> Intent:
    return Intent(
        format=document.output.format,
        robot=before,
        adapted=facts(document.adapted),
        claims=document.claims,
        files=Files(_context(job, document.output, Report())),
        lost_in_files=document.lost_in_files,
        inner=document.inner,
        is_world=isinstance(job.whole, World),
        written=document.adapted,
    )


def _report_losses(
    proved: Sequence[_Proved],
    before: Sequence[Fact],
    kept: set[FactPath],
    otherwise: set[FactPath],
    report: Report,
) -> list[Fact]:
    """Report lost facts, and facts that the outputs have in another form; return the lost ones."""
    reported: list[Diagnostic] = []
    there = {"/".join(path) for path in kept | otherwise}
    known = {fact.subject for fact in before}
    claims = [it for each in proved for it in each.document.claims]
    old = {(each.code, each.message) for each in claims if each.subject in known}
    in_vain = moved_in_vain(claims, known, {"/".join(path) for each in proved for path in each.proof.held})
    for found in claims:
        if id(found) in in_vain:
            continue
        if is_new_place(found, known) and (found.code, found.message) in old:
            continue
        if found.fate is not Fate.LOST or found.subject not in there:
            reported.append(found)
    report.add_new(reported)
    subjects = {each.subject for each in reported}
    unreported = {path for path in otherwise if "/".join(path) not in subjects}
    report_other_forms(before, unreported, report)
    held = kept.union(unreported, *(each.proof.held for each in proved))
    return report_losses(before, held, reported, report)


def _kept(proved: Sequence[_Proved], base: Robot | None) -> set[FactPath]:
    """Return the facts of the robot that the outputs together store unchanged."""
    kept = set[FactPath]().union(*(each.proof.kept for each in proved))
    if base is not None and all(each.document.output.format.overlay for each in proved):
        # The outputs are used with the document that was read: its content is not lost.
        kept |= {fact.path for fact in facts(base)}
    return kept


def _count(
    prepared: Sequence[_Prepared],
    before: Sequence[Fact],
    kept: set[FactPath],
    stored: set[FactPath],
    changes: Changes | None,
    counted: Sequence[Diagnostic],
) -> Tally:
    claims = (*(it for each in prepared for it in each.claims), *counted)
    in_files = {it.path: it.fact for each in prepared for it in each.lost_in_files}
    after = [*before, *in_files.values()]
    if changes is not None:
        return changes.tally(after, kept, claims, stored)
    return tally(after, kept, claims, stored)

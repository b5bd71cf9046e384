"""The way out: a robot is adapted, written, read back and compared, before any file exists."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TypeAlias, cast

from .. import codes, formats
from ..assets.files import check_outputs, holds, write_files
from ..context import Context
from ..diagnostics import Diagnostic, Fate, Report, quoted
from ..documents.source import Source
from ..errors import InternalError, UsageError
from ..facts import Fact, extension_paths, facts
from ..facts.difference import Difference, compare
from ..formats import Format
from ..model import Extension, Pose, Robot
from ..model.features import Feature
from ..model.pose import pose_in_words
from ..settings import Settings
from . import proof
from .editing import Changes
from .mesh_outputs import Meshes, MeshFormat, place
from .outputs import Output, settled

_Subject: TypeAlias = tuple[str, ...]
"""The path of a fact."""


@dataclass(slots=True)
class _Written:
    """One document of a conversion on its way out."""

    output: Output
    adapted: Robot
    files: dict[Path, bytes]
    data: bytes
    claims: Report
    lost_in_files: list[Difference]
    """What mesh files had of their own and have no more."""
    held: set[_Subject] = field(default_factory=set)
    """The facts of the robot that it holds, in whatever form."""
    kept: set[_Subject] = field(default_factory=set)
    """Those of them that it holds unchanged."""


class Writing:
    """Adapts, writes, reads back, compares; and tells what nothing holds. Files are written only by commit."""

    def __init__(
        self,
        robot: Robot,
        outputs: list[Output],
        settings: Settings,
        report: Report,
        meshes: Meshes,
        mesh_format: MeshFormat | None = None,
        base: Robot | None = None,
        verify: bool = True,
        changes: Changes | None = None,
    ) -> None:
        self.robot = robot
        self.changes = changes
        """What an edit has made of what was read, if there was one."""
        self.settings = settings
        self.report = report
        self.meshes = meshes
        self.mesh_format: MeshFormat | None = mesh_format
        self.facts = facts(robot)
        self._outputs = sorted(settled(outputs, robot), key=lambda output: output.format.overlay)
        self.written = [self._prepare(output) for output in self._outputs]
        self.base = base
        self._verify(verify)
        self._tell_losses()
        self.tally = self._count()
        """What became of the robot's facts."""

    @property
    def documents(self) -> list[tuple[Source, Format]]:
        """What is to be written, without meshes and other files beside the documents."""
        return [(Source(str(each.output.path), each.data), each.output.format) for each in self.written]

    def commit(self, sources: list[str], overwrite: bool) -> tuple[Path, ...]:
        """Write everything, meshes first."""
        meshes = {path: data for written in self.written for path, data in written.files.items()}
        documents = {written.output.path: written.data for written in self.written}
        check_outputs(list(documents), sources, overwrite)
        check_outputs([path for path, data in meshes.items() if not holds(path, data)], sources, overwrite)
        write_files([*sorted(meshes.items()), *documents.items()])
        return (*documents, *sorted(meshes))

    def _prepare(self, output: Output, apart: frozenset[Extension] = frozenset()) -> _Written:
        format = output.format
        if format.write is None:
            raise UsageError(codes.CANNOT_WRITE_FORMAT, f"{format.name} can be read but not written")
        claims = Report()
        context = self._context(output, claims).having(apart=apart)
        demand = format.mesh_files.get(context.options.get(formats.TARGET, ""))
        placement = place(self.robot, output.path, format, self.meshes, context, self.mesh_format, demand)
        robot = placement.robot
        adapted = format.adapt(robot, context) if format.adapt is not None else robot
        files = format.write(adapted, context)
        data = files.pop(context.output)
        beside = {output.path.parent / name: content for name, content in files.items()}
        together = {**placement.files, **beside}
        return _Written(output, adapted, together, data, claims, placement.differences)

    def _context(self, output: Output, report: Report) -> Context:
        others = [each.format for each in self._outputs if each is not output]
        elsewhere = frozenset(
            each for each in Feature if any(other.holds(each) is formats.Carries.FULL for other in others)
        )
        context = self.settings.context(output.format, report, str(output.path), output.version)
        return context.having(held_elsewhere=elsewhere)

    def _verify(self, by_reading: bool) -> None:
        """Find what each output holds: by reading it back, or by believing what was meant to be written."""
        base = self.base
        for number, written in enumerate(self.written):
            files = proof.Files(self._context(written.output, Report()))
            back = written.adapted
            if by_reading:
                written, back = self._proved(written, base, files)
                self.written[number] = written
            if not written.output.format.overlay:
                base = back
            there = facts(back)
            held = proof.held_by(written.output.format, there)
            written.held = {fact.path for fact in held}
            # What reads back unchanged is there, whatever the format says of itself.
            written.kept = proof.kept(self.facts, there if by_reading else held, files)

    def _proved(self, written: _Written, base: Robot | None, files: proof.Files) -> tuple[_Written, Robot]:
        """Return an output that reads back as what was meant, and the robot that was read.

        Unrecognised content is kept apart where it is understood, or changes something, at its place.
        """
        apart: frozenset[Extension] = frozenset()
        while True:
            back = self._read_back(written, base)
            adapted, there = facts(written.adapted), facts(back)
            misread = proof.differences(adapted, there, written.output.format, files)
            if written.output.format.overlay and base is not None:
                misread = _without_base(misread, base)
            clashing = self._clashing(written, misread) - apart
            if not clashing:
                break
            apart |= clashing
            written = self._prepare(written.output, apart)
        self._tell_apart(written, apart)
        self._compare(written, adapted, misread, files)
        return written, back

    def _clashing(self, written: _Written, misread: list[Difference]) -> frozenset[Extension]:
        """Return the unrecognised content that does not read back; all of it where anything else differs."""
        if not misread:
            return frozenset()
        name, gone = written.output.format.name, {each.path for each in misread}
        own = {path: each for path, each in extension_paths(written.adapted) if each.format == name}
        return frozenset(each for path, each in own.items() if path in gone) or frozenset(own.values())

    def _tell_apart(self, written: _Written, apart: frozenset[Extension]) -> None:
        for each in (each for each in written.adapted.extensions if each in apart):
            message = f"{written.output.path.name}: {quoted(each.name)} of {quoted(each.place)} is kept apart"
            self.report.add(codes.APART, message, each.origin)

    def _read_back(self, written: _Written, base: Robot | None) -> Robot:
        format = written.output.format
        name = str(written.output.path)
        self.settings.assets.provide(name, written.data)
        source = Source(name, written.data)
        context = self.settings.context(format, Report())
        return formats.reader_of(format)(source, base if format.overlay else None, context.having(robot=None))

    def _compare(
        self, written: _Written, adapted: list[Fact], misread: list[Difference], files: proof.Files
    ) -> None:
        changed = proof.differences(self.facts, adapted, written.output.format, files)
        for each in (*proof.unexplained(changed, written.claims), *misread):
            message = f"{written.output.path.name}: {each}"
            self.report.add(codes.INTERNAL_DIFFERENCE, message, each.origin, subject=each.subject)
        anything = [*compare(self.facts, adapted, same_file=files.same), *written.lost_in_files]
        for claim in proof.untrue(anything, written.claims):
            message = f"{written.output.path.name}: {claim.message} ({claim.code})"
            self.report.add(codes.INTERNAL_CLAIM, message, subject=claim.subject)
        internal = [each for each in self.report.errors if each.code.startswith("internal.")]
        if internal:
            raise InternalError(codes.INTERNAL_DIFFERENCE, _first(internal))

    def _tell_losses(self) -> None:
        """What no output keeps, and what the outputs say otherwise."""
        reported: set[str] = set()
        kept = self._kept()
        held = kept.union(*(written.held for written in self.written))
        for written in self.written:
            for claim in written.claims:
                is_lost = tuple(claim.subject.split("/")) not in kept or claim.fate is not Fate.LOST
                if is_lost:
                    reported.add(claim.subject)
                if is_lost and not self.report.has(claim):
                    self.report.diagnostics.append(claim)
        for fact in proof.lost(self.facts, held):
            if fact.subject not in reported:
                tell_lost(fact, self.report)

    def _kept(self) -> set[_Subject]:
        """The facts of the robot that the outputs hold unchanged together."""
        kept = set[_Subject]().union(*(written.kept for written in self.written))
        if self.base is not None and all(written.output.format.overlay for written in self.written):
            # The outputs stand beside the document that was read: what it says is not lost.
            kept |= {fact.path for fact in facts(self.base)}
        return kept

    def _count(self) -> proof.Tally:
        claims = (claim for written in self.written for claim in written.claims)
        in_files = {each.path: each.fact for written in self.written for each in written.lost_in_files}
        after, kept = [*self.facts, *in_files.values()], self._kept()
        if self.changes is not None:
            return self.changes.tally(after, kept, claims)
        return proof.tally(after, kept, claims)


def _without_base(misread: list[Difference], base: Robot) -> list[Difference]:
    """Leave out what only the document beside an overlay has: pairs of links that the overlay expresses otherwise."""
    known = {fact.path for fact in facts(base)} if misread else set()
    return [each for each in misread if each.before is not None or each.path not in known]


def tell_lost(fact: Fact, report: Report) -> None:
    """Say that no output has a place for a fact."""
    if fact.feature is Feature.PLACEMENT:
        _tell_placement(fact, report)
        return
    message = f"{' '.join(fact.path)}: no output has a place for {fact.feature.value}"
    report.add(codes.NO_PLACE, message, fact.origin, subject=fact.subject, help=_way_out(fact.feature))


def _tell_placement(fact: Fact, report: Report) -> None:
    source = quote(fact.origin.document) if fact.origin is not None else "INPUT"
    pose = pose_in_words(cast(Pose, fact.value))
    message = f"the pose of the robot in the scene is lost ({pose}); no output format stores it"
    help = f"Keep it as a fixed joint from a link 'world': robotfmt edit {source} --place -o OUTPUT"
    report.add(codes.PLACEMENT, message, fact.origin, subject=fact.subject, help=help)


def _way_out(feature: Feature) -> str | None:
    able = [
        each.name
        for each in formats.all_formats()
        if each.write is not None and each.holds(feature) is formats.Carries.FULL
    ]
    return f"Formats with a place for it: {', '.join(able)}." if able else None


def _first(found: list[Diagnostic]) -> str:
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0].message}{more}"

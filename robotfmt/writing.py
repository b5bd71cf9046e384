"""The way out: a robot is adapted, written, read back and compared, before any file exists."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TypeAlias, cast

from . import codes, formats, proof
from .context import Context, Source
from .diagnostics import Diagnostic, Fate, Report, quoted
from .difference import Difference, compare
from .editing import Changes
from .errors import InternalError, UsageError
from .facts import Fact, extension_paths, facts
from .files import check_outputs, holds, write_files
from .formats import Feature, Format
from .model import Extension, Pose, Robot
from .placing import Meshes, MeshFormat, place
from .settings import Settings
from .targets import Target, settled
from .words import pose_in_words

_Subject: TypeAlias = tuple[str, ...]
"""The path of a fact."""


@dataclass(slots=True)
class _Output:
    """One document of a conversion on its way out."""

    target: Target
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
        targets: list[Target],
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
        self._targets = sorted(settled(targets, robot), key=lambda target: target.format.overlay)
        self.outputs = [self._prepare(target) for target in self._targets]
        self.base = base
        self._verify(verify)
        self._tell_losses()
        self.tally = self._count()
        """What became of the robot's facts."""

    @property
    def documents(self) -> list[tuple[Source, Format]]:
        """What is to be written, without meshes and other files beside the documents."""
        return [(Source(str(each.target.path), each.data), each.target.format) for each in self.outputs]

    def commit(self, sources: list[str], overwrite: bool) -> tuple[Path, ...]:
        """Write everything, meshes first."""
        meshes = {path: data for output in self.outputs for path, data in output.files.items()}
        documents = {output.target.path: output.data for output in self.outputs}
        check_outputs(list(documents), sources, overwrite)
        check_outputs([path for path, data in meshes.items() if not holds(path, data)], sources, overwrite)
        write_files([*sorted(meshes.items()), *documents.items()])
        return (*documents, *sorted(meshes))

    def _prepare(self, target: Target, apart: frozenset[Extension] = frozenset()) -> _Output:
        format = target.format
        if format.write is None:
            raise UsageError(codes.CANNOT_WRITE_FORMAT, f"{format.name} can be read but not written")
        claims = Report()
        context = self._context(target, claims).having(apart=apart)
        demand = format.mesh_files.get(context.options.get(formats.TARGET, ""))
        placement = place(self.robot, target.path, format, self.meshes, context, self.mesh_format, demand)
        robot = placement.robot
        adapted = format.adapt(robot, context) if format.adapt is not None else robot
        files = format.write(adapted, context)
        data = files.pop(context.output)
        beside = {target.path.parent / name: content for name, content in files.items()}
        together = {**placement.files, **beside}
        return _Output(target, adapted, together, data, claims, placement.differences)

    def _context(self, target: Target, report: Report) -> Context:
        others = [each.format for each in self._targets if each is not target]
        elsewhere = frozenset(
            each for each in Feature if any(other.holds(each) is formats.Carries.FULL for other in others)
        )
        context = self.settings.context(target.format, report, str(target.path), target.version)
        return context.having(held_elsewhere=elsewhere)

    def _verify(self, by_reading: bool) -> None:
        """Find what each output holds: by reading it back, or by believing what was meant to be written."""
        base = self.base
        for number, output in enumerate(self.outputs):
            files = proof.Files(self._context(output.target, Report()))
            back = output.adapted
            if by_reading:
                output, back = self._proved(output, base, files)
                self.outputs[number] = output
            if not output.target.format.overlay:
                base = back
            there = facts(back)
            held = proof.held_by(output.target.format, there)
            output.held = {fact.path for fact in held}
            # What reads back unchanged is there, whatever the format says of itself.
            output.kept = proof.kept(self.facts, there if by_reading else held, files)

    def _proved(self, output: _Output, base: Robot | None, files: proof.Files) -> tuple[_Output, Robot]:
        """Return an output that reads back as what was meant, and the robot that was read.

        Unrecognised content is kept apart where it is understood, or changes something, at its place.
        """
        apart: frozenset[Extension] = frozenset()
        while True:
            back = self._read_back(output, base)
            adapted, there = facts(output.adapted), facts(back)
            misread = proof.differences(adapted, there, output.target.format, files)
            if output.target.format.overlay and base is not None:
                misread = _without_base(misread, base)
            clashing = self._clashing(output, misread) - apart
            if not clashing:
                break
            apart |= clashing
            output = self._prepare(output.target, apart)
        self._tell_apart(output, apart)
        self._compare(output, adapted, misread, files)
        return output, back

    def _clashing(self, output: _Output, misread: list[Difference]) -> frozenset[Extension]:
        """Return the unrecognised content that does not read back; all of it where anything else differs."""
        if not misread:
            return frozenset()
        name, gone = output.target.format.name, {each.path for each in misread}
        own = {path: each for path, each in extension_paths(output.adapted) if each.format == name}
        return frozenset(each for path, each in own.items() if path in gone) or frozenset(own.values())

    def _tell_apart(self, output: _Output, apart: frozenset[Extension]) -> None:
        for each in (each for each in output.adapted.extensions if each in apart):
            message = f"{output.target.path.name}: {quoted(each.name)} of {quoted(each.place)} is kept apart"
            self.report.add(codes.APART, message, each.origin)

    def _read_back(self, output: _Output, base: Robot | None) -> Robot:
        format = output.target.format
        name = str(output.target.path)
        self.settings.assets.provide(name, output.data)
        source = Source(name, output.data)
        context = self.settings.context(format, Report())
        return formats.reader_of(format)(source, base if format.overlay else None, context.having(robot=None))

    def _compare(
        self, output: _Output, adapted: list[Fact], misread: list[Difference], files: proof.Files
    ) -> None:
        changed = proof.differences(self.facts, adapted, output.target.format, files)
        for each in (*proof.unexplained(changed, output.claims), *misread):
            message = f"{output.target.path.name}: {each}"
            self.report.add(codes.INTERNAL_DIFFERENCE, message, each.origin, subject=each.subject)
        anything = [*compare(self.facts, adapted, same_file=files.same), *output.lost_in_files]
        for claim in proof.untrue(anything, output.claims):
            message = f"{output.target.path.name}: {claim.message} ({claim.code})"
            self.report.add(codes.INTERNAL_CLAIM, message, subject=claim.subject)
        internal = [each for each in self.report.errors if each.code.startswith("internal.")]
        if internal:
            raise InternalError(codes.INTERNAL_DIFFERENCE, _first(internal))

    def _tell_losses(self) -> None:
        """What no output keeps, and what the outputs say otherwise."""
        told: set[str] = set()
        kept = self._kept()
        held = kept.union(*(output.held for output in self.outputs))
        for output in self.outputs:
            for claim in output.claims:
                is_lost = tuple(claim.subject.split("/")) not in kept or claim.fate is not Fate.LOST
                if is_lost:
                    told.add(claim.subject)
                if is_lost and not self.report.has(claim):
                    self.report.diagnostics.append(claim)
        for fact in proof.lost(self.facts, held):
            if fact.subject not in told:
                tell_lost(fact, self.report)

    def _kept(self) -> set[_Subject]:
        """The facts of the robot that the outputs hold unchanged together."""
        kept = set[_Subject]().union(*(output.kept for output in self.outputs))
        if self.base is not None and all(output.target.format.overlay for output in self.outputs):
            # The outputs stand beside the document that was read: what it says is not lost.
            kept |= {fact.path for fact in facts(self.base)}
        return kept

    def _count(self) -> proof.Tally:
        claims = (claim for output in self.outputs for claim in output.claims)
        in_files = {each.path: each.fact for output in self.outputs for each in output.lost_in_files}
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

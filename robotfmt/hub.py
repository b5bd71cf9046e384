"""Reading, writing and converting robots: the only module that touches the disk for documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from . import codes, formats, proof
from .assets import Assets
from .context import Context, Source
from .diagnostics import Diagnostic, Report
from .errors import InternalError, ModelError, UsageError
from .facts import Fact, facts
from .files import check_outputs, read_bytes, write_files
from .formats import Feature, Format
from .limits import Limits
from .model import PlacedRobot, Robot, World
from .placing import Meshes, place
from .validate import validate

PathLike: TypeAlias = "str | os.PathLike[str]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a user may choose about reading and writing."""

    limits: Limits = field(default_factory=Limits)
    assets: Assets = field(default_factory=Assets)
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of formats, such as ``{"collada.speed_units": "radians"}``."""
    robot: str | None = None
    """Which robot of a document that holds several."""
    source_format: str | None = None
    """The format of every input, whatever its name."""
    target_format: str | None = None
    """The format of every output, perhaps with a version: ``urdf@1.0``."""

    def context(self, format: Format, report: Report, output: str = "", version: str = "") -> Context:
        """What a function of a format is given."""
        prefix = format.name + "."
        mine = {name[len(prefix) :]: value for name, value in self.options.items() if name.startswith(prefix)}
        return Context(
            report=report,
            limits=self.limits,
            assets=self.assets,
            options=format.check_options(mine),
            robot=self.robot,
            output=output,
            version=version,
        )


@dataclass(frozen=True, slots=True)
class Target:
    """A document to be written."""

    path: Path
    format: Format
    version: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """What came of a conversion."""

    robot: Robot
    report: Report
    files: tuple[Path, ...]
    """What was written: the documents and their meshes."""


def read(*paths: PathLike, report: Report | None = None, settings: Settings | None = None) -> Robot:
    """Read a robot from one or several documents, of which some may only add to another.

    Args:
        paths: The documents. Those that describe a robot are read before those that add to it; of the
            latter the later one counts where two say different things.
        report: Where diagnostics go.
        settings: Limits, options, where meshes are, ...

    Raises:
        InputError: A document cannot be read, is unsafe, or is in no known format.
        ModelError: It holds several robots, and none was chosen.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    return _Reading([os.fspath(path) for path in paths], settings, report).robot


def read_world(path: PathLike, report: Report | None = None, settings: Settings | None = None) -> World:
    """Read everything that one document describes.

    Raises:
        InputError: It cannot be read, is unsafe, or is in no known format.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    source, format = _source(os.fspath(path), settings)
    context = settings.context(format, report)
    if format.read_world is not None:
        return format.read_world(source, context)
    return World(robots=(PlacedRobot(robot=_reader(format)(source, None, context)),))


def write(
    robot: Robot,
    *paths: PathLike,
    report: Report | None = None,
    settings: Settings | None = None,
    overwrite: bool = False,
    meshes: Meshes = "keep",
) -> tuple[Path, ...]:
    """Write a robot to one or several documents; returns everything that was written.

    What no document can hold is reported. Nothing is written if anything goes wrong.

    Raises:
        OutputError: A document exists already, or cannot be written.
        InternalError: What was to be written does not read back as the robot.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    targets = [_target(os.fspath(path), settings) for path in paths]
    return _Writing(robot, targets, settings, report, meshes).commit([], overwrite)


def convert(
    inputs: Sequence[PathLike],
    outputs: Sequence[PathLike],
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    overwrite: bool = False,
    meshes: Meshes = "keep",
    edit: Callable[[Robot, Context], Robot] | None = None,
    verify: bool = True,
) -> Conversion:
    """Convert documents, prove the conversion, and only then write.

    Args:
        inputs: The documents that describe the robot together.
        outputs: The documents to be written; a fact is lost only if none of them holds it.
        report: Where diagnostics go: what was lost, approximated, guessed, carried.
        settings: Limits, options, where meshes are, ...
        overwrite: Whether existing files are replaced.
        meshes: Whether meshes are copied beside the outputs, or stay where they are.
        edit: A function from robot to robot, between reading and writing.
        verify: Whether what is to be written is read back and compared first.

    Raises:
        InputError: A document cannot be read.
        ModelError: The robot has errors; the report has them.
        OutputError: An output exists already, or cannot be written.
        InternalError: The proof failed: a fault of robotfmt.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    sources = [os.fspath(path) for path in inputs]
    targets = [_target(os.fspath(path), settings) for path in outputs]
    check_outputs([target.path for target in targets], sources, overwrite)
    reading = _Reading(sources, settings, report)
    validate(reading.robot, report)
    refuse_broken(report)
    robot = reading.robot
    if edit is not None:
        robot = edit(robot, Context(report=report, limits=settings.limits, assets=settings.assets))
    writing = _Writing(robot, targets, settings, report, meshes, reading.base, verify)
    return Conversion(robot, report, writing.commit(sources, overwrite))


def refuse_broken(report: Report) -> None:
    """Stop where the report has errors.

    Raises:
        ModelError: It has.
    """
    errors = report.errors
    if errors:
        message = f"the robot has {len(errors)} error{'s' if len(errors) > 1 else ''}; nothing was written"
        raise ModelError(codes.TOO_BROKEN, message)


class _Reading:
    """Documents read one after the other into one robot."""

    def __init__(self, paths: list[str], settings: Settings, report: Report) -> None:
        if not paths:
            raise UsageError(codes.USAGE, "no document was given")
        found = [_source(path, settings) for path in paths]
        found.sort(key=lambda each: each[1].overlay)
        self.base: Robot | None = None
        """What the documents say that describe a robot of their own."""
        robot: Robot | None = None
        for source, format in found:
            settings.assets.provide(source.name, source.data)
            robot = _reader(format)(source, robot, settings.context(format, report))
            if not format.overlay:
                self.base = robot
        assert robot is not None
        self.robot = robot


@dataclass(slots=True)
class _Output:
    """One document of a conversion on its way out."""

    target: Target
    adapted: Robot
    files: dict[Path, bytes]
    data: bytes
    claims: Report
    kept: set[tuple[str, ...]] = field(default_factory=set)


class _Writing:
    """Adapts, writes, reads back, compares; and tells what nothing holds. Files are written only by commit."""

    def __init__(
        self,
        robot: Robot,
        targets: list[Target],
        settings: Settings,
        report: Report,
        meshes: Meshes,
        base: Robot | None = None,
        verify: bool = True,
    ) -> None:
        self.robot = robot
        self.settings = settings
        self.report = report
        self.meshes = meshes
        self.facts = facts(robot)
        targets = sorted(targets, key=lambda target: target.format.overlay)
        self.outputs = [self._prepare(target) for target in targets]
        self.base = base
        if verify:
            self._verify()
        self._tell_losses()

    def commit(self, sources: list[str], overwrite: bool) -> tuple[Path, ...]:
        """Write everything, meshes first."""
        meshes = {path: data for output in self.outputs for path, data in output.files.items()}
        documents = {output.target.path: output.data for output in self.outputs}
        check_outputs(list(documents), sources, overwrite)
        write_files([*sorted(meshes.items()), *documents.items()])
        return (*documents, *sorted(meshes))

    def _prepare(self, target: Target) -> _Output:
        format = target.format
        if format.write is None:
            raise UsageError(codes.CANNOT_WRITE_FORMAT, f"{format.name} can be read but not written")
        claims = Report()
        context = self._context(target, claims)
        placement = place(self.robot, target.path, format, self.meshes, context)
        robot = placement.robot
        adapted = format.adapt(robot, context) if format.adapt is not None else robot
        files = format.write(adapted, context)
        data = files.pop(context.output)
        beside = {target.path.parent / name: content for name, content in files.items()}
        return _Output(target, adapted, {**placement.files, **beside}, data, claims)

    def _context(self, target: Target, report: Report) -> Context:
        return self.settings.context(target.format, report, str(target.path), target.version)

    def _verify(self) -> None:
        base = self.base
        for output in self.outputs:
            back = self._read_back(output, base)
            if not output.target.format.overlay:
                base = back
            self._compare(output, back)

    def _read_back(self, output: _Output, base: Robot | None) -> Robot:
        format = output.target.format
        name = str(output.target.path)
        self.settings.assets.provide(name, output.data)
        source = Source(name, output.data)
        context = self.settings.context(format, Report())
        return _reader(format)(source, base if format.overlay else None, context.having(robot=None))

    def _compare(self, output: _Output, back: Robot) -> None:
        format = output.target.format
        meshes = proof.Meshes(self._context(output.target, Report()))
        adapted = facts(output.adapted)
        changed = proof.differences(self.facts, adapted, format, meshes)
        misread = proof.differences(adapted, facts(back), format, meshes)
        for each in (*proof.unexplained(changed, output.claims), *misread):
            message = f"{output.target.path.name}: {each}"
            self.report.add(codes.INTERNAL_DIFFERENCE, message, each.origin, subject=each.subject)
        for claim in proof.untrue(changed, output.claims):
            message = f"{output.target.path.name}: {claim.message} ({claim.code})"
            self.report.add(codes.INTERNAL_CLAIM, message, subject=claim.subject)
        internal = [each for each in self.report.errors if each.code.startswith("internal.")]
        if internal:
            raise InternalError(codes.INTERNAL_DIFFERENCE, _first(internal))

    def _tell_losses(self) -> None:
        """What no output keeps, and what the outputs say otherwise."""
        told: set[str] = set()
        kept: set[tuple[str, ...]] = set()
        for output in self.outputs:
            kept |= self._kept(output.target.format, facts(output.adapted))
        if self.base is not None and all(output.target.format.overlay for output in self.outputs):
            # The outputs stand beside the document that was read: what it says is not lost.
            kept |= {fact.path for fact in facts(self.base)}
        for output in self.outputs:
            for claim in output.claims:
                if tuple(claim.subject.split("/")) not in kept or claim.fate not in proof.CLAIMS[:1]:
                    self.report.diagnostics.append(claim)
                    told.add(claim.subject)
        for fact in proof.lost(self.facts, kept):
            if fact.subject not in told:
                self._tell_lost(fact)

    def _kept(self, format: Format, adapted: list[Fact]) -> set[tuple[str, ...]]:
        """The facts of the robot that an output holds unchanged."""
        held = {fact.path for fact in proof.held_by(format, adapted)}
        return {fact.path for fact in self.facts if fact.path in held}

    def _tell_lost(self, fact: Fact) -> None:
        message = f"{' '.join(fact.path)}: no output has a place for {fact.feature.value}"
        self.report.add(
            codes.NO_PLACE, message, fact.origin, subject=fact.subject, help=_way_out(fact.feature)
        )


def _way_out(feature: Feature) -> str | None:
    able = [each.name for each in formats.all_formats() if each.holds(feature) is formats.Carries.FULL]
    return f"Formats with a place for it: {', '.join(able)}." if able else None


def _first(found: list[Diagnostic]) -> str:
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0].message}{more}"


def _source(path: str, settings: Settings) -> tuple[Source, Format]:
    data = read_bytes(path, settings.limits.mesh_bytes)
    name = settings.source_format
    format = formats.find(name) if name is not None else formats.of_input(path, data)
    return Source(path, data), format


def _reader(format: Format) -> formats.Reader:
    if format.read is None:
        raise UsageError(codes.CANNOT_READ_FORMAT, f"{format.name} can be written but not read")
    return format.read


def _target(path: str, settings: Settings) -> Target:
    name, _, version = (settings.target_format or "").partition("@")
    format = formats.find(name) if name else formats.of_output(path)
    if version and version not in format.versions:
        known = ", ".join(format.versions)
        raise UsageError(codes.USAGE, f"{format.name} has no version '{version}'; it has: {known}")
    return Target(Path(path), format, version or format.versions[0])

"""Read, adapt, write and prove with a format in memory, without installing it; with any robot, such as those of
hypothesis.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import translate
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from ..context import Context
from ..diagnostics import Diagnostic, Report
from ..documents.source import Source
from ..facts import Fact, facts
from ..facts import Path as FactPath
from ..facts.difference import Difference, compare
from ..formats import Carries, Feature, Format, added, reader_of
from ..hub.conversion import write
from ..hub.mesh_outputs import put_meshes
from ..hub.once import documents_named_in
from ..hub.outputs import ConversionOptions, Output, settled
from ..hub.proof import Files, differences, unexplained, untrue
from ..hub.writing import InnerDocuments, Job
from ..model import Robot
from ..model.record import replace
from ..settings import Settings, format_context
from ..validation import check_structure
from .anatomy import Anatomy, anatomy

# The bench


@dataclass(frozen=True)
class Sample:
    """A document with which the contract is tested."""

    name: str
    """The path of the document; files that the document refers to are searched for in its folder."""
    data: bytes
    beside: Robot | None = field(default=None, repr=False)
    """The robot that a document of an overlay adds to."""

    def __str__(self) -> str:
        return Path(self.name).name


AnySample: TypeAlias = "Sample | str | os.PathLike[str]"


def sample(given: AnySample) -> Sample:
    """Return a sample, read from the disk if only its path is given."""
    return given if isinstance(given, Sample) else Sample(os.fspath(given), Path(given).read_bytes())


@dataclass(frozen=True)
class Written:
    """A robot as a format can store it, and the document that contains it."""

    adapted: Robot
    claims: Report
    """The report of the adaptation."""
    version: str
    data: bytes
    files: Mapping[Path, bytes] = field(default_factory=dict)
    """The further files that the document names."""

    @property
    def everything(self) -> str:
        """The text of the document and of its files."""
        return b"\n".join((self.data, *self.files.values())).decode(errors="replace")


class Bench:
    """The operations of the hub with one format, in memory instead of files."""

    def __init__(self, format: Format, near: str = "robot") -> None:
        """Prepare the operations.

        Args:
            format: The format, which need not be installed.
            near: The path of the document in whose folder files are searched for.
        """
        self.format = format
        folder, suffix = Path(near).parent, Path(near).suffix
        suffix = suffix if suffix in format.suffixes else format.suffixes[0]
        self.output = str(folder / f"written by robotfmt.testing{suffix}")
        self.settings = Settings()
        self._documents: dict[str, bytes] = {}
        self._beside: dict[Path, bytes] = {}
        """The further files of written documents."""

    def context(self, report: Report | None = None, output: str = "", version: str = "") -> Context:
        """Return the context for a function of the format."""
        kept = report if report is not None else Report()
        return format_context(self.format, self.settings, kept, output, version)

    def read(self, data: bytes, name: str, report: Report | None = None, beside: Robot | None = None) -> Robot:
        """Read a document."""
        self._provide(name, data)
        source, kept = Source(name, data), report if report is not None else Report()
        nested = documents_named_in(name, self.settings, kept)
        return reader_of(self.format)(source, beside, nested.context(self.format))

    def sample(self, it: Sample, report: Report | None = None) -> Robot:
        """Read a sample."""
        return self.read(it.data, it.name, report, it.beside)

    def written(self, robot: Robot, version: str = "") -> Written:
        """Adapt and write a robot, in a version or in the one that it needs."""
        report = Report()
        version = version or self._version(robot)
        inner = self._inner(robot, version)
        context = self.context(report, self.output, version).having(adapting=inner.adapt)
        placed = robot if self.format.inner else self._placed(robot, context)
        adapted = self.format.adapt(placed, context) if self.format.adapt is not None else placed
        data = self.rewritten(adapted, version)
        return Written(adapted, report, version, data, dict(self._beside))

    def converted(self, robot: Robot, report: Report) -> bytes:
        """Return the document of a robot as a conversion writes it, which leaves out content that has no place."""
        with TemporaryDirectory() as made, added(self.format):
            path = Path(made) / Path(self.output).name
            write(robot, path, report=report, allow=[each.slug for each in self.format.codes])
            return path.read_bytes()

    def _placed(self, robot: Robot, context: Context) -> Robot:
        return put_meshes(robot, Path(self.output), self.format, "keep", context, None, None).robot

    def _inner(self, robot: Robot, version: str) -> InnerDocuments:
        output = Output(Path(self.output), self.format, version, self.format.versions)
        job = Job(robot, [output], self.settings, Report(), ConversionOptions())
        return InnerDocuments(job, output, Report())

    def rewritten(
        self,
        adapted: Robot,
        version: str,
        report: Report | None = None,
    ) -> bytes:
        """Write an adapted robot."""
        assert self.format.write is not None
        inner = self._inner(adapted, version)
        context = self.context(report, self.output, version).having(writing=inner.write)
        files = self.format.write(adapted, context)
        data, folder = files.pop(self.output), Path(self.output).parent
        self._beside = {path: it for each in inner.known.values() for path, it in each.files.items()}
        self._beside |= {folder / name: content for name, content in files.items()}
        self._stage()
        return data

    def restore(self, written: Written) -> None:
        """Lay the further files of a document again, after others were written."""
        self._beside = dict(written.files)
        self._stage()

    def _stage(self) -> None:
        for path, content in self._beside.items():
            self.settings.assets.stage(path, content)

    def again(self, data: bytes, beside: Robot | None = None, report: Report | None = None) -> Robot:
        """Read a written document."""
        return self.read(data, self.output, report, beside)

    def differences(self, before: Robot, after: Robot) -> list[Difference]:
        """Return the differences of two robots in the facts that the format can store, by the proof of the hub."""
        return differences(facts(before), facts(after), self.format, self._files())

    def unproved(self, robot: Robot, written: Written, beside: Robot | None = None) -> list[str]:
        """Return the faults that the proof of the hub finds in the document of a robot."""
        changed = self.differences(robot, written.adapted)
        anything = compare(facts(robot), facts(written.adapted), same_file=self._files().same)
        misread = self.misread(written.adapted, written.data, beside)
        others = tuple(each for each in written.adapted.extensions if each.format != self.format.name)
        if misread and others != written.adapted.extensions:
            # As the hub does it: content that would be understood at its place, or has none, is left out.
            less = replace(written.adapted, extensions=others)
            misread = self.misread(less, self.rewritten(less, written.version), beside)
        return [
            *(f"changed without a report: {each}" for each in unexplained(changed, written.claims)),
            *(f"reported, but not changed: {each}" for each in untrue(anything, written.claims)),
            *(f"not read back: {each}" for each in misread),
        ]

    def misread(self, adapted: Robot, data: bytes, beside: Robot | None = None) -> list[Difference]:
        """Return the differences of a written document from its robot."""
        found = self.differences(adapted, self.again(data, beside))
        known = {fact.path for fact in facts(beside)} if found and beside is not None else set()
        return [each for each in found if each.before is not None or each.path not in known]

    def is_broken(self, robot: Robot, report: Report) -> bool:
        """Return True if the hub would refuse to write a robot with this report of reading."""
        check_structure(robot, report)
        return bool(report.errors)

    def _provide(self, name: str, data: bytes) -> None:
        """Register a document as the base of references; forget a former one of its name."""
        is_another = self._documents.get(name, data) != data
        self._documents[name] = data
        if is_another:
            self.settings = Settings()
            self._stage()
        for each in self._documents if is_another else (name,):
            self.settings.assets.provide(each, self._documents[each])

    def _version(self, robot: Robot) -> str:
        versions = self.format.versions_with(self.settings.options_of(self.format))
        (output,) = settled([Output(Path(self.output), self.format, "", versions)], robot)
        return output.version

    def _files(self) -> Files:
        return Files(self.context(), missing_by_name=True)


def messages_of(report: Report) -> list[tuple[str, str]]:
    """Return the codes and messages of a report, without their lines."""
    return sorted(map(_message_of, report))


def _message_of(each: Diagnostic) -> tuple[str, str]:
    return each.code, each.message


# Any robot


def unfaithful(format: Format, robot: Robot, version: str = "") -> list[str]:
    """Return the unreported changes of a robot that is written in a format and read again.

    The robot is adapted, written, read and written again; an overlay is read with the links and joints of the robot.

    Args:
        format: The format, which need not be installed.
        robot: Any robot, even one that the hub would refuse.
        version: The version to write; by default the one that the robot needs.
    """
    bench = Bench(format)
    written = bench.written(robot, version)
    beside = Robot(name=robot.name, links=robot.links, joints=robot.joints) if format.overlay else None
    problems = bench.unproved(robot, written, beside)
    back = bench.again(written.data, beside)
    if bench.rewritten(back, written.version) != written.data:
        problems.append("written a second time, it differs")
    problems += [f"adapting the robot fails, although it has no errors: {each}" for each in written.claims.errors]
    return problems


# Trials


class Trial:
    """A sample, and its results."""

    def __init__(self, format: Format, sample: Sample, silent: tuple[str, ...] = ()) -> None:
        self.format = format
        self.sample = sample
        self.silent = silent
        """Patterns of paths without meaning for a robot."""
        self.report = Report()
        """The report of reading the sample."""

    @cached_property
    def bench(self) -> Bench:
        """The operations with the format."""
        return Bench(self.format, self.sample.name)

    @cached_property
    def robot(self) -> Robot:
        """The robot that the document describes."""
        return self.bench.sample(self.sample, self.report)

    @cached_property
    def messages(self) -> list[tuple[str, str]]:
        """The codes and messages of reading, without lines."""
        assert self.robot
        return messages_of(self.report)

    @property
    def written(self) -> Written:
        """The document written again, with its further files in place."""
        self.bench.restore(self._written)
        return self._written

    @cached_property
    def _written(self) -> Written:
        return self.bench.written(self.robot)

    @cached_property
    def parts(self) -> Anatomy | None:
        """The parts of the document; None if it is not text."""
        return anatomy(self.sample.data)

    def read(self, data: bytes, report: Report | None = None) -> Robot:
        """Read another document in place of the sample."""
        return self.bench.read(data, self.sample.name, report, self.sample.beside)


_SOME = 5


def by_kind(paths: Iterable[str], without: Iterable[str] = ()) -> list[list[int]]:
    """Return the numbers of some parts of each kind; parts are of one kind if the ends of their paths are the same.

    Args:
        paths: The paths of all parts, in order.
        without: Patterns of paths that are left out.
    """
    left_out = [re.compile(translate(each)) for each in without]
    found: dict[str, list[int]] = {}
    for number, path in enumerate(paths):
        if not any(each.match(path) for each in left_out):
            found.setdefault("/".join(path.split("/")[-2:]), []).append(number)
    return [each[:: -(-len(each) // _SOME)] for each in found.values()]


# Losses


def share(paths: set[FactPath], same: set[FactPath], there: set[FactPath]) -> Carries:
    """Return how much of a feature a document stores: all, a part or another form, or nothing."""
    if same == paths:
        return Carries.FULL
    return Carries.PARTIAL if paths & there else Carries.NONE


def unreported(feature: Feature, before: list[Fact], same: set[FactPath], report: Report) -> list[str]:
    """Return a message for each fact of a feature that is lost without a report."""
    subjects = {each.subject for each in report if each.fate is not None}
    gone = [each.subject for each in before if each.path not in same]
    return [f"{feature.name}: {each} is lost in silence" for each in gone if not _is_within(each, subjects)]


def _is_within(subject: str, wholes: Iterable[str]) -> bool:
    """Return True if a fact, or a node above it, is among some paths."""
    return any(f"{subject}/".startswith(f"{each}/") for each in wholes if each)

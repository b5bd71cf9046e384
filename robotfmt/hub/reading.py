"""Read robots: documents from disk, each with its format, into one robot."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .. import codes, formats
from ..assets.files import is_file, read_bytes
from ..assets.mesh_files import report_later
from ..codes.kept import BAD_SIDECAR, COMPLETED, STALE
from ..diagnostics import Report, Severity
from ..documents.source import Source, plain_name
from ..errors import UsageError
from ..facts import Whole, facts
from ..facts.difference import compare
from ..formats import Format
from ..kept.paths import is_sidecar, path_of
from ..model import Origin, Robot, World
from ..model.record import Record
from ..settings import Settings
from .named_robots import named_robot
from .once import read_robot, read_whole, read_whole_world

if TYPE_CHECKING:
    from ..model import World


# Sidecars

W = TypeVar("W", Robot, World, Whole)


def completed(
    whole: W,
    documents: Sequence[tuple[Source, Format]],
    paths: Sequence[str],
    settings: Settings,
    report: Report,
) -> W:
    """Return the robot or the world of documents with what their sidecars have.

    Args:
        whole: What the documents alone describe.
        documents: The documents.
        paths: The given paths, some of which may be those of sidecars.
    """
    for source in _sidecars(documents, paths, settings):
        whole = _with(whole, source, report)
    return whole


def _sidecars(documents: Sequence[tuple[Source, Format]], paths: Sequence[str], settings: Settings) -> Iterator[Source]:
    """Yield the sidecars that were given, and those next to documents."""
    limit = settings.limits.mesh_bytes
    known: set[Path] = set()
    near = (str(path_of(Path(source.name), format.name)) for source, format in documents)
    for name in (*filter(is_sidecar, paths), *near):
        place = Path(name).absolute()
        given = settings.given.get(name)
        if place not in known and (given is not None or is_file(Path(name))):
            known.add(place)
            yield Source(name, given if given is not None else read_bytes(name, limit))


def _with(whole: W, source: Source, report: Report) -> W:
    from ..kept.restoring import Stale  # few documents have a sidecar
    from ..kept.sidecar import parse
    from ..model.completion import BadRecord

    stale, origin = Stale(), Origin(source.name)
    try:
        made: Any = parse(source).completed(whole, stale)
    except BadRecord as error:
        report.add(BAD_SIDECAR, f"'{source.name}' {error}; it is ignored", origin)
        return whole
    for place, reason in stale.found.items():
        report.add(STALE, f"'{place}' {reason}; the document is used instead of '{source.name}'", origin)
    count = len(compare(facts(whole), facts(made)))
    if count:
        report.add(COMPLETED, f"{count} propert{'ies' if count > 1 else 'y'} read from '{source.name}'", origin)
    completed: W = made
    return completed


# Documents

PathLike: TypeAlias = "str | os.PathLike[str]"
Documents: TypeAlias = Sequence[tuple[Source, Format]]


def paths_of(paths: PathLike | Sequence[PathLike]) -> list[str]:
    """Return paths as strings; a single path is treated as a list of one."""
    if isinstance(paths, str | os.PathLike):
        return [os.fspath(paths)]
    return [os.fspath(each) for each in paths]


def each_path(paths: Iterable[object], call: str) -> list[str]:
    """Return paths that were given one by one as strings.

    Args:
        paths: What was given.
        call: A right call, for the message.

    Raises:
        UsageError: One of them is no path, such as a list of paths.
    """
    found: list[str] = []
    for path in paths:
        if not isinstance(path, str | os.PathLike):
            kind = type(path).__name__
            raise UsageError(codes.USAGE, f"expected a path, got a {kind}; give paths one by one: {call}")
        found.append(os.fspath(path))
    return found


def read(*paths: PathLike, report: Report | None = None, settings: Settings | None = None) -> Robot:
    """Read a robot from one or several documents, some of which may only add to another.

    Args:
        paths: The documents. Those that describe a robot are read before overlays; of conflicting overlays the later
            one is used.
        report: The report for diagnostics.
        settings: Limits, options, mesh locations, ...

    Raises:
        InputError: A document cannot be read, is unsafe, or has an unknown format.
        ModelError: The document contains several robots, and none was chosen.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    sources = each_path(paths, "read('arm.urdf', 'arm.srdf')")
    return read_documents(sources, settings, report).robot


def read_world(path: PathLike, *, report: Report | None = None, settings: Settings | None = None) -> World:
    """Read the whole content of a document: all its robots, their poses, and the joints between them.

    Args:
        path: The document.
        report: The report for diagnostics.
        settings: Limits, options, mesh locations, ...

    Raises:
        InputError: The document cannot be read, is unsafe, or has an unknown format.
    """
    settings, report = settings or Settings(), report if report is not None else Report()
    source, format = _source(os.fspath(path), settings, report)
    settings.assets.provide(source.name, source.data)
    world = read_whole_world(source, format, settings, report)
    return completed(world, [(source, format)], (), settings, report)


def expand(path: PathLike, *, report: Report | None = None, settings: Settings | None = None) -> bytes:
    """Return the expansion of a xacro document. This runs the document, so expand only what you trust.

    Diagnostics of an expanded document name lines of the result.

    Args:
        path: The xacro document.
        report: The report for diagnostics.
        settings: ``xacro`` has the arguments and the environment of the document; limits, package locations, ...

    Raises:
        UsageError: The ``xacro`` package is not installed.
        InputError: The document cannot be read or expanded, requests something forbidden, or exceeds a limit.
    """
    from ..xacro import Xacro
    from ..xacro.expand import expand

    settings, report = settings or Settings(), report if report is not None else Report()
    name = os.fspath(path)
    source = _named(name, settings, settings.limits.xml_bytes)
    _check_is_file(source, settings)
    return expand(source, settings.xacro or Xacro(), settings.limits, settings.assets, report).data


class WorldReading(Record, kw_only=False):
    """A document with several robots, read as a world."""

    documents: list[tuple[Source, Format]]
    """The document."""
    world: World


class Reading(Record, kw_only=False):
    """Documents read one after the other into one robot."""

    documents: list[tuple[Source, Format]]
    """The documents in the order of reading."""
    robot: Robot
    base: Robot | None
    """The robot of the documents that describe one; None if all only add to one."""


def read_documents(paths: Sequence[str], settings: Settings, report: Report) -> Reading:
    """Read documents into one robot; missing mesh files are reported when the report is read.

    Raises:
        UsageError: No document was given.
        InputError: A document cannot be opened or read, or has an unknown format.
    """
    if not paths:
        raise UsageError(codes.USAGE, "no document was given")
    return _read_opened(opened(paths, settings, report), paths, settings, report)


def read_any(paths: Sequence[str], settings: Settings, report: Report) -> Reading | WorldReading:
    """Read documents into one robot, or one document with several robots into a world.

    A document is a world if it has several robots or none, or joins its robot to something else, and no robot was
    chosen.

    Raises:
        UsageError, InputError, ModelError: As for :func:`read_documents`.
    """
    documents = opened(paths, settings, report)
    if len(documents) != 1 or settings.robot is not None or documents[0][1].read_world is None:
        return _read_opened(documents, paths, settings, report)
    ((source, format),) = documents
    settings.assets.provide(source.name, source.data)
    whole = completed(read_whole(source, format, settings, report), documents, paths, settings, report)
    if isinstance(whole, Robot):
        report_later(whole, settings.assets, report)
        return Reading(documents, whole, whole)
    if whole.robots:
        return WorldReading(documents, whole)
    if not any((whole.joints, whole.frames, whole.lights, whole.gravity, whole.extensions)):
        return _read_opened(documents, paths, settings, report)  # which raises that there is no robot
    message = "the document contains no robot; the other content of its world is converted"
    report.add(codes.NO_ROBOT, message, whole.origin, severity=Severity.WARNING)
    return WorldReading(documents, whole)


def as_world(reading: Reading | WorldReading, settings: Settings, report: Report) -> WorldReading | None:
    """Return what was read as the whole world of its document; None for several documents, and for formats without
    worlds.
    """
    if isinstance(reading, WorldReading):
        return reading
    if len(reading.documents) != 1 or reading.documents[0][1].read_world is None or settings.robot is not None:
        return None
    ((source, format),) = reading.documents
    world = read_whole_world(source, format, settings, report)
    return WorldReading(reading.documents, completed(world, reading.documents, (), settings, report))


def _read_opened(
    documents: list[tuple[Source, Format]], paths: Sequence[str], settings: Settings, report: Report
) -> Reading:
    if not documents:
        raise UsageError(codes.USAGE, "a sidecar completes a document, and none was given")
    wholes = [each for each in documents if not each[1].overlay]
    base = read_into(None, wholes, settings, report) if wholes else None
    robot = read_into(base, documents[len(wholes) :], settings, report)
    robot = completed(robot, documents, paths, settings, report)
    report_later(robot, settings.assets, report)
    return Reading(documents, robot, robot if base is not None and len(wholes) == len(documents) else base)


def read_into(robot: Robot | None, documents: Documents, settings: Settings, report: Report) -> Robot:
    """Return a robot with the contents of documents, or the robot that they describe.

    Raises:
        UsageError: Two documents describe a whole robot.
    """
    for source, format in documents:
        settings.assets.provide(source.name, source.data)
        before = robot
        robot = read_robot(source, format, before, settings, report)  # a mesh is refused with a reason of its own
        if before is not None and before.links and not format.overlay:
            raise UsageError(codes.SECOND_ROBOT, f"'{source.name}' describes a second robot")
    assert robot is not None
    return robot


def opened(paths: Sequence[str], settings: Settings, report: Report) -> list[tuple[Source, Format]]:
    """Return the bytes of documents and their formats, without sidecars; overlays come last.

    Raises:
        InputError: A document cannot be opened, or has an unknown format.
    """
    found = [_source(path, settings, report) for path in paths if not is_sidecar(path)]
    return sorted(found, key=lambda each: each[1].overlay)


def _named(name: str, settings: Settings, limit: int) -> Source:
    given = settings.given.get(name)
    return Source(name, given if given is not None else read_bytes(name, limit))


def _check_is_file(source: Source, settings: Settings) -> None:
    """Refuse to expand a document that is not on disk, where xacro looks for it."""
    if source.name in settings.given:
        raise UsageError(codes.USAGE, f"'{source.name}' uses xacro, which expands files only", Origin(source.name))


def _source(path: str, settings: Settings, report: Report) -> tuple[Source, Format]:
    robot = named_robot(path) if path not in settings.given else None
    if robot is not None:
        path, settings = robot.path, robot.settings(settings)
    source = _named(path, settings, settings.limits.mesh_bytes)
    if settings.xacro is not None:
        from ..xacro.expand import expand, uses_xacro

        if uses_xacro(source):
            _check_is_file(source, settings)
            source = expand(source, settings.xacro, settings.limits, settings.assets, report)
    if settings.source_format is not None:
        return source, formats.find(settings.source_format)
    return source, formats.of_input(plain_name(path), source.data)

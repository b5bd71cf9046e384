"""Read each document once, also those that a document names, under the same limits and never in a cycle: what was read
for the proof of an output is also checked by the rules of its format.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from .. import codes, formats
from ..assets.documents import find_document
from ..assets.files import read_bytes
from ..assets.locations import origin_of
from ..context import Context
from ..diagnostics import Code, Diagnostic, Report
from ..documents.source import Source
from ..errors import InputError, LimitError, ModelError
from ..facts import Whole
from ..formats import Format, reader_of
from ..model import Origin, Robot, World
from ..model.record import Record, replace
from ..model.world import world_of
from ..settings import Settings, format_context

# Documents that a document names

_DEEPEST = 32


class _Opened:
    """The documents that were opened for one document."""

    def __init__(self) -> None:
        self.worlds: dict[str, World] = {}
        self.count = 0
        self.size = 0


class Nested(Record, kw_only=False):
    """Reads documents for one document."""

    settings: Settings
    report: Report
    chain: tuple[str, ...]
    """The documents that lead to this one, and this one."""
    opened: _Opened

    def read(self, uri: str, origin: Origin | None) -> World:
        """Return the world of a document; see :meth:`robotfmt.context.Context.read`."""
        name = find_document(uri, origin.document if origin is not None else None, self.settings.assets)
        if name is None:
            raise InputError(codes.DOCUMENT_NOT_FOUND, f"'{uri}' is not found, or may not be opened", origin)
        if name not in self.opened.worlds:
            self.opened.worlds[name] = self._world(name, origin)
        return self.opened.worlds[name]

    def _world(self, name: str, origin: Origin | None) -> World:
        """Return the robots of a document that another one names; a cycle, or too many documents, is an error."""
        paths = [Path(each).resolve() for each in self.chain]
        if Path(name).resolve() in paths or len(paths) > _DEEPEST:
            ring = " -> ".join((*self.chain[-4:], name))
            raise InputError(codes.DOCUMENT_CYCLE, f"documents name one another: {ring}", origin)
        assets, opened = self.settings.assets, self.opened
        data = assets.staged(Path(name)) or read_bytes(name, self.settings.limits.mesh_bytes)
        opened.count, opened.size = opened.count + 1, opened.size + len(data)
        limits = self.settings.limits
        if opened.count > limits.includes or opened.size > limits.xml_bytes:
            message = f"more than {limits.includes} documents (includes), or {limits.xml_bytes} bytes (xml_bytes)"
            raise LimitError(codes.DOCUMENT_COUNT, f"'{name}': {message}", origin)
        format = formats.of_input(name, data)
        if format.overlay:
            raise InputError(codes.DOCUMENT_ADDS, f"'{name}' only adds to a robot", origin_of(name))
        assets.keep(name, data)
        inner = replace(self, chain=(*self.chain, name))
        return world_in(Source(name, data), format, inner.context(format))

    def context(self, format: Format) -> Context:
        """Return the context of the reader of a document."""
        return format_context(format, self.settings, self.report).having(reading=self.read)


def world_in(source: Source, format: Format, context: Context) -> World:
    """Return the world of a document, also in a format with one robot in each document."""
    context = context.having(robot=None)
    if format.read_world is not None:
        return format.read_world(source, context)
    return world_of(reader_of(format)(source, None, context))


def documents_named_in(name: str, settings: Settings, report: Report) -> Nested:
    """Return the documents that a document names, as they are read for it."""
    return Nested(settings, report, (name,), _Opened())


# Documents read once

W = TypeVar("W", Robot, World)
_OF_WORLDS = (codes.OTHER_BODIES.slug, codes.LEFT_BEHIND.slug)
_KEPT = 16
"""The number of latest readings that are kept: a conversion has a few documents, but settings may serve thousands."""


class _Noting(Report):
    """A report whose codes are known without computing its deferred messages."""

    def __init__(self) -> None:
        super().__init__()
        self.slugs: set[str] = set()

    def add(self, code: Code, *given: Any, **more: Any) -> Diagnostic:
        """Add a diagnostic."""
        self.slugs.add(code.slug)
        return super().add(code, *given, **more)


class _Known(Record, kw_only=False):
    """A robot or a world that was read."""

    given: tuple[object, ...]
    """The bytes of the document, and everything else that its reader depends on."""
    base: Robot | None
    """The robot that the document adds to: the same object, as equal robots may come from different documents."""
    whole: Whole
    report: _Noting


def read_robot(source: Source, format: Format, base: Robot | None, settings: Settings, report: Report) -> Robot:
    """Return the robot of a document, or a robot with the contents of a document that adds to one.

    Args:
        base: The robot that the document adds to.
    """
    return _once(Robot, source, format, base, settings, report, partial(reader_of(format), source, base))


def read_whole_world(source: Source, format: Format, settings: Settings, report: Report) -> World:
    """Return the world of a document, also in a format with one robot in each document."""
    return _once(World, source, format, None, settings, report, partial(world_in, source, format))


def read_whole(source: Source, format: Format, settings: Settings, report: Report) -> Whole:
    """Return the robot of a document that can contain a world, or the world.

    It is a world if it has several robots or none, or joins its robot to something else.
    """
    found = _Noting()
    try:
        robot = read_robot(source, format, None, settings, found)
    except ModelError as error:
        if error.diagnostic.code in (codes.NO_ROBOT.slug, codes.SEVERAL_ROBOTS.slug):
            return read_whole_world(source, format, settings, report)
        _hand_over(found, report)
        raise
    if not found.slugs.isdisjoint(_OF_WORLDS):
        return read_whole_world(source, format, settings, report)
    _hand_over(found, report)
    return robot


def _once(
    kind: type[W],
    source: Source,
    format: Format,
    base: Robot | None,
    settings: Settings,
    report: Report,
    read: Callable[[Context], W],
) -> W:
    """Return what a document contains. The same bytes are read once, unless they name other documents.

    Those may have changed since.
    """
    memo, key = settings.assets.memo, (__name__, kind, source.name, format.name)
    known = memo.get(key)
    chosen = (settings.robot, settings.variants)
    given = (source.data, settings.options, settings.target, settings.limits, chosen)
    if isinstance(known, _Known) and known.given == given and known.base is base:
        _hand_over(known.report, report)
        return cast(W, known.whole)
    found = _Noting()
    nested = documents_named_in(source.name, settings, found)
    try:
        whole = read(nested.context(format))
    finally:
        _hand_over(found, report)
    if not nested.opened.count:
        _keep(memo, key, _Known(given, base, whole, found))
    return whole


def _keep(memo: dict[object, object], key: object, known: _Known) -> None:
    """Keep a reading, and drop old ones."""
    memo.pop(key, None)
    memo[key] = known
    for old in [each for each, value in memo.items() if isinstance(value, _Known)][:-_KEPT]:
        del memo[old]


def _hand_over(found: Report, report: Report) -> None:
    """Give all diagnostics of a report to another one too, when that is read."""

    def work_out() -> list[Diagnostic]:
        diagnostics = list(found)
        report._grouped |= found._grouped
        return diagnostics

    report.put_off(work_out)
    if isinstance(report, _Noting) and isinstance(found, _Noting):
        report.slugs |= found.slugs

"""Documents that a document names: read under the same limits, each once, and never in a cycle."""

from __future__ import annotations

from pathlib import Path

from .. import codes, formats
from ..assets.documents import find_document
from ..assets.files import read_bytes
from ..assets.locations import origin_of
from ..context import Context
from ..diagnostics import Report
from ..documents.source import Source
from ..errors import InputError, LimitError
from ..formats import Format, reader_of
from ..model import Origin, World
from ..model.record import Record, replace
from ..model.world import world_of
from ..settings import Settings

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
        return self.settings.context(format, self.report).having(reading=self.read)


def world_in(source: Source, format: Format, context: Context) -> World:
    """Return the world of a document, also in a format with one robot in each document."""
    context = context.having(robot=None)
    if format.read_world is not None:
        return format.read_world(source, context)
    return world_of(reader_of(format)(source, None, context))


def documents_named_in(name: str, settings: Settings, report: Report) -> Nested:
    """Return the documents that a document names, as they are read for it."""
    return Nested(settings, report, (name,), _Opened())

"""Open the other documents that URLs refer to, each once and under limits.

Such a document is found in the same way as meshes (:mod:`robotfmt.assets`). In an archive, a relative URL names
another member. The URL of another archive means its main document, unless a member follows:
``robots.zae/arm.dae#kscene``.
"""

from __future__ import annotations

import os
import posixpath
from dataclasses import dataclass
from pathlib import Path

from robotfmt.assets.locations import ARCHIVED
from robotfmt.assets.uris import Reference, parse
from robotfmt.codes import LIMIT
from robotfmt.context import Context
from robotfmt.documents.archive import Archive, is_archive
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.errors import InputError, LimitError, MeshError, RobotfmtError
from robotfmt.model import Origin

from ..codes import EXTERNAL, NOT_COLLADA

KEYS = {"": ("id", "sid"), "extra": ("name", "type", "id")}


@dataclass(frozen=True, slots=True)
class _File:
    """A file with one document, or an archive of several."""

    name: str
    """The name of the file in messages."""
    data: bytes
    archive: Archive | None
    main: str
    """The member of the archive that is the main document."""
    within: Path | None
    """The folder that references in the file's documents must not leave; None for the input itself."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The location of a document."""

    file: _File
    member: str


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a document cannot be read."""

    message: str
    help: str | None


class Others:
    """A document and all documents that it refers to, each read once."""

    def __init__(self, source: Source, context: Context) -> None:
        """Open a document.

        Raises:
            InputError: The document cannot be read, or is not COLLADA.
        """
        self.context = context
        self._files: dict[str, _File] = {}
        self._places: dict[Document, _Place] = {}
        self._documents: dict[tuple[str, str], Document] = {}
        self._found: dict[tuple[Document, str], Document | Failure] = {}
        self._bytes = 0
        file = self._file(source.name, source.data, None)
        self.main = self._document(file, file.main)
        """The input document."""

    @property
    def rest(self) -> list[Document]:
        """Return the documents that references have led to."""
        return [each for each in self._places if each is not self.main]

    def find(self, url: str, by: Document) -> Document | Failure:
        """Return the document that a URL in another document names, ignoring the fragment."""
        if (by, url) not in self._found:
            self._found[by, url] = self._tried(url, by)
        return self._found[by, url]

    def _tried(self, url: str, by: Document) -> Document | Failure:
        most = self.context.limits.references
        if len(self._found) >= most:
            message = f"'{url}' was not searched for: there are more references than references={most} allows"
            return Failure(message, None)
        try:
            return self._document(*self._place(url, self._places[by]))
        except MeshError as error:
            return Failure(error.diagnostic.message, error.diagnostic.help)
        except RobotfmtError as error:
            self.context.report.extend_with(error.diagnostic)
            return Failure(f"'{url}' cannot be read: {error.diagnostic.message}", error.diagnostic.help)

    def _place(self, url: str, here: _Place) -> tuple[_File, str]:
        """Return the file that a URL refers to, and the member of it if the file is an archive."""
        reference = parse(url)
        if here.file.archive is not None and reference.name is None and not reference.path.startswith("/"):
            return here.file, _member(here.file, here.member, reference)
        inner = ARCHIVED.fullmatch(url)
        if inner is None:
            file = self._load(url, here.file.name)
            return file, file.main
        file = self._load(inner.group(1), here.file.name)
        return file, _member(file, "", parse(inner.group(2)))

    def _load(self, url: str, by: str) -> _File:
        assets = self.context.assets
        path = assets.resolve(url, by).path
        known = self._files.get(os.path.realpath(path)) if path is not None else None
        if known is not None:
            return known
        path, data = assets.load(url, by)
        # Called by its path from where the command runs, if the document that refers to it is.
        name = str(path) if Path(by).is_absolute() else os.path.relpath(path)
        return self._file(name, data, assets.within(url, by))

    def _file(self, name: str, data: bytes, within: Path | None) -> _File:
        archive = Archive(data, name, self.context.limits) if is_archive(data) else None
        main = archive.main(self.context.report) if archive is not None else ""
        file = _File(name, data, archive, main, within)
        self._files[os.path.realpath(name)] = file
        return file

    def _document(self, file: _File, member: str) -> Document:
        key = (file.name, member)
        if key not in self._documents:
            document = self._read(file, member)
            self._places[document] = _Place(file, member)
            self._documents[key] = document
        return self._documents[key]

    def _read(self, file: _File, member: str) -> Document:
        name = file.name if member == file.main else f"{file.name}/{member}"
        data = file.archive.read(member) if file.archive is not None else file.data
        self._count(name, len(data))
        report, limits = self.context.report, self.context.limits
        document = parse_document(data, name=name, format="collada", report=report, limits=limits, keys=KEYS)
        if document.root.tag != "COLLADA":
            message = f"the root element is <{document.root.tag}>, not <COLLADA>"
            raise InputError(NOT_COLLADA, message, document.root.origin)
        if file.within is not None or member != file.main:
            self.context.assets.keep(name, file.data if member == file.main else data, file.within)
        return document

    def _count(self, name: str, size: int) -> None:
        """Check that all documents together do not exceed the size limit of one."""
        self._bytes += size
        most = self.context.limits.xml_bytes
        if size < self._bytes and self._bytes > most:
            message = f"together with the documents that refer to it, it exceeds xml_bytes={most}: {self._bytes} bytes"
            raise LimitError(LIMIT, message, Origin(name))


def _member(file: _File, beside: str, reference: Reference) -> str:
    """Return the member of an archive that a path in another member refers to.

    Raises:
        MeshError: The member does not exist.
    """
    paths = [posixpath.join(posixpath.dirname(beside), each) for each in reference.spellings]
    members = [posixpath.normpath(each) for each in paths]
    found = next((each for each in members if file.archive is not None and each in file.archive.members), None)
    if found is None:
        message = f"'{reference.path}' was not found: '{file.name}' contains no '{members[0]}'"
        raise MeshError(EXTERNAL, message, Origin(file.name))
    return found

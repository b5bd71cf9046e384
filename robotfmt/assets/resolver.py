"""Find the files that documents refer to: meshes, textures, and members of archives.

A URI never leaves its package or the folders of its document, nothing is downloaded, and only files with the suffix
of a mesh or an image are opened. Symbolic links are followed, because installed packages consist of links to their
sources; the author of a URI cannot create one, and the target of a link must have such a suffix too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..codes import MESH_MISSING, MESH_UNREADABLE
from ..diagnostics import Report
from ..errors import MeshError, RobotfmtError
from ..limits import Limits
from .files import Stamps, is_file, is_folder, read_bytes
from .locations import (
    ARCHIVE,
    ARCHIVED,
    IMAGES,
    Resolution,
    Tried,
    below,
    confine,
    document_folders,
    document_root,
    is_asset,
    is_named_as_asset,
    is_within,
    normal,
    of_no_folder,
    origin_of,
    unsafe,
)
from .packages import NAMED, Candidate, Packages, is_package
from .uris import Reference, mapped, parse

if TYPE_CHECKING:
    from ..documents.archive import Archive

_FOLDER_NAME = re.compile(r"[^\s./\\:\x00-\x1f][^/\\:\x00-\x1f]*")
"""The name of one folder, which leads to no other one; models of Gazebo Fuel have blanks in theirs."""


class Assets:
    """Finds the files that documents refer to.

    Args:
        packages: Folders of packages by name, which take precedence (``--package NAME=FOLDER``).
        roots: Folders that contain packages, and whose files may be opened (``--root FOLDER``).
        environment: Variables such as ``ROS_PACKAGE_PATH``; the process's own by default.
        limits: Limits on opened files.
        path_map: Path prefixes of another machine, and the local folders that they map to (``--map-path OLD=NEW``);
            they take precedence, and their files may be opened.
    """

    def __init__(
        self,
        packages: Mapping[str, Path] | None = None,
        roots: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        path_map: Mapping[str, Path] | None = None,
    ) -> None:
        self.path_map = path_map or {}
        self.packages = packages or {}
        self.roots = roots
        self.limits = limits or Limits()
        self.memo: dict[object, object] = {}
        """Data that readers keep of opened containers, so that each is opened once."""
        self._finder = Packages(self.packages, roots, environment if environment is not None else os.environ)
        self._documents: dict[str, bytes] = {}
        self._provided: set[str] = set()
        self._within: dict[str, Path] = {}
        self._refused: set[Path] = set()
        self._staged: dict[Path, bytes] = {}
        self.held: dict[object, object] = {}
        """What is made of files that are never written, such as the surfaces of meshes that a document embeds."""
        self._searched: dict[str, tuple[str, bool | None]] = {}
        self._archives: dict[Path, Archive | None] = {}
        self._stamps = Stamps()

    def draft(self) -> Assets:
        """Return a copy that serves files about to be written, which this object does not see."""
        made = copy(self)
        made.memo, made._documents = self.memo.copy(), self._documents.copy()
        made._within = self._within.copy()
        made._provided, made._refused = self._provided.copy(), self._refused.copy()
        made._staged, made._archives = self._staged.copy(), self._archives.copy()
        made.held = self.held.copy()
        made._stamps = self._stamps.copy()
        made._finder = self._finder.draft()
        return made

    def adopt(self, draft: Assets, documents: Mapping[str, bytes]) -> None:
        """Take over the state of a draft after its files were written."""
        self.memo, self._documents, self._within = draft.memo, draft._documents, draft._within
        self._provided, self._refused = draft._provided, draft._refused
        self._staged = {path: data for path, data in draft._staged.items() if not is_file(path)}
        self._archives, self._finder, self._stamps = draft._archives, draft._finder, draft._stamps
        for name, data in documents.items():
            self.provide(name, data)

    def provide(self, document: str, data: bytes) -> None:
        """Keep the bytes of a document, for the meshes inside it; files in its folders may be opened.

        What is known of other files is forgotten if one of them has changed since.
        """
        if self._documents.get(document, data) != data or self._stamps.are_old():
            self._forget()
        self._documents[document] = data
        self._provided.add(document)

    def _forget(self) -> None:
        """Forget what was made of files, and the bytes of those that can be opened again."""
        for name in (self._stamps.paths & self._documents.keys()) - self._provided:
            del self._documents[name]
        self.memo, self._archives, self._stamps = {}, {}, Stamps()

    def keep(self, document: str, data: bytes, within: Path | None = None) -> None:
        """Keep the bytes of a document that another one refers to, for the meshes inside it.

        Args:
            within: The folder that its own references must not leave: they may not go further than those of the
                document that refers to it (:meth:`within`).
        """
        self._documents[document] = data
        if not is_file(Path(document)):
            self.stage(Path(document), data)  # one in an archive is found too
        if within is not None:
            self._within[document] = within

    def knows(self, document: str) -> bool:
        """Return True if the bytes of a document are available."""
        return document in self._documents

    def within(self, uri: str, document: str) -> Path:
        """Return the folder that references of a document must not leave, if another document refers to it by a URI."""
        reference, tried = parse(uri), self.resolve(uri, document).tried
        named = [each.folder for each in tried if self._is_there(each.path) and reference.name is not None]
        here = document_root(document_folders(document)[0])
        return named[0] if named else self._within.get(document, here)

    def note(self, *paths: str) -> None:
        """Note files that a reader opened itself: what was made of them is forgotten when one of them changes."""
        self._stamps.note(*paths)

    def search(self, document: str, folder: str, by_name: bool | None) -> None:
        """Search files that a document refers to, and that are nowhere else, in a folder that the document names.

        Args:
            folder: The folder, relative to that of the document.
            by_name: True to search files by their names only, without the folders in a URI; None to search both.
        """
        self._searched[document] = (folder, by_name)

    def _in_searched(self, reference: Reference, document: str | None) -> Iterator[Tried]:
        if document not in self._searched or document is None:
            return
        name, by_name = self._searched[document]
        home = Path(document).absolute().parent
        folder, path = normal(home / name), Path(reference.name or "") / reference.path.lstrip("/")
        for each in (path, Path(path.name)) if by_name is None else (Path(path.name),) if by_name else (path,):
            candidate = normal(folder / each)
            if is_within(candidate, (document_root(home),)):
                yield Tried("the folder that the document names", folder, candidate)

    def stage(self, path: Path, data: bytes) -> None:
        """Keep a file that is about to be written, so that it is found as if it were."""
        self._staged[Path(os.path.normpath(path.absolute()))] = data

    def staged(self, path: Path) -> bytes | None:
        """Return the bytes of a file that is about to be written; None if it does not exist."""
        return self._staged.get(Path(os.path.normpath(path.absolute())))

    def staged_below(self, folder: Path) -> dict[str, bytes]:
        """Return the files that are about to be written in a folder and below, by their paths from it."""
        home = Path(os.path.normpath(folder.absolute()))
        below = {path: data for path, data in self._staged.items() if path.is_relative_to(home)}
        return {path.relative_to(home).as_posix(): data for path, data in below.items()}

    def plan(self, package: str, folder: Path) -> None:
        """Plan the folder of a package for files that are about to be written."""
        self._finder.planned[package] = folder

    def document(self, name: str) -> bytes:
        """Return the bytes of a provided document, or else of the file with this name, which may be in an archive.

        Raises:
            InputError: The document cannot be read.
        """
        if name not in self._documents:
            self._stamps.note(name)
            self._documents[name] = self._member(name) or read_bytes(name, self.limits.mesh_bytes)
        return self._documents[name]

    def _member(self, name: str) -> bytes | None:
        """Return the bytes of an archive member, ``robots.zae/arm.dae``."""
        archived = ARCHIVED.fullmatch(name)
        if archived is None or is_file(Path(name)):
            return None
        path, member = archived.groups()
        archive = self._archive(Path(path))
        return archive.find(member) if archive is not None else None

    def _archive(self, path: Path) -> Archive | None:
        """Return the archive at a path, opened once; None if there is none."""
        path = normal(path.absolute())
        if path not in self._archives:
            self._archives[path] = self._opened(path)
        return self._archives[path]

    def _opened(self, path: Path) -> Archive | None:
        from ..documents.archive import Archive, is_archive  # for the few documents that are in one

        known = (each for each in self._documents if normal(Path(each).absolute()) == path)
        name = next(known, str(path))
        if name not in self._documents and not is_file(path):
            return None
        data = self.document(name)
        return Archive(data, name, self.limits) if is_archive(data) else None

    def load(self, uri: str, document: str | None) -> tuple[Path, bytes]:
        """Return the file that a URI in a document refers to, and its bytes.

        Raises:
            MeshError: The file was not found, must not be opened, or cannot be read.
        """
        resolution = self.resolve(uri, document)
        if resolution.path is None:
            self._stamps.note(*(each.path for each in resolution.tried))
            from .mesh_files import advice, description

            message = description(uri, resolution, document)
            help = advice(uri, resolution, document, self)
            raise MeshError(MESH_MISSING, message, origin_of(document), help=help)
        if resolution.path in self._staged:
            return resolution.path, self._staged[resolution.path]
        packed = self._packed(resolution.path)
        if packed is not None:
            return resolution.path, packed
        self._stamps.note(resolution.path)
        try:
            return resolution.path, read_bytes(str(resolution.path), self.limits.mesh_bytes)
        except OSError as error:
            message = f"'{resolution.path}' cannot be read: {error.strerror}"
            raise MeshError(MESH_UNREADABLE, message, origin_of(document)) from error

    def resolve(self, uri: str, document: str | None) -> Resolution:
        """Find the file of a URI. Relative URIs start at the document's folder.

        Raises:
            MeshError: The URI leaves its package or the document's folders, or refers to another machine.
        """
        reference = parse(uri)
        mapped_to = tuple(self._mapped(uri, reference, document))
        found = next((each.path for each in mapped_to if self._is_there(each.path)), None)
        if found is not None:
            return Resolution(found, mapped_to)
        if reference.scheme is not None and not any(self._finder.scheme_places(reference.scheme)):
            raise of_no_folder(uri, reference.scheme, document)
        if reference.package in (".", ".."):
            raise unsafe(uri, "names no package", document)
        tried = list(mapped_to)
        for each in chain(self._candidates(uri, reference, document), self._in_searched(reference, document)):
            tried.append(each)
            if each.is_allowed and self._is_there(each.path):
                return Resolution(each.path, tuple(tried))
        return Resolution(None, tuple(tried))

    def is_packed(self, uri: str, document: str | None) -> bool:
        """Return True if a URI in a document refers to a member of an archive."""
        try:
            path = self.resolve(uri, document).path
        except MeshError:
            return False
        return path is not None and self._packed(path) is not None

    def package(self, name: str, document: str | None) -> Resolution:
        """Find the folder of a package. A folder that no option names must be a marked package."""
        if not _FOLDER_NAME.fullmatch(name):
            return Resolution(None, ())
        places = dict.fromkeys(self._finder.places(name, document_folders(document)))
        tried = tuple(Tried(each.why, each.folder, each.folder) for each in places)
        found = (each.path for each in tried if each.why in NAMED or is_package(each.path))
        return Resolution(next(filter(is_folder, found), None), tried)

    def guess(self, uri: str, document: str | None) -> Path | None:
        """Return a folder near the document that may be the package of a URI: it contains the file that the URI
        names.
        """
        reference = parse(uri)
        if reference.name is None:
            return None
        return self._finder.guess(reference.name, reference.path, document_folders(document))

    def places(self, reference: Reference, folders: tuple[Path, ...]) -> Iterator[Candidate]:
        """Yield the folders that the path of a URI with a package or a scheme may be relative to, the best first."""
        if reference.package is not None:
            return self._finder.places(reference.package, folders)
        return self._finder.scheme_places(reference.scheme or "")

    def _is_there(self, path: Path) -> bool:
        if path in self._staged or (is_file(path) and is_asset(path)):
            return True
        return self._packed(path) is not None

    def _packed(self, path: Path) -> bytes | None:
        """Return the bytes of an image in an archive, which is treated as a folder."""
        if path.suffix.lower() not in IMAGES:
            return None
        try:
            return self._member(str(path))
        except (RobotfmtError, OSError):
            return None

    def _confined(self, candidate: Path, uri: str, roots: Iterable[Path], document: str | None) -> None:
        """Refuse paths outside a document's folders, and paths refused to another document.

        A document about to be written could otherwise open files that the source document could not.
        """
        try:
            confine(candidate, uri, () if candidate in self._refused else roots, document)
        except MeshError:
            self._refused.add(candidate)
            raise

    def _folder_inside(self, document: str | None) -> Path | None:
        """Return the folder of the main document in an archive; None for any other file."""
        if document is None or Path(document).suffix.lower() != ARCHIVE:
            return None
        try:
            archive = self._archive(Path(document))
            main = archive.main(Report()) if archive is not None else None
        except (RobotfmtError, OSError):
            return None
        return (Path(document).absolute() / main).parent if main is not None else None

    def _mapped(self, uri: str, reference: Reference, document: str | None) -> Iterator[Tried]:
        for folder, path in mapped(reference, self.path_map):
            candidate = normal(path)
            confine(candidate, uri, (folder,), document)
            yield Tried("--map-path", folder, candidate)

    def _candidates(self, uri: str, reference: Reference, document: str | None) -> Iterable[Tried]:
        """Yield the places to try for a reference: those of its package, or in the archive and next to the document."""
        folders, spellings = document_folders(document), reference.spellings
        if reference.name is not None:
            for place in dict.fromkeys(self.places(reference, folders)):
                for spelling in spellings:
                    candidate = below(place.folder, spelling)
                    confine(candidate, uri, (place.folder,), document)
                    yield Tried(place.why, place.folder, candidate)
            return
        inside = self._folder_inside(document)
        if inside is not None and document is not None:
            for spelling in spellings:
                candidate = below(inside, spelling)
                if candidate.is_relative_to(normal(Path(document).absolute())):
                    yield Tried("in the archive", inside, candidate)
        for folder in folders:
            given = (document_root(Path(each).absolute().parent) for each in self._provided)
            document_folder = self._within.get(document or "", document_root(folder))
            allowed = (document_folder, *given, *self.roots, *self.packages.values())
            for spelling in spellings:
                candidate = below(folder, spelling)
                is_allowed = is_within(candidate, allowed)
                # A missing file outside the allowed folders is merely not found; the refusal is for files that exist,
                # or that are no meshes or images.
                is_here = not reference.path.startswith("//") and is_named_as_asset(candidate)
                if is_allowed or not is_here or os.path.lexists(candidate):
                    self._confined(candidate, uri, allowed, document)
                yield Tried("next to the document", folder, candidate, is_allowed)

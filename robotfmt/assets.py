"""Where the files are that documents refer to: meshes, textures, and what lies inside containers.

A URI never leads out of its package or out of the folders of its document, nothing is fetched from a network,
and only files with the suffix of a mesh or an image are opened. Links on the disk are followed, for installed
packages consist of links to their sources; whoever wrote a URI cannot make one, and what a link leads to must have
such a suffix too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from urllib.parse import unquote

from .codes import MESH_MISSING, MESH_UNREADABLE, MESH_UNSAFE
from .errors import MeshError, RobotfmtError
from .files import is_file, is_folder, read_bytes
from .limits import Limits
from .model import Origin
from .model.record import Record, record
from .packages import NAMED, Packages, is_package, package_of
from .uris import Reference, parse

MESHES = frozenset(
    {".stl", ".dae", ".zae", ".obj", ".ply", ".glb", ".gltf", ".bin", ".mtl", ".off", ".3mf", ".msh"}
)
IMAGES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tga", ".tif", ".tiff", ".gif", ".dds", ".hdr", ".ktx"})
ARCHIVE = ".zae"
"""What archives with a document and its images are called."""
_FOLDER_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")


@record(kw_only=False)
class Tried(Record):
    """A file that was looked for, the folder that its URI starts at, and why there."""

    why: str
    folder: Path
    path: Path


@record(kw_only=False)
class Resolution(Record):
    """Where a URI or the name of a package leads, and everything that was looked at."""

    path: Path | None
    tried: tuple[Tried, ...]


class Assets:
    """Finds what documents refer to.

    Args:
        packages: Folders of packages by name; they count before all else (``--package NAME=FOLDER``).
        roots: Folders that hold packages, and whose files may be opened (``--root FOLDER``).
        environment: Variables such as ``ROS_PACKAGE_PATH``; the process's own by default.
        limits: On what is opened.
    """

    def __init__(
        self,
        packages: Mapping[str, Path] | None = None,
        roots: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.packages = packages or {}
        self.roots = roots
        self.limits = limits or Limits()
        self.memo: dict[object, object] = {}
        """What readers keep of containers they have opened, so that each is opened once."""
        self._finder = Packages(self.packages, roots, environment if environment is not None else os.environ)
        self._documents: dict[str, bytes] = {}
        self._provided: set[str] = set()
        self._staged: dict[Path, bytes] = {}

    def provide(self, document: str, data: bytes) -> None:
        """Keep the bytes of a document, for the meshes inside it; what stands in its folders may be opened."""
        self._documents[document] = data
        self._provided.add(document)

    def stage(self, path: Path, data: bytes) -> None:
        """Keep a file that is about to be written, so that it is found as if it had been."""
        self._staged[Path(os.path.normpath(path.absolute()))] = data

    def plan(self, package: str, folder: Path) -> None:
        """Say where a package will be that files are about to be written to."""
        self._finder.planned[package] = folder

    def document(self, name: str) -> bytes:
        """The bytes of a document that was provided, or else of the file of this name.

        Raises:
            InputError: It cannot be read.
        """
        if name not in self._documents:
            self._documents[name] = read_bytes(name, self.limits.mesh_bytes)
        return self._documents[name]

    def load(self, uri: str, document: str | None) -> tuple[Path, bytes]:
        """The file that a URI in a document refers to, and its bytes.

        Raises:
            MeshError: It is not found, may not be opened, or cannot be read.
        """
        resolution = self.resolve(uri, document)
        if resolution.path is None:
            from .missing import advice, description

            message = description(uri, resolution, document)
            raise MeshError(
                MESH_MISSING, message, _at(document), help=advice(uri, resolution, document, self)
            )
        if resolution.path in self._staged:
            return resolution.path, self._staged[resolution.path]
        packed = self._packed(resolution.path, document)
        if packed is not None:
            return resolution.path, packed
        try:
            return resolution.path, read_bytes(str(resolution.path), self.limits.mesh_bytes)
        except OSError as error:
            message = f"'{resolution.path}' cannot be read: {error.strerror}"
            raise MeshError(MESH_UNREADABLE, message, _at(document)) from error

    def resolve(self, uri: str, document: str | None) -> Resolution:
        """Look for the file of a URI. Relative ones start at the document's folder.

        Raises:
            MeshError: The URI leaves its package or the document's folders, or names another machine.
        """
        reference = parse(uri)
        if reference.scheme is not None:
            what = (
                "a file of another machine" if reference.scheme == "file" else "something that is not a file"
            )
            raise _unsafe(uri, f"names {what} ('{reference.scheme}:')", document)
        if reference.package in (".", ".."):
            raise _unsafe(uri, "names no package", document)
        tried = tuple(self._candidates(uri, reference, document))
        there = (each.path for each in tried if self._is_there(each.path, document))
        return Resolution(next(there, None), tried)

    def is_packed(self, uri: str, document: str | None) -> bool:
        """Whether a URI leads to something inside the archive that its document is in."""
        try:
            path = self.resolve(uri, document).path
        except MeshError:
            return False
        return path is not None and self._packed(path, document) is not None

    def package(self, name: str, document: str | None) -> Resolution:
        """Look for the folder of a package. A folder that nobody named must be one, and not only be called so."""
        if not _FOLDER_NAME.fullmatch(name):
            return Resolution(None, ())
        places = dict.fromkeys(self._finder.places(name, document_folders(document)))
        tried = tuple(Tried(each.why, each.folder, each.folder) for each in places)
        found = (each.path for each in tried if each.why in NAMED or is_package(each.path))
        return Resolution(next(filter(is_folder, found), None), tried)

    def guess(self, uri: str, document: str | None) -> Path | None:
        """A folder near the document that may be the package of a URI: what the URI names is in it."""
        reference = parse(uri)
        if reference.package is None:
            return None
        return self._finder.guess(reference.package, reference.path, document_folders(document))

    def _is_there(self, path: Path, document: str | None) -> bool:
        if path in self._staged or (is_file(path) and is_asset(path)):
            return True
        return self._packed(path, document) is not None

    def _inside(self, document: str | None) -> Path | None:
        """An archive counts as a folder: the one of its main document; None where a document is in none."""
        if document is None or Path(document).suffix.lower() != ARCHIVE:
            return None
        key = ("robotfmt.archive", document)
        if key not in self.memo:
            self.memo[key] = self._main_folder(document)
        found = self.memo[key]
        return found if isinstance(found, Path) else None

    def _main_folder(self, document: str) -> Path | None:
        from .documents import archive  # for the few documents that are in one

        try:
            data = self.document(document)
            main = archive.main_name(data, document, self.limits) if archive.is_archive(data) else None
        except (RobotfmtError, OSError):
            return None
        return (Path(document).absolute() / main).parent if main is not None else None

    def _packed(self, path: Path, document: str | None) -> bytes | None:
        """What lies at a path in the archive that a document is in."""
        if document is None or self._inside(document) is None:
            return None
        top = Path(os.path.normpath(Path(document).absolute()))
        if not path.is_relative_to(top) or path.suffix.lower() not in IMAGES:
            return None
        from .documents import archive

        inside = path.relative_to(top).as_posix()
        return archive.member(self.document(document), inside, document, self.limits)

    def _candidates(self, uri: str, reference: Reference, document: str | None) -> Iterable[Tried]:
        folders = document_folders(document)
        if reference.package is not None:
            for place in dict.fromkeys(self._finder.places(reference.package, folders)):
                for spelling in reference.spellings:
                    target = _normal(place.folder / spelling)
                    _confine(target, uri, (place.folder,), document)
                    yield Tried(place.why, place.folder, target)
            return
        inside = self._inside(document)
        if inside is not None and document is not None:
            for spelling in reference.spellings:
                target = _normal(inside / spelling)
                if target.is_relative_to(_normal(Path(document).absolute())):
                    yield Tried("in the archive", inside, target)
        for folder in folders:
            told = (document_root(Path(each).absolute().parent) for each in self._provided)
            allowed = (document_root(folder), *told, *self.roots, *self.packages.values())
            for spelling in reference.spellings:
                target = _normal(folder / spelling)
                _confine(target, uri, allowed, document)
                yield Tried("beside the document", folder, target)


def document_folders(document: str | None) -> tuple[Path, ...]:
    """The folder of a document, and where the document is a link the one that it leads to."""
    if document is None:
        return (Path.cwd(),)
    here = Path(document).absolute()
    return tuple(dict.fromkeys((here.parent, Path(os.path.realpath(here)).parent)))


def located(uri: str, document: str | None) -> Path | None:
    """Where a relative URI in a document leads, whether or not anything is there; None for any other URI."""
    reference = parse(uri)
    path = Path(reference.path)
    if document is None or reference.package or reference.scheme or path.is_absolute():
        return None
    folder = Path(document).absolute().parent
    literal, decoded = _normal(folder / path), _normal(folder / unquote(reference.path))
    return literal if is_file(literal) else decoded


def document_root(folder: Path) -> Path:
    """What a document may refer to without a package: its package's folder, or else the folder above it."""
    return package_of(folder) or (folder.parent if len(folder.parts) > 3 else folder)


def is_asset(path: Path) -> bool:
    """Whether a file is what its name says, also where that is the name of a link."""
    return Path(os.path.realpath(path)).suffix.lower() in MESHES | IMAGES


def _normal(path: Path) -> Path:
    return Path(os.path.normpath(path))


def _confine(target: Path, uri: str, roots: Iterable[Path], document: str | None) -> None:
    if not any(target.is_relative_to(Path(root).absolute()) for root in roots):
        help = f"Put the file beside the robot, or say that you trust its folder: --root {quote(str(target.parent))}"
        raise _unsafe(uri, "leaves the folders of its document or package", document, help)
    if target.suffix.lower() not in MESHES | IMAGES:
        raise _unsafe(uri, f"has the suffix '{target.suffix}', which is no mesh's or image's", document)


def _unsafe(uri: str, reason: str, document: str | None, help: str | None = None) -> MeshError:
    return MeshError(MESH_UNSAFE, f"'{uri}' {reason}; it was not opened", _at(document), help=help)


def _at(document: str | None) -> Origin | None:
    return Origin(document) if document is not None else None

"""Where the files are that documents refer to: meshes, textures, and what lies inside containers.

A URI never leads out of its package or out of the folders of its document, nothing is fetched from a network,
and only files with the suffix of a mesh or an image are opened.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from .codes import MESH_MISSING, MESH_UNREADABLE, MESH_UNSAFE
from .errors import MeshError
from .files import read_bytes
from .limits import Limits
from .model import Origin
from .model.record import Record, record

MESHES = frozenset(
    {".stl", ".dae", ".zae", ".obj", ".ply", ".glb", ".gltf", ".bin", ".mtl", ".off", ".3mf", ".msh"}
)
IMAGES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tga", ".tif", ".tiff", ".gif", ".dds", ".hdr", ".ktx"})
_PACKAGE = re.compile(r"(?:package|model):+/*([^/]+)/(.*)", re.DOTALL)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_PATH_VARIABLES = (
    "ROS_PACKAGE_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
    "SDF_PATH",
)
_PREFIX_VARIABLES = ("AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH")
_FOLDER_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_PACKAGE_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")


@record(kw_only=False)
class Resolution(Record):
    """Where a URI leads, and everywhere it was looked for."""

    path: Path | None
    tried: tuple[Path, ...]


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
        self.environment = environment if environment is not None else os.environ
        self.limits = limits or Limits()
        self.memo: dict[object, object] = {}
        """What readers keep of containers they have opened, so that each is opened once."""
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
            tried = ", ".join(map(str, resolution.tried)) or "nowhere"
            name = package_name(uri)
            help = f"Name its package's folder: --package {name}=FOLDER" if name else None
            raise MeshError(MESH_MISSING, f"'{uri}' is not found; tried {tried}", _at(document), help=help)
        if resolution.path in self._staged:
            return resolution.path, self._staged[resolution.path]
        try:
            return resolution.path, read_bytes(str(resolution.path), self.limits.mesh_bytes)
        except OSError as error:
            message = f"'{resolution.path}' cannot be read: {error.strerror}"
            raise MeshError(MESH_UNREADABLE, message, _at(document)) from error

    def package(self, name: str, document: str | None) -> Resolution:
        """Look for the folder of a package. A folder that nobody named must be one, and not only be called so."""
        tried = self._package_roots(name, _folder(document)) if _FOLDER_NAME.fullmatch(name) else []
        named = [Path(self.packages[name]).absolute()] if name in self.packages else []
        named += [Path(root).absolute() / name for root in self.roots]
        found = (each for each in tried if each.is_dir() and (each in named or _is_package(each)))
        return Resolution(next(found, None), tuple(tried))

    def resolve(self, uri: str, document: str | None) -> Resolution:
        """Look for the file of a URI. Relative ones start at the document's folder.

        Raises:
            MeshError: The URI leaves its package or the document's folders, or names another machine.
        """
        folder = _folder(document)
        match = _PACKAGE.fullmatch(uri)
        if match is not None:
            return self._in_package(match.group(1), unquote(match.group(2)), uri, folder)
        path = Path(unquote(uri.removeprefix("file://"))) if uri.startswith("file:/") else None
        if path is None:
            scheme = _SCHEME.match(uri)
            if scheme is not None and len(scheme.group(1)) > 1:
                raise _unsafe(uri, f"names something that is not a file ('{scheme.group(1)}:')", document)
            path = folder / uri.replace("\\", "/")
        target = Path(os.path.normpath(path))
        told = (document_root(Path(each).absolute().parent) for each in self._provided)
        roots = (document_root(folder), *told, *self.roots, *self.packages.values())
        self._confine(target, uri, roots, document)
        return Resolution(target if self._is_file(target) else None, (target,))

    def _in_package(self, name: str, rest: str, uri: str, folder: Path) -> Resolution:
        tried: list[Path] = []
        for root in self._package_roots(name, folder):
            target = Path(os.path.normpath(root / rest))
            self._confine(target, uri, (root,), str(folder))
            tried.append(target)
            if self._is_file(target):
                return Resolution(target, tuple(tried))
        return Resolution(None, tuple(tried))

    def _package_roots(self, name: str, folder: Path) -> list[Path]:
        found: list[Path] = []
        if name in self.packages:
            found.append(Path(self.packages[name]).absolute())
        found += [Path(root).absolute() / name for root in self.roots]
        for parent in (folder, *folder.parents):
            if parent.name == name or _declares_package(parent, name):
                found.append(parent)
            elif (parent / name).is_dir():
                found.append(parent / name)
        for variable in _PATH_VARIABLES:
            for each in filter(None, self.environment.get(variable, "").split(os.pathsep)):
                found += [Path(each) / name, *([Path(each)] if Path(each).name == name else [])]
        for variable in _PREFIX_VARIABLES:
            for each in filter(None, self.environment.get(variable, "").split(os.pathsep)):
                found.append(Path(each) / "share" / name)
        return list(dict.fromkeys(found))

    def _is_file(self, path: Path) -> bool:
        return path in self._staged or path.is_file()

    def _confine(self, target: Path, uri: str, roots: Sequence[Path], document: str | None) -> None:
        if not any(target.is_relative_to(Path(root).absolute()) for root in roots):
            raise _unsafe(uri, "leaves the folders of its document or package", document)
        if target.suffix.lower() not in MESHES | IMAGES:
            raise _unsafe(uri, f"has the suffix '{target.suffix}', which is no mesh's or image's", document)


def _folder(document: str | None) -> Path:
    """Where relative URIs of a document start."""
    return Path(document).absolute().parent if document is not None else Path.cwd()


def located(uri: str, document: str | None) -> Path | None:
    """Where a relative URI in a document leads, whether or not anything is there; None for any other URI."""
    scheme = _SCHEME.match(uri)
    path = Path(uri.replace("\\", "/"))
    if document is None or path.is_absolute() or (scheme is not None and len(scheme.group(1)) > 1):
        return None
    return Path(os.path.normpath(Path(document).absolute().parent / unquote(str(path))))


def document_root(folder: Path) -> Path:
    """What a document may refer to without a package: its package's folder, or else the folder above it."""
    return package_of(folder) or (folder.parent if len(folder.parts) > 3 else folder)


def package_of(folder: Path) -> Path | None:
    """The folder of the package that a folder is in, if it is in one."""
    return next(filter(_is_package, (folder, *folder.parents)), None)


def _is_package(folder: Path) -> bool:
    return (folder / "package.xml").is_file() or (folder / "manifest.xml").is_file()


def _declares_package(folder: Path, name: str) -> bool:
    try:
        data = (folder / "package.xml").read_bytes()[:65536]
    except OSError:
        return False
    match = _PACKAGE_NAME.search(data)
    return match is not None and match.group(1).decode("utf-8", "replace") == name


def package_name(uri: str) -> str | None:
    """The package that a URI names, if it names one."""
    match = _PACKAGE.fullmatch(uri)
    return match.group(1) if match is not None else None


def _unsafe(uri: str, reason: str, document: str | None) -> MeshError:
    return MeshError(MESH_UNSAFE, f"'{uri}' {reason}; it was not opened", _at(document))


def _at(document: str | None) -> Origin | None:
    return Origin(document) if document is not None else None

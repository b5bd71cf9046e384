"""Resolve references by name alone, and decide what may be opened; what was searched for a URI, and what was found."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from shlex import quote
from urllib.parse import unquote

from ..codes import MESH_UNSAFE
from ..errors import MeshError
from ..model import Origin
from ..model.record import Record
from .files import GZIPPED, is_file
from .packages import package_of
from .uris import parse

MESHES = frozenset(
    {".stl", ".dae", ".zae", ".obj", ".ply", ".glb", ".gltf", ".bin", ".mtl", ".off", ".3mf", ".msh"} | GZIPPED
)
IMAGES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tga", ".tif", ".tiff", ".gif", ".dds", ".hdr", ".ktx"})
_ASSETS = MESHES | IMAGES
_NO_FOLDERS = ("file", "http", "https", "ftp", "data")
"""Schemes that do not refer to a file below a folder."""
ARCHIVE = ".zae"
"""The suffixes of archives with documents and their images."""
ARCHIVED = re.compile(r"(.+?\.(?:zae|usdz))/+(.+)", re.IGNORECASE | re.DOTALL)
"""A path into an archive: the file and its member."""


def document_folders(document: str | None) -> tuple[Path, ...]:
    """Return the folder of a document, and, if the document is a symbolic link, also that of its target."""
    if document is None:
        return (Path.cwd(),)
    here = Path(document).absolute()
    return tuple(dict.fromkeys((here.parent, Path(os.path.realpath(here)).parent)))


def located(uri: str, document: str | None) -> Path | None:
    """Return the path of a relative URI in a document, whether or not it exists; None for any other URI."""
    reference = parse(uri)
    path = Path(reference.path)
    if document is None or reference.name or path.is_absolute():
        return None
    folder = Path(document).absolute().parent
    literal = normal(folder / path)
    if "%" not in reference.path or is_file(literal):
        return literal
    return normal(folder / unquote(reference.path))


def document_root(folder: Path) -> Path:
    """Return the folder that a document may refer to without a package: its package's folder, or else its parent
    folder.
    """
    return package_of(folder) or (folder.parent if len(folder.parts) > 3 else folder)


def is_asset(path: Path) -> bool:
    """Return True if a file has the suffix of a mesh or image, also after following a symbolic link."""
    target = os.path.realpath(path) if os.path.islink(path) else path  # noqa: PTH114  links of folders keep the suffix
    return Path(target).suffix.lower() in _ASSETS


def normal(path: Path) -> Path:
    """Return a path without ``.`` and ``..`` steps."""
    return below(path, "")


def below(folder: Path, path: str) -> Path:
    """Return the path of a file that is given relative to a folder, without ``.`` and ``..`` steps."""
    return Path(os.path.normpath(os.path.join(folder, path)))  # noqa: PTH118 - dozens for each file: no Path between


def is_named_as_asset(path: Path) -> bool:
    """Return True if a path ends in the suffix of a mesh or an image."""
    return path.suffix.lower() in _ASSETS


def is_within(candidate: Path, roots: Iterable[Path]) -> bool:
    """Return True if a path is in one of some folders."""
    path = os.path.normcase(candidate)
    folders = (os.path.normcase(os.path.abspath(root)) for root in roots)  # noqa: PTH100 - links are not followed
    return any(_is_below(path, folder) for folder in folders)


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder.rstrip(os.sep)}{os.sep}")


def confine(candidate: Path, uri: str, roots: Iterable[Path], document: str | None) -> None:
    """Refuse a path that must not be opened.

    Raises:
        MeshError: The path is outside all folders, or has the suffix of neither a mesh nor an image.
    """
    if not is_within(candidate, roots):
        help = (
            "Put the file next to the robot, or declare that you trust its folder: --root "
            f"{quote(str(candidate.parent))}"
        )
        raise unsafe(uri, "leaves the folders of its document or package", document, help)
    if not is_named_as_asset(candidate):
        raise unsafe(uri, f"has the suffix '{candidate.suffix}', which is not a mesh or image format", document)


def of_no_folder(uri: str, scheme: str, document: str | None) -> MeshError:
    """Return the error about a URI whose scheme does not refer to a folder."""
    what = "a file on another machine" if scheme == "file" else "something that is not a file"
    help = f"If it is a file on this machine, name the folder that its path is relative to: --package {scheme}=FOLDER"
    remote = scheme.lower() in _NO_FOLDERS
    return unsafe(uri, f"names {what} ('{scheme}:')", document, None if remote else help)


def unsafe(uri: str, reason: str, document: str | None, help: str | None = None) -> MeshError:
    """Return the error about a URI that is not followed."""
    return MeshError(MESH_UNSAFE, f"'{uri}' {reason}; it was not opened", origin_of(document), help=help)


def origin_of(document: str | None) -> Origin | None:
    """Return the location of a document, for a diagnostic about the whole document."""
    return Origin(document) if document is not None else None


class Tried(Record, kw_only=False):
    """A file that was searched, the folder that its URI is relative to, and the reason for that folder."""

    why: str
    folder: Path
    path: Path
    is_allowed: bool = True
    """True if the file may be opened; missing files are searched outside all folders too."""


class Resolution(Record, kw_only=False):
    """The target of a URI or of a package name, and everything that was searched."""

    path: Path | None
    tried: tuple[Tried, ...]

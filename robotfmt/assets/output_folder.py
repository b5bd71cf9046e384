"""The folder for the meshes of an output: names that every system accepts, each of them once."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ..codes import USAGE
from ..errors import UsageError
from .packages import home_of
from .resolver import Assets

_SAFE = re.compile(r"[^A-Za-z0-9._-]+")
_DIGEST = re.compile(r"-[0-9a-f]{8}$")
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)")
_LONGEST = 100
_SCHEME = "package://"
_DEFAULT = "meshes"


class MeshFolder:
    """Plans the mesh files of an output.

    Args:
        document: The output.
        meshes: ``package://NAME/FOLDER`` for a folder of a package; any other value means one next to the document.
        assets: Serves the planned files as if they were written.
        stems: True if no two files may have the same name without suffix.
    """

    def __init__(self, document: Path, meshes: str, assets: Assets, stems: bool = False) -> None:
        self._stems = stems
        self.files: dict[Path, bytes] = {}
        self.assets = assets
        self._document = document
        self._here = Path(os.path.normpath(document.absolute().parent))
        self.package, below = package_and_folder(meshes)
        if self.package is None:
            self.home = self._here
            self._folder = self._here / f"{safe_name(document.stem)}_meshes"
        else:
            self.home = home_of(self.package, self._here) or self._here / self.package
            self._folder = self.home / below
        self._planned: dict[tuple[str, str], Path] = {}
        self._names: set[str] = set()

    def add(
        self, name: str, data: bytes, companions: Mapping[str, bytes] | None = None, above: Path | None = None
    ) -> str:
        """Plan a file and its companions; return its URI. Equal files with the same name are written once.

        No two files have the same name, not even in different folders: MuJoCo uses the file name alone.

        Args:
            companions: Files by their paths from the file's folder; their relative paths are kept, so the file still
                finds them.
            above: The folder of the file, for companions next to that folder.
        """
        companions = companions or {}
        digest = _digest(data, companions)
        name = safe_name(name)
        if (name, digest) not in self._planned:
            self._planned[name, digest] = self._plan(name, digest, data, companions, above)
        return self._uri(self._planned[name, digest])

    def outputs(self) -> dict[Path, bytes]:
        """Return the files by paths relative to the folder of the document."""
        folder = self._document.parent
        return {_normal(folder / os.path.relpath(path, self._here)): data for path, data in self.files.items()}

    def _plan(self, name: str, digest: str, data: bytes, companions: Mapping[str, bytes], above: Path | None) -> Path:
        """Plan a file with its companions; return its path, in a folder with the digest if another file has it."""
        if self._key(name) in self._names:
            path = PurePosixPath(name)
            name = f"{path.stem}-{digest}{path.suffix}"
        self._names.add(self._key(name))
        ups = max((PurePosixPath(each).parts.count("..") for each in companions), default=0)
        parents = [safe_name(each) for each in above.parts[-ups:]] if above is not None and ups else []
        for base in (self._folder, self._folder / digest):
            folder = base.joinpath(*parents)
            planned = {folder / name: data} | {_normal(folder / each): content for each, content in companions.items()}
            if not any(self.files.get(each, content) != content for each, content in planned.items()):
                break
        for each, content in planned.items():
            self.files[each] = content
            self.assets.stage(each, content)
        if self.package is not None:
            self.assets.plan(self.package, self.home)
        return folder / name

    def _key(self, name: str) -> str:
        """Return the part of a file's name that must be unique."""
        return (PurePosixPath(name).stem if self._stems else name).casefold()

    def _uri(self, path: Path) -> str:
        if self.package is not None:
            return f"{_SCHEME}{self.package}/{path.relative_to(self.home).as_posix()}"
        return Path(os.path.relpath(path, self._here)).as_posix()


def package_and_folder(meshes: str) -> tuple[str | None, str]:
    """Return the package and the folder in it that ``package://NAME/FOLDER`` means; None as package for any other
    value.

    Raises:
        UsageError: The value is neither a package URI nor ``keep`` nor ``copy``.
    """
    if meshes in ("keep", "copy"):
        return None, ""
    name, _, below = meshes.removeprefix(_SCHEME).partition("/")
    parts = [each for each in below.split("/") if each]
    if not meshes.startswith(_SCHEME) or not all(each and safe_name(each) == each for each in (name, *parts)):
        message = f"--meshes must be keep, copy, package://NAME or package://NAME/FOLDER, not '{meshes}'"
        raise UsageError(USAGE, message)
    return name, "/".join(parts) or _DEFAULT


def former_stem(uri: str) -> str:
    """Return the name without suffix that a file in such a folder had before, as far as every system accepts it."""
    path = PurePosixPath(uri)
    return _DIGEST.sub("", safe_name(path.name).removesuffix(path.suffix))


def safe_name(name: str) -> str:
    """Return a file name that every system accepts: ASCII, no path, no device name, at most 100 bytes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem, dot, suffix = _SAFE.sub("_", plain).lstrip(".-").rpartition(".")
    if not dot:
        stem, suffix = suffix, ""
    whole = f"{stem[: _LONGEST - len(suffix) - 1] or 'mesh'}{dot}{suffix}"
    return f"_{whole}" if _RESERVED.match(whole) else whole


def keeps_name(path: str) -> bool:
    """Return True if every part of a path can be a file name on every system; spaces are allowed."""
    parts = (each.replace(" ", "_") for each in PurePosixPath(path).parts if each != "..")
    return all(safe_name(each) == each for each in parts)


def _digest(data: bytes, companions: Mapping[str, bytes]) -> str:
    import hashlib  # takes longer to import than most documents to read

    hashed = hashlib.sha256(data)
    for name, content in sorted(companions.items()):
        hashed.update(name.encode() + b"\0" + content)
    return hashed.hexdigest()[:8]


def _normal(path: Path) -> Path:
    return Path(os.path.normpath(path))

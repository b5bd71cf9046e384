"""Find packages: folders with a ``package.xml``, as in ROS and Gazebo, or with the right name.

They are searched in this order: the folders given by name, the folders that contain packages (``--root``), those that
the variables of ROS and Gazebo list, and the folders around the document. The name of a package is the one in its
``package.xml``, whatever the name of its folder; without one it is the folder's name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import count, islice
from pathlib import Path

from ..model.record import Record
from .files import is_file

NAMED = ("--package", "--root")
"""The reason for a folder that the user has named."""
ABOVE = "above the document"
_PATH_VARIABLES = (
    "ROS_PACKAGE_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
    "GAZEBO_RESOURCE_PATH",
    "SDF_PATH",
)
"""Variables with lists of folders that contain packages or models."""
_PREFIX_VARIABLES = ("AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH")
"""Variables with lists of prefixes, with the packages under ``share``."""
_DATA_VARIABLES = {"openrave": "OPENRAVE_DATA"}
"""Variables with lists of folders that contain the files of a scheme."""
_MARKS = ("package.xml", "manifest.xml", "model.config")
_TEMPORARY = tuple(map(Path, ("/tmp", "/var/tmp", *filter(None, map(os.environ.get, ("TMPDIR", "TEMP"))))))
"""The folders in which temporary files of all programs are."""
_REPOSITORY = ".git"
_IGNORED = ("COLCON_IGNORE", "CATKIN_IGNORE", "AMENT_IGNORE")
_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")
_HEAD = 65_536
"""The number of bytes of a ``package.xml`` that are searched for its name."""
_DEPTH = 3
"""The number of levels below a folder that are searched for packages: ``workspace/src/repository/package``."""
_MOST = 5000
"""The maximum number of folders to search below a folder."""
_UP, _NEAR = 4, 2000
"""The number of levels above a document at which a guess starts, and the number of folders that it searches."""


class Candidate(Record, kw_only=False):
    """A folder that may be a package, and the reason."""

    why: str
    folder: Path


class Packages:
    """Finds the folders of packages. File system lookups are cached."""

    def __init__(self, named: Mapping[str, Path], roots: Sequence[Path], environment: Mapping[str, str]) -> None:
        self.named = named
        self.roots = roots
        self.environment = environment
        self.planned: dict[str, Path] = {}
        """Packages of files that are about to be written; they take precedence."""
        self._names: dict[Path, str | None] = {}
        self._below: dict[Path, tuple[Path, ...]] = {}
        self._indices: dict[Path, dict[str, list[Path]]] = {}
        self._found: dict[tuple[str, tuple[Path, ...]], tuple[list[Candidate], Iterator[Candidate]]] = {}
        """The possible folders that were looked at, and the search for more."""

    def draft(self) -> Packages:
        """Return a copy that may plan other packages."""
        made = copy(self)
        made.planned = self.planned.copy()
        return made

    def places(self, name: str, folders: Sequence[Path]) -> Iterator[Candidate]:
        """Yield possible folders of a package, the best one first.

        Args:
            name: The name of the package.
            folders: The folders of the document that refers to it.
        """
        if name in self.planned:
            yield Candidate("the output", self.planned[name])
        known, search = self._found.setdefault((name, tuple(folders)), ([], self._places(name, folders)))
        for number in count():
            if number == len(known):
                known += islice(search, 1)  # one at a time: each further one takes longer to find
            if number == len(known):
                return
            yield known[number]

    def _places(self, name: str, folders: Sequence[Path]) -> Iterator[Candidate]:
        """Yield the folders that are not about to be written."""
        if name in self.named:
            yield Candidate(NAMED[0], Path(self.named[name]).absolute())
        for root in self.roots:
            yield from self._in(NAMED[1], Path(root).absolute(), name)
        for variable in _PATH_VARIABLES:
            for each in self._listed(variable):
                yield from self._in(variable, each, name)
        for variable in _PREFIX_VARIABLES:
            for each in self._listed(variable):
                for prefix in (each, each / name):  # as colcon installs: merged, and isolated
                    yield Candidate(variable, prefix / "share" / name)
        for folder in folders:
            yield from self._around(folder, name)

    def scheme_places(self, scheme: str) -> Iterator[Candidate]:
        """Yield the folders that paths of a scheme's URIs are relative to: only those given for the scheme."""
        if scheme in self.named:
            yield Candidate(NAMED[0], Path(self.named[scheme]).absolute())
        if scheme in _DATA_VARIABLES:
            for root in self.roots:
                yield Candidate(NAMED[1], Path(root).absolute())
            for each in self._listed(_DATA_VARIABLES[scheme]):
                yield Candidate(_DATA_VARIABLES[scheme], each.absolute())

    def guess(self, name: str, path: str, folders: Sequence[Path]) -> Path | None:
        """Return a folder near a document with a file at a path; of several, the one with the name most similar to
        the package's.
        """
        from difflib import SequenceMatcher

        found = [each for each in islice(self._near(folders), _NEAR) if is_file(f"{each}/{path}")]
        return max(found, key=lambda each: SequenceMatcher(None, name, each.name).ratio(), default=None)

    def _near(self, folders: Sequence[Path]) -> Iterator[Path]:
        """Yield the folders of the tree of a document, the nearest first; those further away are searched on demand."""
        seen: set[Path] = set()
        for up in dict.fromkeys(up for each in folders for up in _tree(each)):
            for each in (up, *self._folders(up)):
                if each not in seen:
                    seen.add(each)
                    yield each

    def _listed(self, variable: str) -> list[Path]:
        return [Path(each) for each in self.environment.get(variable, "").split(os.pathsep) if each]

    def _in(self, why: str, root: Path, name: str) -> Iterator[Candidate]:
        """Yield the folder itself, its subfolder with this name, and packages with this name further below."""
        if self._is(root, name):
            yield Candidate(why, root)
        yield Candidate(why, root / name)
        for each in self._index(root).get(name, ()):
            yield Candidate(why, each)

    def _around(self, folder: Path, name: str) -> Iterator[Candidate]:
        """Yield the packages that contain the document, and those next to it.

        In a folder that contains everything of a user or of the system, only marked packages are used, so that no URI
        can refer to arbitrary folders of the disk by name.
        """
        common = _common(folder)
        for parent in (folder, *folder.parents):
            if self._name(parent) == name or (parent.name == name and parent not in common):
                yield Candidate(ABOVE, parent)
            beside = parent / name
            if parent not in common or is_package(beside):
                yield Candidate(ABOVE, beside)

    def _is(self, folder: Path, name: str) -> bool:
        return folder.name == name or self._name(folder) == name

    def _name(self, folder: Path) -> str | None:
        """Return the name of a package; None for any other folder."""
        if folder not in self._names:
            self._names[folder] = _package_name(folder)
        return self._names[folder]

    def _index(self, root: Path) -> dict[str, list[Path]]:
        """Return the packages below a folder, by name; folders that only have the right name are not included."""
        if root not in self._indices:
            found: dict[str, list[Path]] = {}
            for each in self._folders(root):
                name = self._name(each)
                if name is not None and each != root / name:
                    found.setdefault(name, []).append(each)
            self._indices[root] = found
        return self._indices[root]

    def _folders(self, root: Path) -> tuple[Path, ...]:
        """Return the folders below a folder, level by level, within limits; packages are not entered."""
        if root not in self._below:
            found: list[Path] = []
            level = [root]
            for _ in range(_DEPTH):
                open_ones = (each for each in level if each == root or not is_package(each))
                level = list(islice((each for up in open_ones for each in _children(up)), _MOST - len(found)))
                found += level
            self._below[root] = tuple(found)
        return self._below[root]


def is_package(folder: Path) -> bool:
    """Return True if a folder is marked as a package or a model."""
    return any(is_file(f"{folder}/{mark}") for mark in _MARKS)


def package_of(folder: Path) -> Path | None:
    """Return the folder of the package that contains a folder, if there is one."""
    return next(filter(is_package, (folder, *folder.parents)), None)


def home_of(name: str, folder: Path) -> Path | None:
    """Return the package with a name that contains a folder, marked or just named like it."""
    common = _common(folder)
    for parent in (folder, *folder.parents):
        if _package_name(parent) == name or (parent.name == name and parent not in common):
            return parent
    return None


def _package_name(folder: Path) -> str | None:
    if not is_package(folder):
        return None
    try:
        with (folder / "package.xml").open("rb") as stream:
            match = _NAME.search(stream.read(_HEAD))
    except OSError:
        match = None
    return match.group(1).decode("utf-8", "replace") if match is not None else folder.name


def _parents(folder: Path) -> list[Path]:
    common = _common(folder)
    return [each for each in (folder, *folder.parents) if each not in common]


def _tree(folder: Path) -> list[Path]:
    """Return a folder and those above it that belong together: up to a repository, a package, or one level."""
    around = _parents(folder)[:_UP]
    tops = (each for each in around if os.path.lexists(f"{each}/{_REPOSITORY}"))
    top = next(tops, None) or next(filter(is_package, around), None) or folder.parent
    return around[: around.index(top) + 1] if top in around else around[:1]


def _common(folder: Path) -> frozenset[Path]:
    """Return the root of the disk, and the folders of temporary files, of all users' homes and of the user's own."""
    try:
        home = Path.home()
    except RuntimeError:  # a user that the system does not know
        home = Path(folder.anchor)
    return frozenset((Path(folder.anchor), *_TEMPORARY, home, *home.parents))


def _children(folder: Path) -> Iterable[Path]:
    """Return the subfolders of a folder, except hidden ones and those that ROS tools are configured to ignore."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(each.name for each in entries if each.name[:1] != "." and each.is_dir())
    except OSError:
        return ()
    return (folder / name for name in names if not _is_ignored(f"{folder}/{name}"))


def _is_ignored(folder: str) -> bool:
    return any(os.path.lexists(f"{folder}/{mark}") for mark in _IGNORED)

"""Finding the robot documents in folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import NamedTuple

from .. import formats
from ..documents.source import XACRO, plain_name
from .patterns import Ignored

_MARKERS = {"COLCON_IGNORE", "CATKIN_IGNORE", "AMENT_IGNORE"}
"""Files by which ROS's build tools leave a folder out: those that they write themselves have one."""
_TOOLS = {"__pycache__", "node_modules", "site-packages", "venv"}
"""Folders of other people's files."""
_GENERAL = {".xml", ".yaml", ".yml"}
"""Suffixes that robot documents share with others; what has one is looked into."""
_HEAD = 1 << 16
_KINEMATICS = b"kinematics"
"""What a COLLADA document names if it is a robot, or refers to one: most are meshes."""


class _Entry(NamedTuple):
    """A file or folder: as it is called, and where it is."""

    path: Path
    place: Path
    is_folder: bool


@dataclass(slots=True)
class Folders:
    """The robot documents in folders, and what was passed over on the way."""

    xacro: bool = False
    """Whether documents that use xacro are wanted."""
    excluded: Callable[[Path, bool], bool] = lambda path, is_folder: False
    """Return True if a file, or a folder, is left out on request."""
    files: list[str] = field(default_factory=list)
    others: int = 0
    """How many files have a suffix of a robot document and are none."""
    unexpanded: int = 0
    """How many documents use xacro and were left out."""

    def search(self, folder: str) -> None:
        """Add the robot documents in a folder and in those below it, in the order of their names."""
        start = Path(os.path.abspath(folder))  # noqa: PTH100  without following links
        ignored = Ignored(start)
        pending = [_Entry(Path(folder), start, True)]
        while pending:
            entry = pending.pop()
            if entry.is_folder:
                pending += reversed(self._entries(entry, ignored))
            else:
                self._take(entry.path)

    def _entries(self, folder: _Entry, ignored: Ignored) -> list[_Entry]:
        """Return what is to be looked at in a folder."""
        try:
            with os.scandir(folder.path) as found:
                entries = sorted(found, key=lambda each: each.name)
        except OSError:
            return []
        if any(each.name in _MARKERS for each in entries):
            return []
        made = (_entry(folder, each) for each in entries)
        return [each for each in made if each is not None and not self._leaves_out(each, ignored)]

    def _leaves_out(self, it: _Entry, ignored: Ignored) -> bool:
        return ignored.leaves_out(it.place, is_folder=it.is_folder) or self.excluded(it.place, it.is_folder)

    def _take(self, path: Path) -> None:
        if path.suffix.lower() == XACRO and not self.xacro:
            self.unexpanded += 1
        elif _is_robot(path):
            self.files.append(str(path))
        else:
            self.others += 1


def _entry(folder: _Entry, it: os.DirEntry[str]) -> _Entry | None:
    """Return a part of a folder; None for what cannot be, or have, a robot document."""
    is_folder = it.is_dir(follow_symlinks=False)
    if is_folder and (it.name.startswith(".") or it.name in _TOOLS):
        return None
    if not is_folder and not (_may_be_robot(it.name) and it.is_file()):
        return None
    return _Entry(folder.path / it.name, folder.place / it.name, is_folder)


def _may_be_robot(name: str) -> bool:
    """Return True if the suffix of a file may be that of a robot document."""
    suffix = PurePath(plain_name(name)).suffix.lower()
    return suffix in _GENERAL or any(suffix in each.suffixes for each in formats.all_formats())


def _is_robot(path: Path) -> bool:
    """Return True for a suffix that only robots have, ``.urdf``, even of a broken file; else the content tells."""
    suffix = PurePath(plain_name(path.name)).suffix.lower()
    if any(suffix == f".{each.name}" for each in formats.all_formats()):
        return True
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
            known = [each for each in formats.all_formats() if each.sniff(head)]
            is_scene = bool(known) and known[0].embeds_meshes and not head.startswith(b"PK")
            return bool(known) and (
                not is_scene or any(_KINEMATICS in each for each in _blocks(head, stream.read))
            )
    except OSError:
        return False


def _blocks(head: bytes, read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield a file in blocks, each with the end of the one before it."""
    while head:
        yield head
        more = read(_HEAD)
        head = head[-len(_KINEMATICS) :] + more if more else b""

"""Finding the robot documents in folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath

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
        self._search(Path(folder), start, Ignored(start))

    def _search(self, folder: Path, place: Path, ignored: Ignored) -> None:
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda each: each.name)
        except OSError:
            return
        if any(each.name in _MARKERS for each in entries):
            return
        for each in entries:
            path = place / each.name
            is_folder = each.is_dir(follow_symlinks=False)
            if _is_hidden(each.name, is_folder) or not (is_folder or _may_be_robot(each.name)):
                continue
            if ignored.leaves_out(path, is_folder=is_folder) or self.excluded(path, is_folder):
                continue
            if is_folder:
                self._search(folder / each.name, path, ignored)
            elif each.is_file():
                self._take(folder / each.name)

    def _take(self, path: Path) -> None:
        if path.suffix.lower() == XACRO and not self.xacro:
            self.unexpanded += 1
        elif _is_robot(path):
            self.files.append(str(path))
        else:
            self.others += 1


def _is_hidden(name: str, is_folder: bool) -> bool:
    return is_folder and (name.startswith(".") or name in _TOOLS)


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

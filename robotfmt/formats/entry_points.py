"""The entry points of installed distributions, for one group.

``importlib.metadata`` reads them too, but importing it takes longer than reading and checking a robot, because it
imports ``email``, ``zipfile`` and ``csv``. So the folders on the path are read here, and it is used only where that
fails (for example inside an archive). The form of ``entry_points.txt`` is that of the specification "Entry points" of
the Python Packaging User Guide.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

_METADATA = (".dist-info", ".egg-info")


class Plugin:
    """A name, and its ``module:attribute``."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self.value = value

    @property
    def module(self) -> str:
        """The module that contains the object."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the object."""
        return getattr(import_module(self.module), self.value.partition(":")[2].partition("[")[0].strip())


class Given(Plugin):
    """An object that is not installed."""

    def __init__(self, name: str, given: object) -> None:
        super().__init__(name, "")
        self._given = given

    def load(self) -> Any:
        """Return the object."""
        return self._given


def installed(group: str) -> list[Plugin]:
    """Return the entry points of installed distributions in a group."""
    found = [plugin for folder in dict.fromkeys(sys.path) for plugin in _in_folder(Path(folder), group)]
    return found or _asked(group)


def _in_folder(folder: Path, group: str) -> Iterator[Plugin]:
    try:
        metadata = sorted(each for each in folder.iterdir() if each.name.endswith(_METADATA))
    except OSError:
        return
    for each in metadata:
        try:
            text = (each / "entry_points.txt").read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if group in text:
            yield from _in_text(text, group)


def _in_text(text: str, group: str) -> Iterator[Plugin]:
    """Yield the lines under the heading of a group."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
        elif section == group and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield Plugin(name.strip(), value.strip())


def _asked(group: str) -> list[Plugin]:
    from importlib.metadata import entry_points

    return [Plugin(each.name, each.value) for each in entry_points(group=group)]

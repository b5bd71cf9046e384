"""Whether files have changed since they were opened."""

from __future__ import annotations

from collections.abc import KeysView
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int] | None
"""The time of the last change of a file in nanoseconds, and its size; None for a file that does not exist."""


class Stamps:
    """The states of files when they were opened, or were not found."""

    def __init__(self) -> None:
        self._known: dict[str, Stamp] = {}

    def note(self, *paths: object) -> None:
        """Note the present state of files, if they are not known yet."""
        for path in map(str, paths):
            if path not in self._known:
                self._known[path] = _stamp(path)

    def are_old(self) -> bool:
        """Return True if a file has changed, has disappeared, or exists now."""
        return any(_stamp(path) != stamp for path, stamp in self._known.items())

    @property
    def paths(self) -> KeysView[str]:
        """The files."""
        return self._known.keys()

    def copy(self) -> Stamps:
        """Return the same states, independent of these."""
        made = Stamps()
        made._known = self._known.copy()
        return made


def _stamp(path: str) -> Stamp:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size

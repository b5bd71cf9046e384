"""What was searched for a URI, and what was found."""

from __future__ import annotations

from pathlib import Path

from ..model.record import Record


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

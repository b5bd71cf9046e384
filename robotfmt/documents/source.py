"""An unparsed document: its bytes and its name."""

from __future__ import annotations

from pathlib import PurePath

from ..model.record import Record, field

XACRO, EXPANDED = ".xacro", " (expanded)"
"""The suffix of documents that xacro expands, and the suffix added to the name of an expanded one, whose line numbers
are not those of the file.
"""


def plain_name(name: str) -> str:
    """Return the name of a document without the xacro suffix: ``arm.urdf`` for ``arm.urdf.xacro``."""
    name = name.removesuffix(EXPANDED)
    return name[: -len(XACRO)] if name.lower().endswith(XACRO) else name


def stem(path: str) -> str:
    """Return the name of a document without its suffixes."""
    return PurePath(plain_name(path)).stem.removesuffix(".world")


class Source(Record, kw_only=False):
    """A document: its bytes, and its name in messages."""

    name: str
    data: bytes = field(repr=False)

"""A document as it comes: its bytes and its name."""

from __future__ import annotations

from ..model.record import Record, field

XACRO, EXPANDED = ".xacro", " (expanded)"
"""The suffix of documents that xacro expands, and what follows the name of one that it has expanded: the lines that are
told of such a document are not those of the file."""


def plain_name(name: str) -> str:
    """Return the name of a document as it would be without xacro: ``arm.urdf`` of ``arm.urdf.xacro``."""
    name = name.removesuffix(EXPANDED)
    return name[: -len(XACRO)] if name.lower().endswith(XACRO) else name


class Source(Record, kw_only=False):
    """A document: its bytes, and what it is called in messages."""

    name: str
    data: bytes = field(repr=False)

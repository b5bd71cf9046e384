"""The parts of a document as text: places to insert content, and parts to change, remove or duplicate.

Documents are divided without the format's own code, so that a reader does not test itself.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from .anatomy_lines import Lines
from .anatomy_xml import Xml
from .anatomy_yaml import Yaml, mapping_of


class Anatomy(Protocol):
    """A document in its parts. Numbers count from 0; parts of one kind have the same path."""

    @property
    def places(self) -> list[str]:
        """The paths of all places where unknown content can be."""
        ...

    @property
    def leaves(self) -> list[tuple[str, str]]:
        """The path and the text of every part with a value."""
        ...

    @property
    def parts(self) -> list[str]:
        """The paths of all parts with values that can be removed or duplicated."""
        ...

    def injected(self, places: Collection[int]) -> bytes:
        """Return the document with unknown content at some places; the inserted words contain the numbers of the
        places."""
        ...

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the document with a different value of a leaf."""
        ...

    def without(self, part: int) -> bytes:
        """Return the document without a part."""
        ...

    def doubled(self, part: int) -> bytes:
        """Return the document with a part twice."""
        ...


def anatomy(data: bytes) -> Anatomy | None:
    """Return the anatomy of a document; None if it is not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    if text.lstrip().startswith("<"):
        return Xml(text)
    mapping = mapping_of(data)
    return Yaml(mapping) if mapping is not None else Lines(text)

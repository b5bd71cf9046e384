"""The parts of a document as text: where something can be put in, what can be altered, left out or doubled.

Documents are taken apart without any format's help, so that a reader is never its own witness.
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
        """The path and the text of everything that has a value."""
        ...

    @property
    def parts(self) -> list[str]:
        """The paths of everything that can be left out or doubled, and has a value in it."""
        ...

    def injected(self, places: Collection[int]) -> bytes:
        """Return the document with unknown content at some places; the marks in it have their numbers."""
        ...

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the document with another value of a leaf."""
        ...

    def without(self, part: int) -> bytes:
        """Return the document without a part."""
        ...

    def doubled(self, part: int) -> bytes:
        """Return the document with a part twice."""
        ...


def anatomy(data: bytes) -> Anatomy | None:
    """Return the anatomy of a document; None where it is no text."""
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

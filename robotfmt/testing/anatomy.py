"""The parts of a document as text: places to insert content, and parts to change, remove or duplicate.

Documents are divided without the format's own code, so that a reader does not test itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Protocol

from .alterations import mark
from .anatomy_xml import Xml
from .anatomy_yaml import Yaml, mapping_of

# Texts in lines


class Lines:
    """The parts of a text in lines."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        found = re.search(r"[,;\t]", text)
        self._between = found.group() if found is not None else " "
        self._cells = [
            (line, start, end) for line, each in enumerate(self._lines) for start, end in _cells(each, self._between)
        ]

    @property
    def places(self) -> list[str]:
        """All lines, by their first words."""
        return [each.split(self._between)[0] for each in self._lines]

    @property
    def leaves(self) -> list[tuple[str, str]]:
        """All cells that are not empty, by their columns."""
        return [
            (
                f"{self.places[line]}/{self._lines[line].count(self._between, 0, start)}",
                self._lines[line][start:end],
            )
            for line, start, end in self._cells
        ]

    @property
    def parts(self) -> list[str]:
        """All lines."""
        return self.places

    def injected(self, places: Collection[int]) -> bytes:
        """Return the text with an additional cell at the end of some lines, and an unknown line after each."""
        lines: list[str] = []
        for number, line in enumerate(self._lines):
            if number in places:
                lines += [f"{line}{self._between}{mark(number)}", f"{mark(number, 'b')}{self._between}1"]
            else:
                lines.append(line)
        return _joined(lines)

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the text with a different value of a cell."""
        line, start, end = self._cells[leaf]
        old = self._lines[line]
        return _joined([*self._lines[:line], old[:start] + text + old[end:], *self._lines[line + 1 :]])

    def without(self, part: int) -> bytes:
        """Return the text without a line."""
        return _joined([*self._lines[:part], *self._lines[part + 1 :]])

    def doubled(self, part: int) -> bytes:
        """Return the text with a line twice."""
        return _joined([*self._lines[:part], self._lines[part], *self._lines[part:]])


def _cells(line: str, between: str) -> list[tuple[int, int]]:
    found = re.finditer(rf"[^{re.escape(between)}]+", line)
    return [each.span() for each in found if each.group().strip()]


def _joined(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# Documents


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

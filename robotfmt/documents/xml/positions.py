"""Lines, columns and extents of tags in the bytes of an XML document in UTF-8; those of a whole document are computed
in a separate pass on demand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>?""")
_NAME = re.compile(rb"""<([^\s/>]+)""")


def line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    """Return line and column of a byte, each counted from 1."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


def start_tag(data: bytes, offset: int) -> bytes:
    """Return the start tag that begins at a byte."""
    match = _TAG.match(data, offset)
    return match.group() if match is not None else b""


def verbatim(data: bytes, start: int, end: int) -> bytes:
    """Return an element verbatim, from its start tag and the position of its end tag."""
    tag = start_tag(data, start)
    if tag.endswith(b"/>"):
        return tag
    return data[start : data.find(b">", end) + 1]


def end_tag(start: bytes) -> bytes:
    """Return the tag that closes a start tag given as bytes; empty if it has no name."""
    match = _NAME.match(start)
    return b"</" + match.group(1) + b">" if match is not None else b""


def attribute_place(data: bytes, offset: int, attribute: str) -> int:
    """Return the position of an attribute's name in the start tag at a byte; that byte if it has no such attribute."""
    name = re.escape(attribute.encode())
    match = re.search(rb"""[\s:]""" + name + rb"""\s*=""", start_tag(data, offset))
    return offset + match.start() + 1 if match is not None else offset


# Of a whole document


class Marks:
    """Information that the tree of a well-formed UTF-8 document lacks."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        """The byte at which the start tag of each element begins, in document order."""
        self.ends: list[int] = []
        """The byte at which the end tag of each element begins, in the same order."""
        self.loose: list[tuple[int, int, str, str]] = []
        """Comments and instructions: the index of their parent element (in document order, -1 outside the root), the
        number of children before them, ``comment`` or ``instruction``, and the text.
        """
        self.prefixes: dict[str, str] = {}
        """The prefixes declared on the root, with their URIs."""
        self.has_namespaces = False
        """True if any namespace is declared."""


def marks_of(data: bytes) -> Marks:
    """Parse a document for its marks."""
    walk = _Pass()
    walk.parse(data)
    return walk.marks


class _Pass:
    """A pass over a document that notes marks."""

    def __init__(self) -> None:
        self.marks = Marks()
        self._open = [-1]
        self._children = [0]
        self._parser = expat.ParserCreate("utf-8", "}")

    def parse(self, data: bytes) -> None:
        """Note the marks of a document; a pass parses only one document."""
        handlers: dict[str, Callable[..., None]] = {
            "StartElementHandler": self._start,
            "EndElementHandler": self._end,
            "StartNamespaceDeclHandler": self._namespace,
            "CommentHandler": self._comment,
            "ProcessingInstructionHandler": self._instruction,
        }
        for name, handler in handlers.items():
            setattr(self._parser, name, handler)
        self._parser.Parse(data, True)
        del self._parser  # it and its handlers hold one another

    def _start(self, _tag: str, _attributes: object) -> None:
        self._children[-1] += 1
        self._open.append(len(self.marks.starts))
        self._children.append(0)
        self.marks.starts.append(self._parser.CurrentByteIndex)
        self.marks.ends.append(-1)

    def _end(self, _tag: str) -> None:
        self.marks.ends[self._open.pop()] = self._parser.CurrentByteIndex
        self._children.pop()

    def _namespace(self, prefix: str | None, uri: str | None) -> None:
        self.marks.has_namespaces = True
        if prefix is not None and not self.marks.starts:
            self.marks.prefixes[prefix] = uri or ""

    def _comment(self, text: str) -> None:
        self.marks.loose.append((self._open[-1], self._children[-1], "comment", text))

    def _instruction(self, target: str, text: str) -> None:
        content = " ".join(filter(None, (target, text)))
        self.marks.loose.append((self._open[-1], self._children[-1], "instruction", content))

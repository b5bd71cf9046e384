"""The positions in an XML document, computed in a separate pass on demand."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat


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

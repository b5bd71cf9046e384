"""Where everything stands in an XML document: a pass that makes no elements, for who asks."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat


class Marks:
    """What a tree does not know of its document, a well-formed one in UTF-8.

    Attributes:
        starts: The byte at which the start tag of each element begins, in document order.
        ends: The byte at which its end tag begins.
        loose: Comments and instructions: the number of the element they stand in (in document order, -1 outside of
            the root), how many of its children stand before, ``comment`` or ``instruction``, and the text.
        prefixes: The prefixes declared on the root, with their URIs.
        has_namespaces: Whether any namespace is declared anywhere.
    """

    def __init__(self, data: bytes) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.loose: list[tuple[int, int, str, str]] = []
        self.prefixes: dict[str, str] = {}
        self.has_namespaces = False
        self._open = [-1]
        self._children = [0]
        self._parser = expat.ParserCreate("utf-8", "}")
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
        self._open.append(len(self.starts))
        self._children.append(0)
        self.starts.append(self._parser.CurrentByteIndex)
        self.ends.append(-1)

    def _end(self, _tag: str) -> None:
        self.ends[self._open.pop()] = self._parser.CurrentByteIndex
        self._children.pop()

    def _namespace(self, prefix: str | None, uri: str | None) -> None:
        self.has_namespaces = True
        if prefix is not None and not self.starts:
            self.prefixes[prefix] = uri or ""

    def _comment(self, text: str) -> None:
        self.loose.append((self._open[-1], self._children[-1], "comment", text))

    def _instruction(self, target: str, text: str) -> None:
        content = " ".join(filter(None, (target, text)))
        self.loose.append((self._open[-1], self._children[-1], "instruction", content))

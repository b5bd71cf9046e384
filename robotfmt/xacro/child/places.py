"""The file and line of nodes: minidom does not keep lines, so its elements are given them."""

from __future__ import annotations

import os
from types import CodeType, FrameType, TracebackType
from typing import Any
from xml.dom import expatbuilder

_KEY = "place"
_NOT_CALLS = frozenset(
    f"xacro:{name}" for name in ("macro", "property", "arg", "if", "unless", "insert_block", "element", "attribute")
)


class _Keep:
    """Copies of elements, which macros consist of, keep the place."""

    def handle(self, _operation: int, _key: str, _data: object, source: Any, copy: Any) -> None:
        """Keep the place for a copy; minidom calls this."""
        copy._user_data = source._user_data


_KEEP = _Keep()


class _Builder(expatbuilder.ExpatBuilderNS):
    """Builds a document whose elements know their places."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def start_element_handler(self, name: str, attributes: Any) -> None:
        """Record the place of an element; expat calls this."""
        super().start_element_handler(name, attributes)
        place = (self._name, self.getParser().CurrentLineNumber)
        node: Any = self.curNode
        node._user_data = {_KEY: (place, _KEEP)}


def parse(path: str) -> Any:
    """Return the document of a file.

    Raises:
        OSError: The file cannot be read.
        ExpatError: The file is not well-formed.
    """
    with open(path, "rb") as stream:
        return _Builder(os.path.normpath(path)).parseFile(stream)


def place_of(node: Any) -> tuple[str, int] | None:
    """Return the file and the line of a node, or of its parent."""
    while node is not None:
        found = getattr(node, "_user_data", {}).get(_KEY)
        if found is not None:
            place: tuple[str, int] = found[0]
            return place
        node = node.parentNode
    return None


def here(frame: FrameType | None, evaluation: CodeType) -> tuple[str, int] | None:
    """Return the place of the innermost node that is being evaluated."""
    while frame is not None:
        if frame.f_code is evaluation:
            return place_of(frame.f_locals.get("node"))
        frame = frame.f_back
    return None


def evaluations(trace: TracebackType | None, evaluation: CodeType) -> list[dict[str, Any]]:
    """Return the variables of the active evaluations when an error occurred, the outermost first."""
    found: list[dict[str, Any]] = []
    while trace is not None:
        if trace.tb_frame.f_code is evaluation:
            found.append(trace.tb_frame.f_locals)
        trace = trace.tb_next
    return found


def callers(stack: list[Any]) -> list[str]:
    """Return how the innermost evaluated node was reached: the includes and calls of macros, the innermost first."""
    lines: list[str] = []
    for node in reversed(stack[:-1]):
        tag, place = str(getattr(node, "tagName", "")), place_of(node)
        if tag.startswith("xacro:") and tag not in _NOT_CALLS and place is not None:
            how = "included at" if tag == "xacro:include" else f"in macro '{tag[6:]}', called at"
            lines.append(f"{how} {place[0]}:{place[1]}")
    return list(dict.fromkeys(lines))

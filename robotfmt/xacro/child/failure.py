"""Failures of expanding a document, as data for the parent process, with the file and line of nodes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from types import CodeType, FrameType, TracebackType
from typing import Any
from xml.dom import expatbuilder
from xml.parsers.expat import ExpatError

from .guard import Refused

# Places of nodes

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


# Failures

_LENGTH = 400
_CALLERS = 4


class Missing(KeyError):
    """Something that the document names does not exist."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(name)
        self.what = what
        """``package``, ``argument`` or ``variable``."""
        self.name = name

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.what, self.name), vars(self)


class TooLarge(Exception):
    """The expansion is larger than allowed."""


def describe(error: BaseException, evaluation: CodeType, file: str) -> dict[str, object]:
    """Return the failure, its place, and the calls that led there.

    Args:
        error: The error of the expansion.
        evaluation: The code of the function that evaluates a node.
        file: The last file read.
    """
    found = evaluations(error.__traceback__, evaluation)
    stack = [each.get("node") for each in found]
    place = next(filter(None, map(place_of, reversed(stack))), None)
    kind = _kind(error, file)
    in_another_file = "file" in kind
    return {
        "file": place[0] if place is not None else file,
        "line": place[1] if place is not None else None,
        "callers": callers([*stack, None] if in_another_file else stack)[:_CALLERS],
        "known": _known(found),
    } | kind


def _kind(error: BaseException, file: str) -> dict[str, object]:
    """Return the kind of the failure with its message, from the first known one among the causes."""
    causes = list(_causes(error))
    expression = next((_expression(each) for each in causes if getattr(each, "suffix", None)), "")
    for each in causes:
        if isinstance(each, Refused):
            return {"kind": "refused", "message": str(each)}
        if isinstance(each, Missing):
            return {"kind": f"missing-{each.what}", "name": each.name, "message": f"'{each.name}'"}
        if isinstance(each, MemoryError | TooLarge):
            return {"kind": "memory" if isinstance(each, MemoryError) else "output", "message": ""}
    for each in causes:
        if isinstance(each, RecursionError):
            return {
                "kind": "endless",
                "message": "macros, includes or properties refer to themselves without end",
            }
        if isinstance(each, ExpatError):
            text = str(each).partition(": line")[0]
            return {
                "kind": "xml",
                "message": text,
                "file": file,
                "line": each.lineno,
                "column": each.offset + 1,
            }
        if isinstance(each, NameError):
            name = each.name or str(each).partition("'")[2].partition("'")[0]  # xacro raises some without
            return {"kind": "undefined", "name": name, "message": f"'{name}' is not defined{expression}"}
        if isinstance(each, OSError) and each.filename is not None:
            return {"kind": "file", "message": f"'{each.filename}' cannot be read: {each.strerror}"}
    return _other(_text(error))


def _other(message: str) -> dict[str, object]:
    if message.startswith("circular variable definition"):
        return {"kind": "endless", "message": message}
    macro = re.match(r"unknown macro name: xacro:(\S+)", message)
    if macro is not None:
        name = macro.group(1)
        return {"kind": "undefined", "name": name, "message": f"the macro '{name}' does not exist"}
    return {"kind": "failed", "message": message}


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all its causes; xacro keeps some in a field of its own."""
    pending: list[object] = [error]
    seen: set[int] = set()
    while pending:
        each = pending.pop(0)
        if isinstance(each, BaseException) and id(each) not in seen:
            seen.add(id(each))
            yield each
            pending += [getattr(each, "exc", None), each.__cause__, each.__context__]


def _expression(error: BaseException) -> str:
    suffix = " ".join(str(getattr(error, "suffix", "")).split())
    return f", {suffix}" if suffix else ""


def _text(error: BaseException) -> str:
    """Return the message of an error in one line; xacro repeats some errors in its own words."""
    parts = [*error.args[:1], getattr(error, "exc", ""), getattr(error, "suffix", "")]
    lines = (re.sub(r"^<class '[\w.]+'>: ", "", " ".join(str(each or "").split())) for each in parts)
    return " ".join(filter(None, dict.fromkeys(lines)))[:_LENGTH] or type(error).__name__


def _known(evaluations: list[dict[str, Any]]) -> list[str]:
    """Return the names of the properties and macros at the place of the failure."""
    innermost = evaluations[-1] if evaluations else {}
    return sorted({each for table in ("symbols", "macros") for each in _names(innermost.get(table))})[:1000]


def _names(table: Any) -> Iterator[str]:
    """Yield the names in a scope and in enclosing ones, except the functions that every document has."""
    while hasattr(table, "parent"):
        yield from (str(each).lstrip("*") for each in dict.keys(table))
        table = table.parent

"""Failures of expanding a document, as data for the parent process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import CodeType
from typing import Any
from xml.parsers.expat import ExpatError

from . import places
from .guard import Refused

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
    evaluations = places.evaluations(error.__traceback__, evaluation)
    stack = [each.get("node") for each in evaluations]
    place = next(filter(None, map(places.place_of, reversed(stack))), None)
    kind = _kind(error, file)
    in_another_file = "file" in kind
    return {
        "file": place[0] if place is not None else file,
        "line": place[1] if place is not None else None,
        "callers": places.callers([*stack, None] if in_another_file else stack)[:_CALLERS],
        "known": _known(evaluations),
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

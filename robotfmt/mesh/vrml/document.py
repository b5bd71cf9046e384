"""A parsed document: nodes with their fields, read by type, with errors that name line and node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn, TypeAlias

import numpy as np

from ...codes import LIMIT, MESH_NOT_READ
from ...diagnostics import Report
from ...documents.tokens import BadToken
from ...errors import RobotfmtError
from ...limits import Limits
from ...model import Origin
from ..numbers import reals, wholes
from ..problems import check_limit, mended, refuse, warn
from ..triangles import Floats, Ints, Triangles


@dataclass(slots=True, eq=False)
class Node:
    """A node of the scene."""

    kind: str
    offset: int
    """The position of its type in the document."""
    fields: dict[str, Value] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    """The nodes without a field name, as Open Inventor writes children."""

    def below(self) -> list[Node]:
        """Return all nodes directly in this one."""
        return [
            *self.children,
            *(each for value in self.fields.values() if isinstance(value, list) for each in value),
        ]


Value: TypeAlias = "bytes | tuple[str, ...] | list[Node]"
"""Numbers and words as text without comments and commas; strings; or nodes."""


@dataclass(slots=True)
class Document:
    """The text, and where its faults are reported."""

    text: bytes
    name: str
    limits: Limits
    report: Report
    _told: set[tuple[str, int, str]] = field(default_factory=set)

    def place(self, node: Node) -> str:
        """Return the line and type of a node."""
        return f"line {self.line(node.offset)}: {node.kind}"

    def line(self, offset: int) -> int:
        """Return the line of a position, from 1."""
        return self.text.count(b"\n", 0, offset) + 1

    def refuse(self, node: Node, reason: str) -> NoReturn:
        """Raise the error about an invalid node."""
        refuse(self.name, f"{self.place(node)} {reason}")

    def warn(self, node: Node, what: str) -> None:
        """Report once that a part of a node is damaged and was dropped."""
        if self._is_new("warn", node, what):
            warn(self.report, self.name, f"{self.place(node)} {what}")

    def mended(self, node: Node, what: str) -> None:
        """Report once that a node is damaged, without a loss of triangles."""
        if self._is_new("mended", node, what):
            mended(self.report, self.name, f"{self.place(node)} {what}")

    def skipped(self, node: Node, what: str) -> None:
        """Report once that a node was not read."""
        if self._is_new("skipped", node, what):
            self.report.add(MESH_NOT_READ, f"{self.place(node)} {what}", Origin(self.name))

    def _is_new(self, kind: str, node: Node, what: str) -> bool:
        key = (kind, node.offset, what)
        is_new = key not in self._told
        self._told.add(key)
        return is_new

    def numbers(self, node: Node, name: str, width: int = 1) -> Floats | None:
        """Return the numbers of a field in rows of a width; None without the field. NaN for those not finite."""
        text = self._text(node, name)
        if text is None:
            return None
        try:
            values = reals(text)
        except BadToken as error:
            self.refuse(node, f"field '{name}' {error}")
        if len(values) % width:
            self.refuse(node, f"field '{name}' has {len(values)} numbers; expected a multiple of {width}")
        rows: Floats = values.reshape(-1, width)
        return rows

    def vector(self, node: Node, name: str, default: Sequence[float]) -> Floats:
        """Return a field with as many finite numbers as its default has; refuse any other count."""
        text = self._text(node, name)
        if text is None:
            return np.array(default, dtype=np.float64)
        values = self.numbers(node, name)
        if values is None or values.size != len(default):
            count = 0 if values is None else values.size
            self.refuse(node, f"field '{name}' has {count} numbers; expected {len(default)}")
        if not np.isfinite(values).all():
            self.refuse(node, f"field '{name}' has a number that is not finite")
        found: Floats = values.reshape(-1)
        return found

    def scalar(self, node: Node, name: str, default: float) -> float:
        """Return one finite number."""
        return float(self.vector(node, name, (default,))[0])

    def wholes(self, node: Node, name: str) -> Ints | None:
        """Return the whole numbers of a field; None without the field."""
        text = self._text(node, name)
        if text is None:
            return None
        try:
            return wholes(text)
        except BadToken as error:
            self.refuse(node, f"field '{name}' {error}")

    def whole(self, node: Node, name: str, default: int) -> int:
        """Return one whole number."""
        values = self.wholes(node, name)
        if values is None:
            return default
        if len(values) != 1:
            self.refuse(node, f"field '{name}' has {len(values)} numbers; expected 1")
        return int(values[0])

    def words(self, node: Node, name: str, default: str, allowed: Sequence[str]) -> list[str]:
        """Return the words of a field, such as ``SIDES BOTTOM``."""
        text = self._text(node, name)
        found = (text if text is not None else default.encode()).decode("utf-8", "replace").split()
        for each in found:
            if each not in allowed:
                self.refuse(node, f"field '{name}' is {each[:40]!a}; expected {', '.join(allowed)}")
        return found

    def flag(self, node: Node, name: str, default: bool) -> bool:
        """Return TRUE or FALSE."""
        words = self.words(node, name, "TRUE" if default else "FALSE", ("TRUE", "FALSE", "1", "0"))
        if len(words) != 1:
            self.refuse(node, f"field '{name}' has {len(words)} values; expected TRUE or FALSE")
        return words[0] in ("TRUE", "1")

    def nodes(self, node: Node, name: str) -> list[Node]:
        """Return the nodes of a field; none without the field."""
        value = node.fields.get(name, [])
        if not isinstance(value, list):
            if value in (b"", ()):
                return []
            self.refuse(node, f"field '{name}' has no nodes")
        return value

    def one(self, node: Node, name: str, *kinds: str) -> Node | None:
        """Return the node of a field, which must have one of some types; None without it."""
        found = self.nodes(node, name)
        if not found:
            return None
        if len(found) > 1:
            self.refuse(node, f"field '{name}' has {len(found)} nodes; expected one")
        if kinds and found[0].kind not in kinds:
            self.skipped(found[0], f"is not supported as the field '{name}' of {node.kind}; it was left out")
            return None
        return found[0]

    def _text(self, node: Node, name: str) -> bytes | None:
        value = node.fields.get(name)
        if isinstance(value, (list, tuple)):
            self.refuse(node, f"field '{name}' has {'nodes' if isinstance(value, list) else 'strings'}")
        return value


# Files that a document draws: ``Inline`` of VRML 2.0, ``WWWInline`` of VRML 1.0, ``File`` of Open Inventor

Files: TypeAlias = Callable[[str, str], tuple[str, bytes]]
"""Returns the name and the bytes of a file, given the name of the file that refers to it, and the reference.

It raises a RobotfmtError for a file that is not there, or must not be opened.
"""
Read: TypeAlias = Callable[[bytes, str, "Inlined", float], Triangles]
"""Reads a document, given its name, the files around it, and the unit of its coordinates in metres."""

FIELDS = {"Inline": "url", "WWWInline": "name", "File": "name"}
"""The field that names the file, by the type of the node."""
# The most files that one document may inline, and how deeply: files may inline one another.
_MOST, _DEEPEST = 200, 16


@dataclass(frozen=True, slots=True)
class Inlined:
    """Opens the files that a document draws."""

    files: Files
    read: Read
    above: tuple[str, ...] = ()
    """The files in which this one is drawn."""
    sizes: tuple[list[int], ...] = ()
    """The sizes of all files that were opened, in a list that all share."""

    def surface(self, document: Document, node: Node, unit: float) -> Triangles | None:
        """Return the surface of the file that a node names; None, with a report, if it cannot be read.

        Raises:
            MeshError: The files exceed a limit.
        """
        given = node.fields.get(FIELDS[node.kind])
        names = given if isinstance(given, tuple) else ()
        here = (*self.above, document.name)
        if not names or len(here) > _DEEPEST or len(self.sizes[0]) >= _MOST:
            document.skipped(node, "names no file, or more files than a mesh may draw; it was left out")
            return None
        try:
            name, data = self.files(document.name, names[0])
            self.sizes[0].append(len(data))
            limits = document.limits
            check_limit(sum(self.sizes[0]), limits.mesh_bytes, "bytes in all its files", "mesh_bytes", name)
            if name not in here:
                return self.read(data, name, replace(self, above=here), unit)
            document.skipped(node, f"draws '{names[0]}', in which it is drawn itself; it was left out")
        except RobotfmtError as error:
            if error.code is LIMIT:
                raise
            document.skipped(node, f"draws '{names[0]}', which was left out: {error.diagnostic.message}")
        return None

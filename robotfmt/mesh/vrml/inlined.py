"""Files that a document draws: ``Inline`` of VRML 2.0, ``WWWInline`` of VRML 1.0, ``File`` of Open Inventor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...codes import LIMIT
from ...errors import RobotfmtError
from ..problems import check_limit
from ..triangles import Triangles
from .document import Document, Node

Files: TypeAlias = Callable[[str, str], tuple[str, bytes]]
"""Returns the name and the bytes of a file, given the name of the file that refers to it, and the reference.

It raises a RobotfmtError for a file that is not there, or must not be opened.
"""
Read: TypeAlias = Callable[[bytes, str, "Inlined", float], Triangles]
"""Reads a document, given its name, the files around it, and the unit of its coordinates in metres."""

FIELDS = {"Inline": "url", "WWWInline": "name", "File": "name"}
"""The field that names the file, by the type of the node."""
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

"""A document to one surface in metres."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from ...diagnostics import Report
from ...limits import Limits
from ..problems import check_limit, mended, refuse
from ..triangles import Triangles
from .document import Document, Files, Inlined, Node
from .scene import Dialect, surface
from .syntax import Parser

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?#(VRML|Inventor) +V([0-9]+)\.([0-9]+)([^\r\n]*)")
_GZIP = b"\x1f\x8b"
# Small files may compress very well; only above this size does a high ratio mean a decompression bomb.
_RATIO_FROM = 10_000_000
_OF_INVENTOR = frozenset(
    {
        "Separator",
        "Coordinate3",
        "VertexProperty",
        "ShapeHints",
        "FaceSet",
        "Cube",
        "MatrixTransform",
        "Translation",
    }
)
"""Nodes that VRML 2.0 does not have."""


def read_vrml(
    data: bytes,
    name: str,
    limits: Limits,
    report: Report,
    appearance: bool = True,
    files: Files | None = None,
) -> Triangles:
    """Return the surface of a VRML or Open Inventor document, in metres.

    VRML 2.0 and VRML 1.0 are in metres; so is Open Inventor where no ``Units`` node gives another unit. The axes are
    not converted. A document without the first line that names its language is read as VRML 2.0, unless it has nodes
    that only VRML 1.0 and Open Inventor have.

    Args:
        appearance: True to read materials.
        files: Opens the files that the document draws; without it they are left out.

    Raises:
        MeshError: The document is not well-formed, is binary, or exceeds a limit.
    """

    def read(data: bytes, name: str, inlined: Inlined | None, unit: float) -> Triangles:
        document, dialect, nodes = _parsed(data, name, limits, report)
        return surface(document, nodes, dialect, appearance, inlined, unit)

    return read(data, name, Inlined(files, read, sizes=([],)) if files is not None else None, 1.0)


def _parsed(data: bytes, name: str, limits: Limits, report: Report) -> tuple[Document, Dialect, list[Node]]:
    text = _unpacked(data, name, limits)
    header = _HEADER.match(text)
    if header is not None and b"binary" in header.group(4):
        refuse(name, "it is binary Open Inventor; only text is supported: convert it with ivcat")
    document = Document(text[3:] if text.startswith(b"\xef\xbb\xbf") else text, name, limits, report)
    nodes = Parser(document).nodes()
    if header is None:
        mended(report, name, "the first line does not name its language, such as '#VRML V2.0 utf8'")
    return document, _dialect(header, nodes), nodes


def _unpacked(data: bytes, name: str, limits: Limits) -> bytes:
    """Return the text of a document that may be compressed with gzip."""
    if not data.startswith(_GZIP):
        return data
    most = min(limits.mesh_bytes, max(_RATIO_FROM, limits.zip_ratio * len(data)))
    try:
        text = zlib.decompressobj(wbits=31).decompress(data, most + 1)
    except zlib.error as error:
        refuse(name, f"it cannot be decompressed: {error}")
    check_limit(len(text), most, "bytes or more after decompression", "mesh_bytes", name)
    return text


def _dialect(header: re.Match[bytes] | None, nodes: Iterable[Node]) -> Dialect:
    if header is not None:
        return Dialect.VRML if header.group(1) == b"VRML" and header.group(2) != b"1" else Dialect.INVENTOR
    pending, seen = list(nodes), set[Node]()
    while pending:
        node = pending.pop()
        if node.kind in _OF_INVENTOR:
            return Dialect.INVENTOR
        if node not in seen:
            seen.add(node)
            pending += node.below()
    return Dialect.VRML

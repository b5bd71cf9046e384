"""Check the counts of a PLY or OFF file against its content, before trimesh reads it.

Each check returns the declared number of faces. glTF has a separate module; STL, OBJ and COLLADA are checked while
they are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..limits import Limits
from .problems import check_triangles, refuse

_SIZES = {
    **dict.fromkeys(("char", "uchar", "int8", "uint8"), 1),
    **dict.fromkeys(("short", "ushort", "int16", "uint16", "float16"), 2),
    **dict.fromkeys(("int", "uint", "int32", "uint32", "float", "float32"), 4),
    **dict.fromkeys(("int64", "uint64", "double", "float64"), 8),
}
_LARGEST_HEADER = 65_536
_COUNT = re.compile(rb"[0-9]{1,18}")


@dataclass(slots=True)
class _Element:
    """An element of a PLY header."""

    name: str
    count: int
    least: int = 0
    """The minimum number of bytes of one element in a binary file."""
    properties: list[str] = field(default_factory=list)


def check_ply(data: bytes, name: str, limits: Limits) -> int:
    """Check the counts of a PLY header against the bytes or lines that follow it.

    Raises:
        MeshError: The header is invalid, a count is negative, or exceeds the content.
    """
    match = re.search(rb"end_header[ \t]*(?:\r\n|\n|\r)", data[:_LARGEST_HEADER])
    if not data.startswith(b"ply") or match is None:
        refuse(name, "it has no PLY header")
    lines = data[: match.start()].decode("utf-8", "replace").splitlines()
    elements = _elements(lines, name)
    text = any(line.split()[:2] == ["format", "ascii"] for line in lines)
    there = data.count(b"\n", match.end()) + 1 if text else len(data) - match.end()
    needed = sum(element.count * (1 if text else element.least) for element in elements)
    if needed > there:
        unit = "lines" if text else "bytes"
        refuse(name, f"its header declares {needed} {unit} of data, but {there} follow")
    faces = sum(element.count for element in elements if element.name == "face")
    check_triangles(faces, name, limits)
    return faces


def _elements(lines: list[str], name: str) -> list[_Element]:
    elements: list[_Element] = []
    for line in lines:
        tokens = line.split()
        if tokens[:1] == ["element"]:
            if len(tokens) != 3 or not _COUNT.fullmatch(tokens[2].encode()):
                refuse(name, f"'{ascii(line[:60])[1:-1]}' declares no count")
            elements.append(_Element(tokens[1], int(tokens[2])))
        elif tokens[:1] == ["property"]:
            if not elements:
                refuse(name, "a property precedes the first element")
            _add_property(elements[-1], tokens[1:], name)
    for element in elements:
        if element.name == "vertex" and not {"x", "y", "z"} <= set(element.properties):
            refuse(name, "its vertices have no x, y and z")
    return elements


def _add_property(element: _Element, tokens: list[str], name: str) -> None:
    if len(tokens) == 4 and tokens[0] == "list" and tokens[1] in _SIZES and tokens[2] in _SIZES:
        element.least += _SIZES[tokens[1]]
    elif len(tokens) == 2 and tokens[0] in _SIZES:
        element.least += _SIZES[tokens[0]]
    else:
        refuse(name, f"'{ascii(' '.join(tokens)[:60])[1:-1]}' is not a PLY type")
    element.properties.append(tokens[-1])


def check_off(data: bytes, name: str, limits: Limits) -> int:
    """Check the counts of an OFF header against the lines that follow it.

    Raises:
        MeshError: The header is invalid, or a count exceeds the content.
    """
    match = re.match(rb"\s*(?:#[^\n]*\n\s*)*C?OFF\s+(?:#[^\n]*\n\s*)*([0-9]{1,18})[ \t]+([0-9]{1,18})\b", data)
    if match is None:
        refuse(name, "it has no OFF header")
    vertices, faces = int(match.group(1)), int(match.group(2))
    there = data.count(b"\n", match.end()) + 1
    if vertices + faces > there:
        refuse(name, f"its header declares {vertices + faces} lines of data, but {there} follow")
    check_triangles(faces, name, limits)
    return faces

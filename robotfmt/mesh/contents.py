"""The content of a mesh file before it is read: its format, whatever its suffix, whether all programs read it, and the
counts of PLY and OFF, checked before trimesh reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..limits import Limits
from .problems import check_triangles, refuse
from .stl import has_binary_size, is_text

# Formats

_HEAD = 65_536
"""The number of bytes at the start of a file that are examined."""
_STARTS = {b"glTF": ".glb", b"PK\x03\x04": ".zae"}
_TEXTS = {
    ".ply": re.compile(rb"ply[ \t]*\r?\n"),
    ".off": re.compile(rb"\s*(?:#[^\n]*\n\s*)*C?OFF\s"),
    ".gltf": re.compile(rb'\s*\{(?=.*"asset"\s*:)', re.DOTALL),
    ".wrl": re.compile(rb"(?:\xef\xbb\xbf)?#VRML +V[0-9]"),
    ".iv": re.compile(rb"(?:\xef\xbb\xbf)?#Inventor +V[0-9]"),
    ".dae": re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:.*?<)?COLLADA\b", re.DOTALL),
}
_OBJ = frozenset(b"v vt vn vp f l p o g s mtllib usemtl".split())
"""The first words of OBJ lines."""
TITLES = {
    ".glb": "glTF (binary)",
    ".zae": "an archive",
    ".ply": "PLY",
    ".off": "OFF",
    ".gltf": "glTF",
    ".dae": "COLLADA",
    ".obj": "OBJ",
    ".stl": "STL",
    ".wrl": "VRML",
    ".iv": "Open Inventor",
}


def suffix_of(data: bytes) -> str | None:
    """Return the suffix for the format of the content; None if it is unknown."""
    if has_binary_size(data) or is_text(data):
        return ".stl"
    head = data[:_HEAD]
    for start, suffix in _STARTS.items():
        if head.startswith(start):
            return suffix
    texts = (suffix for suffix, sign in _TEXTS.items() if sign.match(head))
    return next(texts, ".obj" if _is_obj(head) else None)


def _is_obj(head: bytes) -> bool:
    """Return True if all lines are of OBJ, and some are vertices."""
    lines = head.splitlines()[: 1 if b"\n" not in head else -1]
    kinds = {line.split(maxsplit=1)[0] for line in lines if line.strip() and not line.lstrip().startswith(b"#")}
    return b"v" in kinds and kinds <= _OBJ


def objection(data: bytes, suffix: str, format: str) -> str | None:
    """Return why a file must be rewritten for all programs to read it in a format; None if it need not.

    Args:
        data: The file.
        suffix: The suffix of its name.
        format: The requested format, such as ``stl``, which means binary STL.
    """
    wanted, there = f".{format}", suffix_of(data)
    if there is not None and there != wanted:
        return f"it is {TITLES[there]}" if there != suffix.lower() else ""
    if suffix.lower() != wanted:
        return "" if there is None else f"its suffix is '{suffix}'"
    if wanted != ".stl":
        return None
    if not has_binary_size(data):
        return "it is text" if is_text(data) else "its length does not match"
    return "its header begins with 'solid', which marks a text file" if data[:5].lower() == b"solid" else None


# PLY and OFF
#
# Each check returns the declared number of faces. glTF has a separate module; STL, OBJ and COLLADA are checked while
# they are read.

_SIZES = {
    **dict.fromkeys(("char", "uchar", "int8", "uint8"), 1),
    **dict.fromkeys(("short", "ushort", "int16", "uint16", "float16"), 2),
    **dict.fromkeys(("int", "uint", "int32", "uint32", "float", "float32"), 4),
    **dict.fromkeys(("int64", "uint64", "double", "float64"), 8),
}
# The header of a PLY names its elements and properties; it is searched for its end no further than this.
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
    """Return the elements that the header of a PLY file declares."""
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

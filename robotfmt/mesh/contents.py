"""Detect the format of a mesh file's content, whatever its suffix, and whether all programs can read it."""

from __future__ import annotations

import re

from .stl import has_binary_size, is_text

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

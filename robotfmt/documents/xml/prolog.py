"""The content before the root element of an XML document, found in the bytes without parsing them.

A single forward pass: every step ends at or after its start, so no input makes this slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"(?:[ \t\r\n]|\xef\xbb\xbf)*")
_NAME = re.compile(rb"<([^\s/>!?]+)")
_ROOT = re.compile(rb"(?:\xef\xbb\xbf)?(?:<\?xml[^>]*\?>)?\s*<([^\s/>!?]+)")
"""The root element of most documents, with only a declaration before it."""
_ENDS = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<!", b">"))


def first(data: bytes) -> int:
    """Return the position after a byte order mark at the start."""
    return len(_BOM) if data.startswith(_BOM) else 0


def items(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of every comment, instruction and declaration before the root element."""
    position = first(data)
    while True:
        position = _space(data, position)
        end = next((end for start, end in _ENDS if data.startswith(start, position)), None)
        found = data.find(end, position) if end is not None else -1
        if end is None or found < 0:
            return
        yield position, found + len(end)
        position = found + len(end)


def root_start(data: bytes) -> int:
    """Return the position where the root element begins, or should; in a document with a type, somewhere after its
    beginning.
    """
    match = _ROOT.match(data)
    if match is not None:
        return match.start(1) - 1
    position = first(data)
    for _, end in items(data):
        position = end
    return _space(data, position)


def has_type(data: bytes) -> bool:
    """Return True if a document has a document type declaration, which only the prolog can contain."""
    return data.find(b"<!DOCTYPE", 0, root_start(data)) >= 0


def root_name(data: bytes) -> str | None:
    """Return the name of the root element without its prefix, for ASCII-compatible encodings."""
    data = _ascii_like(data)
    match = _ROOT.match(data) or _NAME.match(data, root_start(data))
    return match.group(1).rpartition(b":")[2].decode("utf-8", "replace") if match is not None else None


def _ascii_like(data: bytes) -> bytes:
    """Return UTF-16 without its zero bytes, which is close enough to ASCII to find a name."""
    return data[2:].replace(b"\0", b"") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data


def _space(data: bytes, position: int) -> int:
    match = _SPACE.match(data, position)
    return match.end() if match is not None else position

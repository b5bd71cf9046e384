"""What stands before the root element of an XML document, found in the bytes without parsing them.

One pass forward: every step ends at or behind where it began, so no input makes this slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\r\n]*")
_NAME = re.compile(rb"<([^\s/>!?]+)")
_ROOT = re.compile(rb"(?:<\?xml[^>]*\?>)?\s*<([^\s/>!?]+)")
"""The root element of most documents, with nothing but a declaration before it."""
_ENDS = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<!", b">"))


def items(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of every comment, instruction and declaration before the root element."""
    position = len(_BOM) if data.startswith(_BOM) else 0
    while True:
        position = _space(data, position)
        end = next((end for start, end in _ENDS if data.startswith(start, position)), None)
        found = data.find(end, position) if end is not None else -1
        if end is None or found < 0:
            return
        yield position, found + len(end)
        position = found + len(end)


def root_start(data: bytes) -> int:
    """Return where the root element begins, or should; in a document with a type, somewhere behind its beginning."""
    match = _ROOT.match(data)
    if match is not None:
        return match.start(1) - 1
    position = len(_BOM) if data.startswith(_BOM) else 0
    for _, end in items(data):
        position = end
    return _space(data, position)


def has_type(data: bytes) -> bool:
    """Return True if a document declares its type, and perhaps entities: nothing but the prolog can."""
    return data.find(b"<!DOCTYPE", 0, root_start(data)) >= 0


def root_name(data: bytes) -> str | None:
    """Return the name of the root element without its prefix, in a document of an ASCII-like encoding."""
    data = _ascii_like(data)
    match = _ROOT.match(data) or _NAME.match(data, root_start(data))
    return match.group(1).rpartition(b":")[2].decode("utf-8", "replace") if match is not None else None


def _ascii_like(data: bytes) -> bytes:
    """UTF-16 without its zeros is near enough to ASCII to find a name in it."""
    return data[2:].replace(b"\0", b"") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data


def _space(data: bytes, position: int) -> int:
    match = _SPACE.match(data, position)
    return match.end() if match is not None else position

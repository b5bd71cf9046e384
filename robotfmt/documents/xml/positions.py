"""Lines, columns and extents of tags in the bytes of an XML document in UTF-8."""

from __future__ import annotations

import re

_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>?""")
_NAME = re.compile(rb"""<([^\s/>]+)""")


def line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    """Return line and column of a byte, each counted from 1."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


def start_tag(data: bytes, offset: int) -> bytes:
    """Return the start tag that begins at a byte."""
    match = _TAG.match(data, offset)
    return match.group() if match is not None else b""


def verbatim(data: bytes, start: int, end: int) -> bytes:
    """Return an element verbatim, from its start tag and the position of its end tag."""
    tag = start_tag(data, start)
    if tag.endswith(b"/>"):
        return tag
    return data[start : data.find(b">", end) + 1]


def end_tag(start: bytes) -> bytes:
    """Return the tag that closes a start tag."""
    match = _NAME.match(start)
    return b"</" + match.group(1) + b">" if match is not None else b""


def attribute_place(data: bytes, offset: int, attribute: str) -> int:
    """Return the position of an attribute's name in the start tag at a byte; that byte if it has no such attribute."""
    name = re.escape(attribute.encode())
    match = re.search(rb"""[\s:]""" + name + rb"""\s*=""", start_tag(data, offset))
    return offset + match.start() + 1 if match is not None else offset

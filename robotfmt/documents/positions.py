"""Lines and columns of tags and attributes in the bytes of an XML document, for messages."""

from __future__ import annotations

import re
from xml.parsers import expat


def start_tags(data: bytes) -> list[tuple[int, int, int]]:
    """Line, column and byte offset of every start tag, by a second parse that builds nothing."""
    parser = expat.ParserCreate()
    starts: list[tuple[int, int, int]] = []

    def note(_name: str, _attributes: object) -> None:
        starts.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, parser.CurrentByteIndex))

    parser.StartElementHandler = note
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError):
        return starts
    return starts


def attribute_position(data: bytes, line: int, column: int, offset: int, attribute: str) -> tuple[int, int]:
    """Where an attribute's name stands in a start tag (in a document of one byte for each ASCII sign)."""
    tag = re.match(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>?""", data[offset:])
    name = re.escape(attribute.encode())
    match = re.search(rb"""[\s:]""" + name + rb"""\s*=""", tag.group()) if tag else None
    if match is None:
        return line, column
    before = data[offset : offset + match.start() + 1]
    newlines = before.count(b"\n")
    if newlines == 0:
        return line, column + len(before.decode("utf-8", "replace"))
    return line + newlines, len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1

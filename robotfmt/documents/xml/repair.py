"""Check a document's bytes before parsing, and repair errors that other readers tolerate, and report them."""

from __future__ import annotations

import re
from codecs import BOM_UTF8

from ...codes import LIMIT, XML_COMMENT, XML_DECLARATION, XML_ENTITY, XML_PADDING
from ...diagnostics import Report
from ...errors import LimitError, UnsafeInput
from ...limits import Limits
from ...model import Origin
from . import prolog

# Repairs

_COMMENT = re.compile(rb"<!--(.*?)-->", re.DOTALL)
_HYPHENS = re.compile(rb"--+|-\Z")
_ODD_VERSION = re.compile(rb"""(<\?xml\s+version\s*=\s*["'])(?!1\.)([0-9]\.[0-9])(["'])""")


def mended(data: bytes, name: str, report: Report) -> bytes:
    """Return the bytes of a document in a form that an XML parser accepts; line numbers do not change."""
    if data.startswith(b"?xml "):
        report.add(XML_DECLARATION, "the XML declaration lacks its '<'", Origin(name, 1))
        data = b"<" + data
    data = _without_marks(_without_padding(data, name, report), name, report)
    return _mended_declaration(data, name, report)


def with_plain_comments(data: bytes, name: str, report: Report) -> bytes:
    """Return a document without double hyphens in its comments; positions do not change."""
    lines: list[int] = []

    def plain(match: re.Match[bytes]) -> bytes:
        inside = _HYPHENS.sub(lambda each: (b"- " * len(each[0]))[: len(each[0])], match[1])
        if inside.endswith(b"-"):
            inside = inside[:-1] + b" "
        if inside != match[1]:
            lines.append(data.count(b"\n", 0, match.start()) + 1)
        return b"<!--" + inside + b"-->"

    made = _COMMENT.sub(plain, data)
    for line in lines[:1]:
        message = f"{len(lines)} comments contain '--', the first on line {line}"
        report.add(XML_COMMENT, message, Origin(name, line))
    return made


def _without_padding(data: bytes, name: str, report: Report) -> bytes:
    """Remove zero bytes after the end, which programs that write fixed-size buffers leave."""
    if not data.endswith(b"\0") or b"\0" in data[:4]:  # UTF-16 has them everywhere
        return data
    report.add(XML_PADDING, "zero bytes follow the end of the document", Origin(name))
    return data.rstrip(b"\0")


def _without_marks(data: bytes, name: str, report: Report) -> bytes:
    """Leave out byte order marks before the root element, except one at the start: files that were joined have them."""
    if data.find(BOM_UTF8, 1) < 0:
        return data
    first = prolog.first(data)
    end = prolog.root_start(data)
    found = data.find(BOM_UTF8, first, end)
    if found < 0:
        return data
    line = data.count(b"\n", 0, found) + 1
    message = f"a byte order mark on line {line} is not at the start of the document; it is ignored"
    help = "Remove the mark, or save the file as UTF-8 without one."
    report.add(XML_DECLARATION, message, Origin(name, line), help=help)
    return data[:first] + data[first:end].replace(BOM_UTF8, b"") + data[end:]


def _mended_declaration(data: bytes, name: str, report: Report) -> bytes:
    """Move a declaration to the start, and change an unknown version to 1.0."""
    first = prolog.first(data)
    if not _ODD_VERSION.match(data, first) and data.find(b"<?xml", first + 1, prolog.root_start(data)) < 0:
        return data
    for index, (start, end) in enumerate(prolog.items(data)):
        if index == 0 and _ODD_VERSION.match(data, start):
            # Bullet's models declare version 0.0; their content is plain XML 1.0.
            changed = _ODD_VERSION.sub(rb"\g<1>1.0\g<3>", data[start:], count=1)
            data = data[:start] + changed
            report.add(XML_DECLARATION, "the XML declaration has no version", Origin(name, 1))
        if start > first and data[start : start + 6] in (b"<?xml ", b"<?xml\t"):
            line = data.count(b"\n", 0, start) + 1
            expected = "expected line 1" if line > 1 else "expected it at the very start"
            message = f"the XML declaration is on line {line}{_after(data[first:start])}; {expected}"
            report.add(XML_DECLARATION, message, Origin(name, line))
            return _moved(data, first, start, end)
    return data


def _after(before: bytes) -> str:
    return "" if before.strip() else ", after blanks"


def _moved(data: bytes, first: int, start: int, end: int) -> bytes:
    """Return a document with its declaration at the start, which may name its encoding; line numbers do not change."""
    declaration = data[start:end]
    if b"encoding" not in declaration or b"\n" in declaration or b"\r" in declaration:
        return data[:start] + re.sub(rb"[^\r\n]", b" ", declaration) + data[end:]
    return data[:first] + declaration + data[first:start] + data[end:]


# Sizes


def check_size(data: bytes, name: str, limits: Limits) -> None:
    """Refuse a document that declares entities, or is larger than the limits allow.

    Raises:
        LimitError, UnsafeInput: The document is refused.
    """
    if prolog.has_type(data) and b"<!ENTITY" in data:
        line = data.count(b"\n", 0, data.index(b"<!ENTITY")) + 1
        raise UnsafeInput(XML_ENTITY, "the document declares an entity", Origin(name, line))
    if len(data) > limits.xml_bytes:
        raise LimitError(
            LIMIT, f"the document has {len(data)} bytes; xml_bytes allows {limits.xml_bytes}", Origin(name)
        )
    # In UTF-16 every '<' is one such byte too, as are other characters with this byte as a half.
    most = 2 * limits.xml_elements
    if len(data) > most and (count := data.count(b"<")) > most:
        raise LimitError(
            LIMIT, f"the document has {count} tags; xml_elements allows {limits.xml_elements}", Origin(name)
        )

"""Parse bytes to elements.

The parser is Python's own, at half the cost of lxml. A document that it refuses is parsed again by lxml, whose
messages are better, and which may find that only prefixes are undeclared. It provides neither positions nor comments:
these take another pass on demand (:mod:`.positions`).
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, cast
from xml.etree import ElementTree
from xml.parsers import expat

from ...codes import LIMIT, XML_DOCTYPE, XML_ENCODING, XML_SYNTAX
from ...errors import InputError, LimitError
from ...model import Origin
from . import nodes as xml
from . import positions
from .element import Element
from .repair import check_size, mended, with_plain_comments

if TYPE_CHECKING:
    from .document import Document

_DECLARED = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"<\0?\0", "utf-16-le"),
    (b"\0<\0?", "utf-16-be"),
)
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PIECE = 1 << 16
_TYPE = re.compile(rb"<!DOCTYPE\s+([^>\[]*)")


def parse(document: Document, data: bytes) -> tuple[bytes, list[Element]]:
    """Return the bytes of a document in UTF-8, and its elements: see :func:`elements`.

    Raises:
        LimitError: The document is too large, too deep, or has too many elements or attributes.
        UnsafeInput: The document declares entities.
        InputError: The document is not well-formed, or its encoding is unknown.
    """
    name, report = document.name, document.report
    data = mended(data, name, report)
    while True:
        text = as_utf8(data, name)
        if b"\0" in data[:4]:  # what is wrong with UTF-16 shows only now
            text = mended(text, name, report)
        check_size(text, name, document.limits)
        try:
            found = elements(document, text)
        except ElementTree.ParseError as error:
            _check_utf8(text, name)
            plain = with_plain_comments(data, name, report)
            if plain != data:
                data = plain
                continue
            repaired = xml.repaired(data, name, report)
            if repaired == data:
                line, column = error.position
                message = expat.ErrorString(error.code) or str(error)
                raise InputError(XML_SYNTAX, message, Origin(name, line), column=column + 1) from None
            data = repaired
        else:
            _report_type(document, text)
            if b"xmlns" in text:
                xml.check_namespaces(text, name)
            return text, found


def elements(document: Document, data: bytes) -> list[Element]:
    """Return all elements of a document in its order, each with its index in this list.

    Raises:
        xml.etree.ElementTree.ParseError: The document is not well-formed.
        LimitError: The document is too deep, or has too many attributes.
    """
    found = list(_tree(data).iter())
    widest, tails = document.limits.xml_attributes, False
    for index, element in enumerate(found):
        element.document, element.index, element.taken = document, index, None
        if element.text is None:
            element.text = ""
        if element.tail is not None and not element.tail.isspace():
            tails = True
        if len(element.attributes) > widest:
            _refuse_width(element)
    if tails:
        _add_tails(found)
    if b"xmlns" in data:
        _name(found, document)
    if len(found) > document.limits.xml_depth:
        _check_depth(found[0])
    return found


def _tree(data: bytes) -> Element:
    """Parse in pieces: text that is fed as a whole is assembled slowly if elements are not Python's own."""
    builder = ElementTree.TreeBuilder(element_factory=Element)  # type: ignore[arg-type]
    parser = ElementTree.XMLParser(target=builder, encoding="utf-8")
    if len(data) <= _PIECE:
        parser.feed(data)
    else:
        for start in range(0, len(data), _PIECE):
            parser.feed(data[start : start + _PIECE])
    return cast(Element, parser.close())


def _add_tails(found: list[Element]) -> None:
    """Add the text after an element to the text of its parent."""
    for element in found:
        tails = (child.tail or "" for child in element.children)
        element.text += "".join(tail for tail in tails if not tail.isspace())


def _name(found: list[Element], document: Document) -> None:
    """Name elements by their local names if they are in the root's namespace."""
    document.home = found[0].tag[1:].rpartition("}")[0] or None
    home = f"{{{document.home}}}" if document.home is not None else " "
    if not any(tag[0] == "{" for tag in {element.tag for element in found}):
        return
    for element in found:
        tag = element.tag
        if tag[0] == "{":
            element.tag = tag = tag.removeprefix(home)
            if tag[0] == "{":
                document.foreign.add(tag[1:].partition("}")[0])


def _refuse_width(element: Element) -> None:
    limit, count = element.document.limits.xml_attributes, len(element.attributes)
    message = f"<{element.local}> has {count} attributes; xml_attributes allows {limit}"
    raise LimitError(LIMIT, message, Origin(element.document.name))


def _check_depth(root: Element) -> None:
    deepest, row = root.document.limits.xml_depth, [root]
    for _ in range(deepest):
        row = [child for each in row if len(each) for child in each.children]
        if not row:
            return
    message = f"elements are nested deeper than {deepest} (xml_depth)"
    raise LimitError(LIMIT, message, Origin(root.document.name))


def _report_type(document: Document, data: bytes) -> None:
    match = _TYPE.search(data) if b"<!DOCTYPE" in data else None
    if match is not None:
        line, column = positions.line_and_column(data, match.start())
        declaration = " ".join(match.group(1).decode("utf-8", "replace").split())[:60]
        message = f"the document type '{declaration}' is not read"
        document.report.add(XML_DOCTYPE, message, Origin(document.name, line), column=column)


def as_utf8(data: bytes, name: str) -> bytes:
    """Return a document in UTF-8 without a byte-order mark, whatever its encoding; the declaration is unchanged.

    A document declared as UTF-8 is not checked: its parser does that.

    Raises:
        InputError: The encoding is unknown, or not the declared one.
    """
    encoding = _encoding(data)
    if encoding == "utf-8":
        return data.removeprefix(codecs.BOM_UTF8)
    try:
        return codecs.decode(data, encoding).removeprefix("\ufeff").encode("utf-8")
    except LookupError:
        message = f"the document declares the unknown encoding '{encoding}'"
        raise InputError(XML_ENCODING, message, Origin(name, 1)) from None
    except UnicodeDecodeError as error:
        if any(data.startswith(mark) for mark, _ in _BYTE_ORDER_MARKS):
            message = f"the document begins with the byte order mark of {encoding}, but is not in {encoding}"
            help = "Save it as UTF-8; the two bytes at its start are a mark that does not belong there."
            raise InputError(XML_ENCODING, message, Origin(name, 1), help=help) from None
        raise _bad_byte(error, encoding, name) from None
    except ValueError as error:
        raise InputError(XML_ENCODING, f"the document cannot be decoded: {error}", Origin(name)) from None


def as_written(text: bytes, like: bytes) -> bytes:
    """Return a UTF-8 document in the encoding of another one, with its byte-order mark; the inverse of :func:`as_utf8`.

    Characters outside the encoding become character references.
    """
    mark = next((mark for mark, _ in _BYTE_ORDER_MARKS if like.startswith(mark)), b"")
    encoding = dict(_BYTE_ORDER_MARKS).get(mark) or _encoding(like)
    if encoding == "utf-8":
        return mark + text
    return mark + text.decode("utf-8").encode(encoding, "xmlcharrefreplace")


def _check_utf8(data: bytes, name: str) -> None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad_byte(error, "utf-8", name) from None


def _bad_byte(error: UnicodeDecodeError, encoding: str, name: str) -> InputError:
    line, column = positions.line_and_column(error.object, error.start)
    byte = error.object[error.start : error.start + 1].hex()
    message = f"the byte 0x{byte} is not valid {encoding} at this position"
    return InputError(XML_ENCODING, message, Origin(name, line), column=column)


def _encoding(data: bytes) -> str:
    if b"\0" in data[:2] or not data[:2].isascii():
        for mark, encoding in _MARKS:
            if data.startswith(mark):
                return encoding
    declared = _DECLARED.match(data[:200])
    if declared is None:
        return "utf-8"
    word = declared.group(1).decode("ascii").lower()
    return "utf-8" if word in ("utf-8", "utf8", "us-ascii", "ascii") else word

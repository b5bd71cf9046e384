"""Bytes to elements: the reading half of the door to XML.

The parser is Python's own, which makes a tree at half the cost of lxml's with ours beside it. What it refuses is
parsed again by lxml, which says better why, and may find that only prefixes are undeclared. It knows neither where
a tag stands nor what a comment says: for that, who asks pays with another pass (:mod:`.marks`).
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.parsers import expat

from ..codes import LIMIT, XML_DOCTYPE, XML_ENCODING, XML_SYNTAX
from ..errors import InputError, LimitError
from ..model import Origin
from . import positions, xml
from .element import Element
from .mending import mended

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
_TYPE = re.compile(rb"<!DOCTYPE\s+([^>\[]*)")


def parse(document: Document, data: bytes) -> tuple[bytes, list[Element]]:
    """The bytes of a document in UTF-8, and its elements: see :func:`elements`.

    Raises:
        LimitError: It is too large, too deep, or has too many elements or attributes.
        UnsafeInput: It declares entities.
        InputError: It is not well-formed, or in no known encoding.
    """
    name, report = document.name, document.report
    data = mended(data, name, report)
    while True:
        text = as_utf8(data, name)
        xml.check_size(text, name, document.limits)
        try:
            found = elements(document, text)
        except ElementTree.ParseError as error:
            repaired = xml.repaired(data, name, report)
            if repaired == data:
                line, column = error.position
                message = expat.ErrorString(error.code) or str(error)
                raise InputError(XML_SYNTAX, message, Origin(name, line), column=column + 1) from None
            data = repaired
        else:
            _tell_type(document, text)
            return text, found


def elements(document: Document, data: bytes) -> list[Element]:
    """All elements of a document, the root first, each with its index in this list.

    The order is always the same for the same bytes, and no other promise is made of it.

    Raises:
        xml.etree.ElementTree.ParseError: It is not well-formed.
        LimitError: It is too deep, or has too many attributes.
    """
    deepest, widest = document.limits.xml_depth, document.limits.xml_attributes
    children: list[Element]
    node = ElementTree.fromstring(data, ElementTree.XMLParser(encoding="utf-8"))
    found = [_root(document, node)]
    home = f"{{{document.home}}}" if document.home is not None else " "
    pending = [(found[0], node, 1)]
    while pending:
        element, node, depth = pending.pop()
        if depth >= deepest and len(node):
            _refuse_size(element, depth + 1)
        element.children = children = []
        for each in node:
            tag, attributes = each.tag, each.attrib
            if tag[0] == "{":
                tag = tag.removeprefix(home)
                if tag[0] == "{":
                    document.foreign.add(tag[1:].partition("}")[0])
            child = Element(document, element, tag, attributes, each.text or "", len(found))
            children.append(child)
            found.append(child)
            tail = each.tail
            if tail is not None and not tail.isspace():
                element.text += tail
            if len(each):
                pending.append((child, each, depth + 1))
            if len(attributes) > widest:
                _refuse_size(child, depth)
    return found


def _root(document: Document, node: ElementTree.Element) -> Element:
    """The root element, whose namespace is the document's."""
    uri, _, local = node.tag.rpartition("}")
    document.home = uri[1:] or None
    root = Element(document, None, local, node.attrib, node.text or "", 0)
    if len(node.attrib) > document.limits.xml_attributes:
        _refuse_size(root, 1)
    return root


def _refuse_size(element: Element, depth: int) -> None:
    limits = element.document.limits
    if depth > limits.xml_depth:
        message = f"elements stand more than {limits.xml_depth} deep (xml_depth)"
    else:
        count = len(element.attributes)
        message = f"<{element.local}> has {count} attributes; xml_attributes allows {limits.xml_attributes}"
    raise LimitError(LIMIT, message, Origin(element.document.name))


def _tell_type(document: Document, data: bytes) -> None:
    match = _TYPE.search(data) if b"<!DOCTYPE" in data else None
    if match is not None:
        line, column = positions.place(data, match.start())
        said = " ".join(match.group(1).decode("utf-8", "replace").split())[:60]
        message = f"the document type '{said}' is not read"
        document.report.add(XML_DOCTYPE, message, Origin(document.name, line), column=column)


def as_utf8(data: bytes, name: str) -> bytes:
    """A document in UTF-8 without a mark, whatever it was written in; the declaration stays as it is.

    Raises:
        InputError: It is in no known encoding, or not in the one that it declares.
    """
    encoding = _encoding(data)
    try:
        if encoding == "utf-8":
            data.decode("utf-8")
            return data.removeprefix(codecs.BOM_UTF8)
        return codecs.decode(data, encoding).removeprefix("\ufeff").encode("utf-8")
    except LookupError:
        message = f"the document is said to be in the encoding '{encoding}', which is not known"
        raise InputError(XML_ENCODING, message, Origin(name, 1)) from None
    except UnicodeDecodeError as error:
        line, column = positions.place(error.object, error.start)
        byte = error.object[error.start : error.start + 1].hex()
        message = f"the byte 0x{byte} is none that {encoding} has at this place"
        raise InputError(XML_ENCODING, message, Origin(name, line), column=column) from None
    except ValueError as error:
        raise InputError(XML_ENCODING, f"the document cannot be decoded: {error}", Origin(name)) from None


def _encoding(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    declared = _DECLARED.match(data[:200])
    if declared is None:
        return "utf-8"
    word = declared.group(1).decode("ascii").lower()
    return "utf-8" if word in ("utf-8", "utf8", "us-ascii", "ascii") else word

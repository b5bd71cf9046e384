"""A document as the rows of a canonical form, in which numbers count by their values.

As in Canonical XML, the order of attributes, the kind of quotes and the form of empty elements mean nothing. Nor
does white space, or where between its children the text of an element stands.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from lxml import etree

from robotfmt.diagnostics import Report
from robotfmt.documents.xml import nodes as xml
from robotfmt.limits import Limits

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def rows(data: bytes) -> list[str]:
    """Every element, comment and instruction of a document, in order; mended first where it is no XML."""
    try:
        root = etree.fromstring(data)
    except etree.XMLSyntaxError:
        root = xml.parse(data, "", Limits(), Report())
    declared = [f"xmlns {prefix} {uri}" for prefix, uri in sorted(root.nsmap.items(), key=str)]
    around = [*reversed(list(root.itersiblings(preceding=True))), *root.itersiblings()]
    return [*declared, *map(_row, around), *_inner(root)]


def changed(before: bytes, after: bytes) -> list[str]:
    """The rows that only one of two documents has, or has elsewhere."""
    found = difflib.unified_diff(rows(before), rows(after), n=0, lineterm="")
    return [row for row in found if not row.startswith(("---", "+++", "@@"))]


def _inner(root: etree._Element) -> Iterator[str]:
    pending = [(root, 0)]
    while pending:
        node, depth = pending.pop()
        yield "  " * depth + _row(node)
        pending.extend((child, depth + 1) for child in reversed(node))


def _row(node: etree._Element) -> str:
    if not isinstance(node.tag, str):
        return str(node)
    reported = [f'{name}="{_by_value(str(value))}"' for name, value in sorted(node.attrib.items())]
    text = " ".join([node.text or "", *(child.tail or "" for child in node)])
    return " ".join([str(node.tag), *reported, _by_value(text)]).rstrip()


def _by_value(text: str) -> str:
    """A text with single blanks, and each number in it by its value."""
    return " ".join(str(float(each) + 0.0) if _NUMBER.fullmatch(each) else each for each in text.split())

"""What SDF does not define: Drake refuses it, so that it is left out of documents for Drake.

Other programs pass over a quotation mark behind a number (``<velocity>2.35"</velocity>``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.nodes import Node, is_element
from robotfmt.limits import Limits
from robotfmt.model import Origin

from ..codes import STRAY_QUOTE
from .elements import Kind, kinds
from .keys import KEYS
from .versions import NEWEST, Version, is_newer, parsed

_QUOTED = re.compile(rb"""(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|(>\s*[-+.\d][-+.\deE]*)"(?=</)""")


def without_quotes(data: bytes, name: str, report: Report) -> bytes:
    """Return a document with a space in place of each quotation mark behind a single number; each is reported."""
    if b'"</' not in data:
        return data

    def change(found: re.Match[bytes]) -> bytes:
        if found[1] is None:
            return found[0]
        number = found[1].decode().removeprefix(">").strip()
        at = Origin(name, data.count(b"\n", 0, found.end()) + 1)
        report.add(STRAY_QUOTE, f"a quotation mark follows the number {number}; it is passed over", at)
        return found[1] + b" "

    return _QUOTED.sub(change, data)


Finish = Callable[[Node], Mapping[str, str]]
"""Changes a document before it is written, and returns namespaces that it then needs."""


def document_of(data: bytes, name: str, report: Report, limits: Limits | None = None) -> Document:
    """Return a document.

    Raises:
        InputError: See :func:`robotfmt.documents.xml.document.parse_document`.
    """
    data = without_quotes(data, name, report)
    return parse_document(data, name=name, format="sdf", report=report, limits=limits, keys=KEYS)


def pruning(context: Context) -> Finish | None:
    """Return the function that leaves out what a version of SDF does not define; None if nothing is left out."""
    if context.option("target") != "drake":
        return None
    # Libsdformat does not convert what 1.12 no longer has.
    version = NEWEST if is_newer(context.version, (1, 11)) else parsed(context.version) or NEWEST

    def prune(root: Node) -> Mapping[str, str]:
        pending = [(root, kinds()[0])]
        while pending:
            node, kind = pending.pop()
            _prune_attributes(node, kind, version)
            pending += _prune_elements(node, kind, version)
        return {}

    return prune


def _prune_attributes(node: Node, kind: Kind, version: Version) -> None:
    for name in [str(each) for each in node.attrib]:
        if _is_plain(name) and not kind.has(name, version):
            del node.attrib[name]


def _prune_elements(node: Node, kind: Kind, version: Version) -> list[tuple[Node, Kind]]:
    """Remove elements that are not defined, and return the others."""
    found: list[tuple[Node, Kind]] = []
    for child in list(filter(is_element, node)):
        tag = str(child.tag)
        inner = kind.inner(tag, version)
        if inner is not None:
            found += [] if inner.is_free else [(child, inner)]
        elif _is_plain(tag) and tag != "include":
            node.remove(child)
    return found


def _is_plain(name: str) -> bool:
    """Return True for a name without a namespace."""
    return not name.startswith("{")

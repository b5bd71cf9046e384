"""What SDF does not define: Drake refuses it, so that it is left out of documents for Drake."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.nodes import Node, is_element
from robotfmt.limits import Limits

from .elements import Kind, kinds
from .keys import KEYS
from .quotes import without_quotes
from .versions import NEWEST, Version, is_newer, parsed

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

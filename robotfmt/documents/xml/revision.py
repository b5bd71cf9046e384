"""Update an XML document: changed parts are rewritten, and all other bytes stay."""

from __future__ import annotations

from ..source import Source
from . import nodes as xml
from .document import Document
from .parsing import as_written
from .splice import splice


def revise(source: Source, document: Document, before: xml.Node, after: xml.Node) -> bytes:
    """Return the bytes of a document with its new content.

    Args:
        source: The original document.
        document: The same document, parsed; its ledger shows what its reader took.
        before: The writer's tree of the old content.
        after: The writer's tree of the new content.

    Raises:
        Unfit: The document must be rewritten as a whole.
    """
    return as_written(splice(document, before, after), source.data)

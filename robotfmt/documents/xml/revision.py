"""An XML document in which what changed is changed, and every other byte is as it was."""

from __future__ import annotations

from ..source import Source
from . import nodes as xml
from .document import Document
from .parsing import as_written
from .splice import splice


def revise(source: Source, document: Document, before: xml.Node, after: xml.Node) -> bytes:
    """Return the bytes of a document with what it shall say instead.

    Args:
        source: The document.
        document: The same, read: what its reader took is what the trees speak of.
        before: What its writer makes of what it says.
        after: What its writer makes of what it shall say.

    Raises:
        Unfit: It has to be written anew from the beginning.
    """
    return as_written(splice(document, before, after), source.data)

"""Change a URDF document in place."""

from __future__ import annotations

from robotfmt.codes import REWRITTEN
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.splice import Unfit
from robotfmt.documents.xml.splice import revise as revised
from robotfmt.model import (
    Origin,
    Robot,
)

from .reader import opened, understood
from .writer import tree, write


def revise(source: Source, before: Robot, after: Robot, context: Context) -> bytes:
    """Return the document of one robot, changed to that of another; the rest stays byte for byte."""
    try:
        if before.extensions != after.extensions:
            raise Unfit
        old, new = (tree(each, context) for each in (before, after))
        return revised(source, _taken(source, context), old, new)
    except Unfit:
        context.report.add(REWRITTEN, "the whole document was rewritten", Origin(source.name))
        return write(after, context)[context.output]


def _taken(source: Source, context: Context) -> Document:
    """Return a document that was read before, with its ledger filled again; nothing is reported twice.

    Raises:
        Unfit: The document has several robots.
    """
    root, documents = opened(source, context.having(report=Report()))
    if documents != [root.document]:
        raise Unfit
    understood(root, root.document)
    return root.document

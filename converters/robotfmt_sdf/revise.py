"""Change an SDF document in place."""

from __future__ import annotations

from robotfmt.codes import REWRITTEN, USAGE
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.nodes import Node
from robotfmt.documents.xml.splice import Unfit
from robotfmt.documents.xml.splice import revise as revised
from robotfmt.errors import InputError, UsageError
from robotfmt.facts.difference import diff
from robotfmt.model import Origin, Robot

from .parts.model_writer import ModelWriter
from .parts.world_reader import WorldReader
from .reader import opened, read
from .writer import write

_OLDEST = (1, 5)
"""The first version whose elements are those of SDF 1.7, except for words that stay as they are."""


def revise(source: Source, before: Robot, after: Robot, context: Context) -> bytes:
    """Return the document of one robot, changed to that of another; the rest stays byte for byte.

    Raises:
        UsageError: The document includes others, which would become parts of it.
    """
    # Content that SDF does not define stays in a document that has it, whatever program it is written for.
    context = context.having(options={**context.options, "target": ""})
    quiet = context.having(report=Report(), robot=None)
    reader = opened(source, quiet, whole=False)
    if reader.tree.included:
        message = f"'{source.name}' includes other documents, which an update would put into it"
        raise UsageError(USAGE, message, help="Write a new document instead.")
    try:
        if before.extensions != after.extensions:
            raise Unfit
        old, new = (_tree(each, context) for each in (before, after))
        data = revised(source, _taken(reader), old, new)
        if diff(read(Source(source.name, data), None, quiet), read(_written(after, context), None, quiet)):
            raise Unfit
    except (Unfit, InputError):
        context.report.add(REWRITTEN, "the whole document was rewritten", Origin(source.name))
        return write(after, context)[context.output]
    return data


def _tree(robot: Robot, context: Context) -> Node:
    """Return the elements of a robot."""
    return ModelWriter(robot, context).document()[0]


def _written(robot: Robot, context: Context) -> Source:
    return Source(context.output, write(robot, context.having(report=Report()))[context.output])


def _taken(reader: WorldReader) -> Document:
    """Return a document that was read before, its ledger filled again.

    Raises:
        Unfit: The document has several robots, or is too old.
    """
    reader.world()
    world = reader.tree.world
    if len(world.models) != 1 or world.version < _OLDEST:
        raise Unfit
    return reader.document

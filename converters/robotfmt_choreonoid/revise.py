"""Update a body in place: what did not change keeps its bytes, with comments, anchors and style."""

from __future__ import annotations

from robotfmt.codes import REWRITTEN
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.compose import whole
from robotfmt.documents.yaml.splice import text
from robotfmt.documents.yaml.splice.entries import Unfit
from robotfmt.model import Origin, Robot

from .document.layout import BodyLayout
from .writer import document, write


def revise(source: Source, before: Robot, after: Robot, context: Context) -> bytes:
    """Return a body updated from one robot to another; the rest stays byte for byte.

    A body that contains other bodies or tracks has other links than its text, so it is written anew.
    """
    layout = before.layout("choreonoid")
    try:
        if not isinstance(layout, BodyLayout) or not layout.plain:
            raise Unfit
        given, wanted = (
            whole(made.tree, made.robot, format="choreonoid")[0]
            for made in (document(robot, context.version) for robot in (before, after))
        )
        return text.revise(source, given, wanted, context.limits, context.report)
    except Unfit:
        context.report.add(REWRITTEN, "the whole document was rewritten", Origin(source.name))
        return write(after, context)[context.output]

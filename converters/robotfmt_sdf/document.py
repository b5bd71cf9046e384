"""Write SDF: the document of one robot, with what was not understood at its place."""

from __future__ import annotations

from functools import partial

from robotfmt.context import Context
from robotfmt.documents.xml.compose import Style, compose
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import Robot
from robotfmt.model.record import replace

from .keeping import Includes, kept_includes, put_includes, without_included
from .keys import KEYS, OWN, PREFIX
from .said import keeping
from .undefined import Prefixing
from .writer import ModelWriter

_PARTS = frozenset({"link", "joint", "frame", "model", "visual", "collision", "inertial", "sensor", "axis", "axis2"})


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the SDF document of a robot."""
    finish = Prefixing(context)
    includes = kept_includes(robot, context, partial(_composed, robot, context, finish))
    data = _composed(robot, context, finish, includes)
    finish.report(context.report, robot.origin)
    return {context.output: data}


def includes_of(robot: Robot, context: Context) -> Includes:
    """Return the includes of a model that still lead to the same parts."""
    return kept_includes(robot, context, partial(_composed, robot, context, Prefixing(context)))


def _composed(robot: Robot, context: Context, finish: Prefixing, includes: Includes) -> bytes:
    writer = ModelWriter(robot, context)
    root, model = writer.document()
    put_includes(model, includes)
    moved = without_included(map(writer.placed, robot.extensions), includes, writer.place)
    robot = replace(robot, extensions=moved, layouts=keeping(robot.layouts, includes))
    return compose(root, robot, style_of(uses_own(root), finish))


def uses_own(root: Node) -> bool:
    """Return True if a document has content that only robotfmt reads."""
    words = (each for node in root.iter() for each in (node.tag, *node.attrib))
    return any(str(each).startswith(f"{{{OWN}}}") for each in words)


def style_of(declares: bool, finish: Prefixing) -> Style:
    """Return the style in which documents are composed.

    Args:
        declares: True if robotfmt's namespace is declared.
        finish: Puts what SDF does not define under a prefix.
    """
    return Style(
        format="sdf",
        keys=KEYS,
        namespaces={PREFIX: OWN} if declares else {},
        parts=_PARTS,
        as_spelt=True,
        finish=finish,
    )

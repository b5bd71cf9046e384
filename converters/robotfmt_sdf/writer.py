"""Write SDF: the document of one robot, with what was not understood at its place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from robotfmt.context import Context
from robotfmt.documents.vendors import prefixes
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.style import Style
from robotfmt.model import Extension, Robot
from robotfmt.model.record import replace

from .document.keys import KEYS
from .document.undefined import Finish, pruning
from .document.written_poses import keeping
from .parts.includes import Includes, kept_includes, put_includes, without_included
from .parts.model_writer import ModelWriter

_PARTS = frozenset({"link", "joint", "frame", "model", "visual", "collision", "inertial", "sensor", "axis", "axis2"})


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the SDF document of a robot."""
    finish = pruning(context)
    includes = kept_includes(robot, context, partial(_composed, robot, context, finish))
    return {context.output: _composed(robot, context, finish, includes)}


def includes_of(robot: Robot, context: Context) -> Includes:
    """Return the includes of a model that still lead to the same parts."""
    return kept_includes(robot, context, partial(_composed, robot, context, pruning(context)))


def _composed(robot: Robot, context: Context, finish: Finish | None, includes: Includes) -> bytes:
    writer = ModelWriter(robot, context)
    root, model = writer.document()
    put_includes(model, includes)
    moved = without_included(map(writer.placed, robot.extensions), includes, writer.place)
    robot = replace(robot, extensions=moved, layouts=keeping(robot.layouts, includes))
    return compose(root, robot, style_of(finish, moved))


def style_of(finish: Finish | None, extensions: Iterable[Extension]) -> Style:
    """Return the style in which documents are composed.

    Args:
        finish: Leaves out what SDF does not define.
        extensions: The unrecognised content.
    """
    return Style(
        format="sdf",
        keys=KEYS,
        parts=_PARTS,
        as_spelt=True,
        namespaces=prefixes(each for each in extensions if each.format == "sdf"),
        finish=finish,
    )

"""Parts of a model that are written as the includes that they were read from.

An include has a nested model, or with ``merge`` parts of the model around it. Whether it still has them is found by
reading the document in which it replaces them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.errors import RobotfmtError
from robotfmt.formats import reader_of
from robotfmt.hub.twins import is_same
from robotfmt.model import Extension, Robot

from . import FORMAT
from .codes import INLINED
from .said import IncludeSaid, Memory, write_said
from .scopes import step
from .versions import is_newer

Includes = tuple[IncludeSaid, ...]


def kept_includes(robot: Robot, context: Context, composed: Callable[[Includes], bytes]) -> Includes:
    """Return the includes of a model that still lead to the same parts; the others are reported.

    Args:
        robot: The robot, as SDF stores it.
        context: The context of the writer, with the path of the document, the base of relative URIs.
        composed: Makes the document of the robot alone with some of its includes.
    """
    memory = robot.layout("sdf")
    if context.option("includes") != "keep" or not isinstance(memory, Memory):
        return ()
    able = is_newer(context.version, (1, 9))
    wanted = tuple(each for each in memory.includes if able or not each.merged)

    def holds(includes: Includes) -> bool:
        source = Source(context.output, composed(includes))
        try:
            back = reader_of(FORMAT)(source, None, context.having(report=Report(), robot=None))
        except RobotfmtError:
            return False
        return is_same(back, robot, context)

    if not wanted or holds(wanted):
        return wanted
    kept = tuple(each for each in wanted if holds((each,)))
    kept = kept if holds(kept) else ()
    for each in wanted:
        if each not in kept:
            message = f"'{each.texts['uri']}' differs from the present '{each.name}', whose parts are written"
            context.report.add(INLINED, message, robot.origin)
    return kept


def put_includes(model: Node, includes: Includes) -> None:
    """Replace parts of a model by the includes that they come from."""
    for each in includes:
        holder: Node | None = model
        for name in each.scope:
            holder = _child(holder, "model", name)
        if holder is None:
            continue
        for tag, name in each.parts:
            part = _child(holder, tag, name)
            if part is not None:
                holder.remove(part)
        texts = (make(tag, text=text) for tag, text in each.texts.items())
        holder.append(make("include", {"merge": True if each.merged else None}, *texts, write_said(each.said)))


def _child(node: Node | None, tag: str, name: str) -> Node | None:
    children = node if node is not None else ()
    return next((each for each in children if each.tag == tag and each.get("name") == name), None)


def without_included(extensions: Iterable[Extension], includes: Includes, top: str) -> tuple[Extension, ...]:
    """Return the content of a model without that of documents that it includes.

    Args:
        top: The place of the model.
    """
    return tuple(each for each in extensions if not any(_is_in(each, it, top) for it in includes))


def _is_in(extension: Extension, include: IncludeSaid, top: str) -> bool:
    if extension.origin is None or extension.origin.document not in include.documents:
        return False
    place = top + "".join(f"/{step('model', each)}" for each in include.scope)
    parts = [f"{place}/{step(tag, name)}" for tag, name in include.parts]
    return (include.merged and extension.place == place) or extension.place.startswith(tuple(parts))

"""Models, and parts of a model, that are written as the includes that they were read from.

An include has a nested model, or with ``merge`` parts of the model around it. Whether it still has them is found by
reading the document in which it replaces them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml.nodes import Node, make, serialize
from robotfmt.errors import RobotfmtError
from robotfmt.formats import reader_of
from robotfmt.hub.twins import is_same
from robotfmt.model import Extension, PlacedRobot, Pose, Robot, compose, inverse

from .. import FORMAT
from ..codes import INLINED
from ..document.scopes import step
from ..document.versions import is_newer
from ..document.written_poses import Notation, WrittenInclude, WrittenPose, write_pose

Includes = tuple[WrittenInclude, ...]


def includes_written(robot: Robot, context: Context, composed: Callable[[Includes], bytes]) -> Includes:
    """Return the includes of a model that still lead to the same parts; the others are reported.

    Args:
        robot: The robot, as SDF stores it.
        context: The context of the writer, with the path of the document, the base of relative URIs.
        composed: Makes the document of the robot alone with some of its includes.
    """
    memory = robot.layout("sdf")
    if context.option("includes") != "keep" or not isinstance(memory, Notation):
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
        holder.append(make("include", {"merge": True if each.merged else None}, *texts, write_pose(each.written)))


def _child(node: Node | None, tag: str, name: str) -> Node | None:
    children = node if node is not None else ()
    return next((each for each in children if each.tag == tag and each.get("name") == name), None)


def without_included(extensions: Iterable[Extension], includes: Includes, top: str) -> tuple[Extension, ...]:
    """Return the content of a model without that of documents that it includes.

    Args:
        top: The place of the model.
    """
    return tuple(each for each in extensions if not any(_is_in(each, it, top) for it in includes))


def _is_in(extension: Extension, include: WrittenInclude, top: str) -> bool:
    if extension.origin is None or extension.origin.document not in include.documents:
        return False
    place = top + "".join(f"/{step('model', each)}" for each in include.scope)
    parts = [f"{place}/{step(tag, name)}" for tag, name in include.parts]
    return (include.merged and extension.place == place) or extension.place.startswith(tuple(parts))


_HERE = WrittenPose(pose=Pose((0.0, 0.0, 0.0)))


def write_include(placed: PlacedRobot, context: Context) -> Node | None:
    """Return the ``<include>`` of a robot; None if it was not included, or differs from the document of its URI.

    Args:
        placed: The robot, as SDF stores it.
        context: The context of the writer, with the path of the document, the base of relative URIs.
    """
    if placed.source is None or context.option("includes") != "keep":
        return None
    simulation = placed.robot.simulation
    for static in dict.fromkeys((None, simulation.static if simulation is not None else None)):
        found = _included(placed, static, context)
        if found is not None and is_same(found.robot, placed.robot, context):
            pose = compose(placed.pose, inverse(found.pose or Pose()))
            return _node(placed, static, WrittenPose(pose=pose))
    message = f"'{placed.source}' differs from the present '{placed.name}', which is written as a model"
    context.report.add(INLINED, message, placed.origin)
    return None


def _node(placed: PlacedRobot, static: bool | None, written: WrittenPose) -> Node:
    texts = {"uri": placed.source, "name": placed.name, "static": static}
    parts = (make(tag, text=text) for tag, text in texts.items() if text is not None)
    return make("include", None, *parts, write_pose(written))


def _included(placed: PlacedRobot, static: bool | None, context: Context) -> PlacedRobot | None:
    """Return the robot of a URI, relative to the written document, with its model at the origin."""
    world = make("world", {"name": "default"}, _node(placed, static, _HERE))
    data = serialize([], make("sdf", {"version": "1.11"}, world), [])
    quiet = context.having(report=Report(), robot=None)
    try:
        assert FORMAT.read_world is not None
        robots = FORMAT.read_world(Source(context.output, data), quiet).robots
    except RobotfmtError:
        return None
    return robots[0] if len(robots) == 1 else None

"""Models of a world that are written as the includes that they were read from."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml.nodes import Node, make, serialize
from robotfmt.errors import RobotfmtError
from robotfmt.hub.twins import is_same
from robotfmt.model import PlacedRobot, Pose, compose, inverse

from . import FORMAT
from .codes import INLINED
from .said import Said, write_said

_HERE = Said(pose=Pose((0.0, 0.0, 0.0)))


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
            return _node(placed, static, Said(pose=pose))
    message = f"'{placed.source}' differs from the present '{placed.name}', which is written as a model"
    context.report.add(INLINED, message, placed.origin)
    return None


def _node(placed: PlacedRobot, static: bool | None, said: Said) -> Node:
    texts = {"uri": placed.source, "name": placed.name, "static": static}
    parts = (make(tag, text=text) for tag, text in texts.items() if text is not None)
    return make("include", None, *parts, write_said(said))


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

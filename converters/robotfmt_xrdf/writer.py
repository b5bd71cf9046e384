"""Write XRDF 1.0 and 2.0. Each section is written next to where it is read.

Every known reader accepts the order of the sections and their form.
"""

from __future__ import annotations

from robotfmt.codes import NO_PLACE, REWRITTEN
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.compose import Item, Tree, Word, compose
from robotfmt.documents.yaml.compose import whole as with_extensions
from robotfmt.documents.yaml.splice import text as yaml_revision
from robotfmt.documents.yaml.splice.entries import Unfit
from robotfmt.model import Layout, Origin, Robot
from robotfmt.model.record import replace

from .adapting import for_consumer
from .document.versions import VERSIONS, WORLD
from .parts.collision import write_self_collision, write_world_collision
from .parts.control import write_cspace, write_default_positions, write_tool_frames
from .parts.modifiers import write_modifiers
from .parts.spheres import write_geometry


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot, adapted by :func:`robotfmt_xrdf.adapt.adapt`."""
    version = version_of(context)
    layouts = tuple(_in_version(each, version) for each in robot.layouts)
    arranged = replace(robot, layouts=layouts)
    tree = document(robot, version, for_consumer.wants_buffers(context))
    data, unplaced = compose(tree, arranged, format="xrdf")
    for each in unplaced:
        message = f"the place of {quoted(each.name)} in {quoted(each.place)} no longer exists"
        context.report.add(NO_PLACE, message, each.origin)
    return {context.output: data}


def revise(source: Source, before: Robot, after: Robot, context: Context) -> bytes:
    """Return a document updated from one robot to another; the rest stays byte for byte."""
    version, buffers = version_of(context), for_consumer.wants_buffers(context)
    given, wanted = (
        with_extensions(document(robot, version, buffers), robot, format="xrdf")[0] for robot in (before, after)
    )
    try:
        return yaml_revision.revise(source, given, wanted, context.limits, context.report)
    except Unfit:
        context.report.add(REWRITTEN, "the whole document was rewritten", Origin(source.name))
        return write(after, context)[context.output]


def version_of(context: Context) -> str:
    """Return the version to write: the chosen one, else 1.0."""
    return context.version or VERSIONS[0]


def _in_version(layout: Layout, version: str) -> Layout:
    """Return the order and comments of a document in another version, converted to this one."""
    if layout.format != "xrdf" or layout.version in (None, version):
        return layout
    names = WORLD.values()
    items = (replace(it, step=WORLD[version]) if it.step in names else it for it in layout.items)
    return replace(layout, items=tuple(items))


def document(robot: Robot, version: str, whole: bool = False) -> Tree:
    """Return the tree of the document, without unrecognised content; ``whole`` adds empty mappings of buffers."""
    return {
        "format": Word("xrdf"),
        "format_version": float(version),
        "modifiers": Item(write_modifiers(robot.modifiers), optional=True),
        "default_joint_positions": Item(write_default_positions(robot.default_positions), optional=True),
        "cspace": write_cspace(robot.cspace),
        "tool_frames": Item(write_tool_frames(robot.tool_frames), optional=True),
        WORLD[version]: write_world_collision(robot.world_collision, whole),
        "self_collision": write_self_collision(robot.self_collision, robot.ignored_pairs, whole),
        "geometry": Item(write_geometry(robot.sphere_sets), optional=True),
    }

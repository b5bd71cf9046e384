"""Write chains."""

from __future__ import annotations

from robotfmt import adapting
from robotfmt.compare.adaptation import report_changes
from robotfmt.context import Context
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Joint, Robot

from .codes import STIFF
from .words import AXIS, JOINT, KEYS, LINK, TYPES


def adapt(robot: Robot, context: Context) -> Robot:
    """Fix joints of types that chain does not support, and report every change."""
    return report_changes(robot, adapting.with_types(robot, set(TYPES.values())), STIFF, context.report)


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot."""
    root = make("chain", {"name": robot.name}, *map(LINK.node, robot.links), *map(_joint, robot.joints))
    return {context.output: compose(root, robot, Style(format="chain", keys=KEYS))}


def _joint(joint: Joint) -> Node:
    node = JOINT.node(joint)
    if joint.axis is not None:
        AXIS.put(node, None, joint.axis)
    return node

"""Write URDF. Each function writes what the function of the same name in ``reader.py`` reads.

The robot was adapted by :func:`robotfmt_urdf.adapt.adapt`, so URDF can store all of it. Vectors are separated by
single spaces, because TinyXML reads no other white space; ``nan`` and infinities never appear.
"""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.vendors import prefixes
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo import drake
from robotfmt.model import (
    Robot,
)

from .document.keys import BALL, KEYS
from .document.versions import IMPLIED, declaration, requires_limits
from .parts import loops
from .parts.blocks import write_blocks
from .parts.joints import write_axis, write_joint
from .parts.links import write_link, write_material


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the URDF document of a robot."""
    root = tree(robot, context)
    is_ball = any(each.tag == BALL for each in root)
    extensions = [each for each in robot.extensions if each.format == "urdf"]
    style = Style(
        format="urdf",
        keys=KEYS,
        namespaces=prefixes(extensions) | ({"drake": drake.URI} if is_ball else {}),
        remade=frozenset({"gazebo"}),
        anchors=frozenset({"sensor", "transmission"}),
        parts=frozenset({"visual", "collision", "inertial"}),
        as_spelt=True,
        implied=IMPLIED if requires_limits(context.version) else {},
    )
    return {context.output: compose(root, robot, style)}


def tree(robot: Robot, context: Context) -> Node:
    """Return the elements of a robot."""
    closing = loops.write(robot, context.option("loops"), write_joint, write_axis)
    return _robot(robot, declaration(context.version, robot.layout("urdf")), closing)


def _robot(robot: Robot, version: str | None, closing: list[Node]) -> Node:
    return make(
        "robot",
        {"name": robot.name, "version": version},
        *map(write_material, robot.materials),
        *map(write_link, robot.links),
        *map(write_joint, robot.joints),
        *closing,
        *write_blocks(robot),
    )

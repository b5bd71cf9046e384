"""Write cuRobo's robot configuration. Each section is written next to where it is read."""

from __future__ import annotations

from robotfmt.codes import NO_PLACE
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Item, Tree, compose
from robotfmt.model import Robot

from .parts.collision import write_collision
from .parts.control import write_control, write_tool_frames
from .parts.links import write_base, write_extra_links
from .parts.weights import with_weights, without_weights


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot, adapted by :func:`robotfmt_curobo.adapt.adapt`."""
    tree = document(robot, context.version)
    data, unplaced = compose(tree, without_weights(robot), format="curobo")
    for each in unplaced:
        message = f"the place of {quoted(each.name)} in {quoted(each.place)} no longer exists"
        context.report.add(NO_PLACE, message, each.origin)
    return {context.output: data}


def document(robot: Robot, version: str) -> Tree:
    """Return the tree of the document, without unrecognised content except the weights of joints."""
    kinematics: dict[str, Tree] = {
        "format_version": Item(2.0, default=True) if version == "2" else None,
        "urdf_path": Item({}, optional=True),  # extensions; the empty items fix their order
        "asset_root_path": Item({}, optional=True),
        "base_link": write_base(robot.modifiers),
        **write_tool_frames(robot.tool_frames, version),
        **write_control(robot, version),
        "extra_links": Item(write_extra_links(robot.modifiers), optional=True),
        **write_collision(robot, version),
    }
    return {"robot_cfg": {"kinematics": with_weights(kinematics, robot)}}

"""Write joint limits: with MoveIt's flags, or as lists for roboplan."""

from __future__ import annotations

from robotfmt.codes import NO_PLACE
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree, compose
from robotfmt.formats import TARGET
from robotfmt.model import Robot

from .document.keys import SECTION
from .document.targets import TARGETS
from .parts.limits import has_limits, write_limits, write_lists


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot, adapted by :func:`robotfmt_joint_limits.adapt.adapt`."""
    data, unplaced = compose(document(robot, context.option(TARGET)), robot, format=SECTION)
    for each in unplaced:
        message = f"the place of {quoted(each.name)} in {quoted(each.place)} no longer exists"
        context.report.add(NO_PLACE, message, each.origin)
    return {context.output: data}


def document(robot: Robot, target: str) -> Tree:
    """Return the tree of the document for a program, without unrecognised content."""
    found: dict[str, Tree] = {}
    for joint in robot.joints:
        if has_limits(joint) and joint.axes[0].hard is not None and joint.name not in found:
            limits = joint.axes[0].hard
            found[joint.name] = write_lists(limits, TARGETS[target]) if target in TARGETS else write_limits(limits)
    return {SECTION: found}

"""Write chains."""

from __future__ import annotations

from robotfmt import adapting
from robotfmt.compare.adaptation import report_changes
from robotfmt.context import Context
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Joint, JointType, Limits, Pose, Robot

from .codes import STIFF
from .reader import KEYS, WORDS

_TYPES = {kind: word for word, kind in WORDS.items()}


def adapt(robot: Robot, context: Context) -> Robot:
    """Fix joints of types that chain does not support, and report every change."""
    return report_changes(robot, adapting.with_types(robot, _TYPES), STIFF, context.report)


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot."""
    root = make(
        "chain",
        {"name": robot.name},
        *(make("link", {"name": link.name}) for link in robot.links),
        *map(_joint, robot.joints),
    )
    return {context.output: compose(root, robot, Style(format="chain", keys=KEYS))}


def _joint(joint: Joint) -> Node:
    pose, axis = joint.pose_in_parent or Pose(), joint.axis
    limits = (axis.hard if axis is not None else None) or Limits()
    return make(
        "joint",
        {
            "name": joint.name,
            "type": _TYPES[joint.type or JointType.FIXED],
            "parent": joint.parent,
            "child": joint.child,
            "xyz": pose.position,
            "rpy": pose.rpy,
            "axis": axis.direction if axis is not None else None,
            "lower": limits.lower,
            "upper": limits.upper,
        },
    )

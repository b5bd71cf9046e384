"""Writes chains."""

from __future__ import annotations

from robotfmt import edit
from robotfmt.compare.adaptation import explain
from robotfmt.context import Context
from robotfmt.documents.xml.compose import Style, compose
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Joint, JointType, Limits, Pose, Robot
from robotfmt.model.record import replace

from .codes import STIFF
from .reader import KEYS, WORDS

_TYPES = {kind: word for word, kind in WORDS.items()}


def adapt(robot: Robot, context: Context) -> Robot:
    """Make joints that chain has no word for fixed, and report every change."""
    stiff = replace(robot, joints=tuple(map(_stiff, robot.joints)))
    return explain(robot, stiff, STIFF, context.report)


def _stiff(joint: Joint) -> Joint:
    moving = edit.framed_at_child(joint) if joint.type in _TYPES else None
    if moving is not None and moving.type is not JointType.FIXED:
        return moving
    fixed = edit.framed_at_child(replace(joint, type=JointType.FIXED))
    assert fixed is not None
    return replace(fixed, axes=())


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot."""
    root = make(
        "chain",
        {"name": robot.name},
        *(make("link", {"name": link.name}) for link in robot.links),
        *map(_joint, robot.joints),
    )
    return {
        context.output: compose(
            root, robot, Style(format="chain", keys=KEYS), slot=root, report=context.report
        )
    }


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

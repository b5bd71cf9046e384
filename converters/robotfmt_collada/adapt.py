"""The robot as COLLADA can say it: a row of steps, each with the code that its changes are reported under."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from robotfmt.context import Context
from robotfmt.edit import free_name, on_links, without_collision_materials
from robotfmt.explain import explain
from robotfmt.model import Joint, JointType, Limits, Robot
from robotfmt.tree import links_downward, roots

from .codes import FRAME, GUESSED_NAME, LOST_LIMIT, PARTIAL_INERTIA, TIED_ROOT
from .physics import without_mass


def adapt(robot: Robot, context: Context) -> Robot:
    """Give the robot what COLLADA demands, and take from it what it cannot say; every change is reported."""
    if robot.name is None:
        named = replace(robot, name=PurePath(context.output).stem)
        robot = explain(robot, named, GUESSED_NAME, context.report)
    for step, code in (
        (on_links, FRAME),
        (_tied, TIED_ROOT),
        (_whole_inertia, PARTIAL_INERTIA),
        (_soft_limits, LOST_LIMIT),
    ):
        robot = explain(robot, step(robot), code, context.report)
    # The order in which the links stand nested in a document: what is read and written again keeps its ids.
    return links_downward(without_collision_materials(robot))


def _tied(robot: Robot) -> Robot:
    """A scene binds one root link; further ones are fixed to it."""
    first, *others = roots(robot) or [""]
    taken = {joint.name for joint in robot.joints}
    ties = [
        Joint(
            origin=robot.link_by_name[name].origin,
            name=free_name(f"{name}_joint", taken),
            type=JointType.FIXED,
            parent=first,
            child=name,
        )
        for name in others
    ]
    return replace(robot, joints=(*robot.joints, *ties)) if ties else robot


def _whole_inertia(robot: Robot) -> Robot:
    """Principal moments cannot be computed of a tensor with unknown entries."""
    links = tuple(map(without_mass, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def _soft_limits(robot: Robot) -> Robot:
    """There is no place for soft limits of effort and deceleration."""
    joints = tuple(map(_without_soft, robot.joints))
    return robot if joints == robot.joints else replace(robot, joints=joints)


def _without_soft(joint: Joint) -> Joint:
    axes = []
    for axis in joint.axes:
        soft = axis.soft
        if soft is not None:
            soft = replace(soft, effort=None, deceleration=None)
            axis = replace(axis, soft=soft if soft != Limits() else None)
        axes.append(axis)
    return replace(joint, axes=tuple(axes))

"""Adapt a robot to what COLLADA can store: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from pathlib import PurePath

from robotfmt.codes import UNCHECKED_LINKS
from robotfmt.codes.conversion import ASSUMED_AXIS
from robotfmt.compare.adaptation import Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.edit import (
    on_links,
    spell_out_pairs,
    with_axes,
    with_each_joint,
    with_pairs_of_links,
    without_collision_materials,
)
from robotfmt.kinematics.tree import links_downward, roots
from robotfmt.model import Axis, Joint, JointType, Limits, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from .adapting.arms import with_manipulators
from .adapting.colors import with_colors_of_meshes
from .adapting.drives import with_actuators
from .adapting.rounding import rounded
from .adapting.spheres import with_spheres
from .codes import (
    ACTUATOR,
    ASSUMED_NAME,
    EQUAL_LIMITS,
    FRAME,
    LOST_LIMIT,
    MANIPULATOR,
    MESH_COLORS,
    PAIR_WITHOUT_LINK,
    PARTIAL_INERTIA,
    RANGE,
    SPHERES,
    TIED_ROOT,
    VALUE_ORDER,
)
from .kinematics.joint_order import with_value_indices
from .kinematics.ranges import has_range, stands_elsewhere, where
from .own.extension import LIMITED
from .own.kept import report_kept
from .scenes.physics import without_mass


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what COLLADA requires, and remove what it cannot store; report every change."""
    if robot.name is None:
        named = replace(robot, name=PurePath(context.output).stem)
        robot = report_changes(robot, named, ASSUMED_NAME, context.report)
    shown = context.option("spheres") == "collision"
    steps: tuple[Step, ...] = (
        *(((with_spheres, SPHERES),) if shown else ()),
        (on_links, FRAME),
        (with_axes, ASSUMED_AXIS),
        (_tied, TIED_ROOT),
        (lambda it: with_colors_of_meshes(it, context), MESH_COLORS),
        (spell_out_pairs, UNCHECKED_LINKS),
        (with_pairs_of_links, PAIR_WITHOUT_LINK),
        (with_manipulators, MANIPULATOR),
        (with_actuators, ACTUATOR),
        (_whole_inertia, PARTIAL_INERTIA),
        (_ranges, RANGE),
        (_soft_limits, LOST_LIMIT),
    )
    robot = with_each_joint(adapted(robot, steps, context.report), _with_axis_names)
    for joint in filter(stands_elsewhere, robot.all_joints):
        message = f"both limits of joint '{joint.name}' are {where(joint)}; OpenRAVE will read it as fixed at 0"
        context.report.add(EQUAL_LIMITS, message, joint.origin)
    report_kept(robot, context)
    # The order in which the links stand nested in a document: what is read and written again keeps its ids.
    robot = links_downward(without_collision_materials(robot))
    return rounded(adapted(robot, ((with_value_indices, VALUE_ORDER),), context.report), context)


def _tied(robot: Robot) -> Robot:
    """Fix further root links to the first one: a scene binds only one."""
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
    """Drop inertias with unknown entries: their principal moments cannot be computed."""
    links = tuple(map(without_mass, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def _ranges(robot: Robot) -> Robot:
    """Write hard limits wherever there are limits. Joints that do not move keep their limits."""

    def change(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(_with_ranges(axis, joint.type) for axis in joint.axes))

    return with_each_joint(robot, change)


def _with_ranges(axis: Axis, kind: JointType | None) -> Axis:
    soft = axis.soft
    if soft is None:
        return axis
    if kind is JointType.CONTINUOUS:
        soft = replace(soft, lower=None, upper=None)
    hard, soft = _promoted(axis.hard or Limits(origin=soft.origin), soft, kind in LIMITED)
    return replace(axis, hard=hard if hard != Limits() else None, soft=soft if soft != Limits() else None)


def _promoted(hard: Limits, soft: Limits, limited: bool) -> tuple[Limits, Limits]:
    """Turn soft limits without a hard limit of the same kind into hard ones."""
    if limited and not has_range(hard):
        hard = replace(hard, lower=soft.lower, upper=soft.upper)
        soft = replace(soft, lower=None, upper=None)
    if hard.velocity is None:
        hard, soft = replace(hard, velocity=soft.velocity), replace(soft, velocity=None)
    if hard.acceleration is None:
        hard, soft = replace(hard, acceleration=soft.acceleration), replace(soft, acceleration=None)
    if hard.jerk is None:
        hard, soft = replace(hard, jerk=soft.jerk), replace(soft, jerk=None)
    return hard, soft


def _with_axis_names(joint: Joint) -> Joint:
    """Keep the names of axes that are unique, by which documents refer to them."""
    names = [each.name for each in joint.axes if each.name]
    if len(set(names)) == len(names):
        return joint
    return replace(joint, axes=tuple(replace(each, name=None) for each in joint.axes))


def _soft_limits(robot: Robot) -> Robot:
    """Drop soft limits of effort and deceleration, which COLLADA cannot store."""
    return with_each_joint(robot, _without_soft)


def _without_soft(joint: Joint) -> Joint:
    axes = []
    for axis in joint.axes:
        soft = axis.soft
        if soft is not None:
            soft = replace(soft, effort=None, deceleration=None)
            axis = replace(axis, soft=soft if soft != Limits() else None)
        axes.append(axis)
    return replace(joint, axes=tuple(axes))

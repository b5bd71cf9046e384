"""Adapt a robot to what SRDF supports: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial

from robotfmt.adapting import with_virtual_joint
from robotfmt.adapting.grouping import group_of_joints, with_group, with_manipulator_groups
from robotfmt.codes import NO_PLACE
from robotfmt.compare.adaptation import adapted
from robotfmt.context import Context
from robotfmt.documents.xml.draft import draft_of
from robotfmt.model import Group, JointType, NamedState, PassiveJoint, Robot
from robotfmt.model.features import Feature
from robotfmt.model.record import replace

from .codes import BASE, BUFFERS, CSPACE, MANIPULATOR, OTHER_SPHERES, PASSIVE, SPHERE_FRAME, SPHERES, USES
from .parts.spheres import both_uses, flat_spheres, on_links, one_set, plain_set, without_buffers
from .reader import KEYS
from .writer import tree

DEFAULT = "default"
"""The name of the state with the default positions."""
_SPHERES = "link_sphere_approximation"
_OF_SPHERES = f"/robot/{_SPHERES}["


def adapt(robot: Robot, context: Context) -> Robot:
    """Convert what SRDF supports in another form, and remove the rest; report every change."""
    steps = (
        (partial(_own, elsewhere=context.held_elsewhere), NO_PLACE),
        (with_manipulator_groups, MANIPULATOR),
        (_controlled, CSPACE),
        (_passive_joints, PASSIVE),
        (flat_spheres, SPHERES),
        (one_set, OTHER_SPHERES),
        (on_links, SPHERE_FRAME),
        (plain_set, SPHERES),
        (without_buffers, BUFFERS),
        (both_uses, USES),
        (with_virtual_joint, BASE),
        (_without_stranded_spheres, NO_PLACE),
    )
    return adapted(robot, steps, context.report)


def _own(robot: Robot, elsewhere: frozenset[str]) -> Robot:
    """Leave to another output, an XRDF, what the SRDF that was read does not have: spheres, and a pose to start in.

    Args:
        elsewhere: The features that other outputs store.
    """
    layout = robot.layout("srdf")
    if layout is None:
        return robot
    if Feature.CSPACE in elsewhere:
        robot = replace(robot, cspace=None, default_positions=())
    has_spheres = any(each.step.startswith(_SPHERES) for root in layout.items for each in (root, *root.items))
    if Feature.SPHERES in elsewhere and not has_spheres:
        robot = replace(robot, sphere_sets=(), world_collision=None, self_collision=None)
    return robot


# Joints


def _controlled(robot: Robot) -> Robot:
    """Convert the controlled joints of XRDF to a group, and their default positions to a state of it."""
    joints = tuple(each.joint for each in robot.cspace.joints) if robot.cspace is not None else ()
    values = tuple(each for each in robot.default_positions if each.joint in joints)
    if not joints or robot.cspace is None:
        return robot
    name = group_of_joints(robot, frozenset(joints))
    if name is None:
        robot, name = with_group(robot, Group(origin=robot.cspace.origin, name="cspace", joints=joints))
    if not values or any(each.name == DEFAULT for each in robot.states):
        return robot
    state = NamedState(origin=values[0].origin, name=DEFAULT, group=name, values=values)
    return replace(robot, states=(*robot.states, state))


def _passive_joints(robot: Robot) -> Robot:
    """Add a passive joint for each inactive joint that is not a mimic joint."""
    known = {each.joint for each in robot.passive_joints}
    new = tuple(
        PassiveJoint(origin=joint.origin, joint=joint.name)
        for joint in robot.joints
        if joint.type is not JointType.FIXED
        and joint.name not in known
        and any(axis.active is False and axis.coupling is None for axis in joint.axes)
    )
    return replace(robot, passive_joints=(*robot.passive_joints, *new)) if new else robot


# Unrecognised content


def _without_stranded_spheres(robot: Robot) -> Robot:
    """Drop the unrecognised content of removed sphere elements: an element created to hold it would be read as a
    sphere.
    """
    if not any(each.place.startswith(_OF_SPHERES) for each in robot.extensions):
        return robot
    written = draft_of(tree(robot), KEYS)
    places = {element.path for element in written.root.iter()}
    kept = tuple(
        each
        for each in robot.extensions
        if each.format != "srdf" or not each.place.startswith(_OF_SPHERES) or each.place in places
    )
    return replace(robot, extensions=kept) if len(kept) < len(robot.extensions) else robot
